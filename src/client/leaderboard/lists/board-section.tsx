import { type ReactNode, useId } from 'react';

export interface BoardSectionProps {
  readonly title: string;
  readonly aside?: ReactNode;
  /** Shown beside the title, in room that is always there. */
  readonly action?: ReactNode;
  /** One quiet line when there is no content; beside the title where nothing else is. */
  readonly empty: ReactNode;
  readonly children: ReactNode;
  readonly className?: string;
}

export function BoardSection({ title, aside, action, empty, children, className = '' }: BoardSectionProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={`cramped:[*+&]:mt-2 ${className}`}>
      <div className="flex min-h-8 items-center justify-between gap-3 px-1 roomy:min-h-12 text-14 font-[650] text-ink-2">
        <h2 id={titleId} className="min-w-0 truncate">
          {title}
        </h2>
        {action}
        <div className="digits ms-auto min-w-0 shrink-[999] truncate text-end">
          {aside ?? (!children && <span className="font-[450]">{empty}</span>)}
        </div>
      </div>
      {children || (aside !== undefined && <p className="px-1 py-2 text-14 text-ink-2">{empty}</p>)}
    </section>
  );
}
