import { type ReactNode, useId } from 'react';

export interface PanelProps {
  readonly title: ReactNode;
  /** Shown beside the title, at the right edge. */
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}

export function Panel({ title, tools, children }: PanelProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-card border border-line bg-card p-4 shadow-card sm:p-5">
      <div className="mb-2 flex min-h-8 items-center gap-2">
        <h2 id={id} className="flex flex-1 items-center gap-3 text-18 font-[720]">
          {title}
        </h2>
        {tools}
      </div>
      {children}
    </section>
  );
}
