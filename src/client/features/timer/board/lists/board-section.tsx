import { type ReactNode, useId } from 'react';

export interface BoardSectionProps {
  readonly title: string;
  readonly aside?: ReactNode;
  /** Shown in place of the content when there is none. */
  readonly empty: ReactNode;
  readonly children: ReactNode;
  readonly className?: string;
}

export function BoardSection({ title, aside, empty, children, className = '' }: BoardSectionProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={className}>
      <div className="flex min-h-12 items-center justify-between gap-3 px-1 text-14 font-[650] text-ink-2">
        <h2 id={titleId}>{title}</h2>
        {aside !== undefined && <div className="digits text-right">{aside}</div>}
      </div>
      {children || (
        <div className="rounded-card border border-dashed border-line-strong px-4 py-6 text-center text-16 text-ink-2">
          {empty}
        </div>
      )}
    </section>
  );
}
