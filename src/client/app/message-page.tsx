import type { ReactNode } from 'react';

export interface MessagePageProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly actions: ReactNode;
}

/** A page with one message and the next step. */
export function MessagePage({ title, children, actions }: MessagePageProps) {
  return (
    <div className="page flex flex-col items-start gap-6 py-16 sm:py-24">
      <h1 className="heading text-32 sm:text-44">{title}</h1>
      <div className="flex max-w-xl flex-col gap-3 text-18 text-ink-2">{children}</div>
      <div className="flex flex-wrap gap-3">{actions}</div>
    </div>
  );
}
