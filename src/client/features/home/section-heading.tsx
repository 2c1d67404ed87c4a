import type { ReactNode } from 'react';

export interface SectionHeadingProps {
  readonly id: string;
  readonly title: string;
  readonly count?: number | undefined;
  readonly children?: ReactNode;
}

export function SectionHeading({ id, title, count, children }: SectionHeadingProps) {
  return (
    <div className="mb-4 flex min-h-12 items-center gap-x-3">
      <h2 id={id} className="heading text-24">
        {title}
      </h2>
      {count !== undefined && <span className="digits text-16 text-ink-2 max-[419px]:hidden">{count}</span>}
      <div className="ms-auto flex items-center gap-2">{children}</div>
    </div>
  );
}
