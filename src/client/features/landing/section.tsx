import { type ReactNode, useId } from 'react';

interface SectionProps {
  readonly title: string;
  readonly intro?: ReactNode;
  /** `beside`: the title stands in a column of its own on wide screens. */
  readonly layout?: 'stacked' | 'beside';
  readonly children: ReactNode;
}

export function Section({ title, intro, layout = 'stacked', children }: SectionProps) {
  const titleId = useId();
  const isBeside = layout === 'beside';
  const columns = isBeside ? 'lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] lg:gap-16' : '';
  return (
    <section aria-labelledby={titleId} className={`page py-12 sm:py-16 lg:py-20 ${columns}`}>
      <div>
        <h2 id={titleId} className="heading max-w-[24ch] text-32 lg:text-44">
          {title}
        </h2>
        {intro && <p className="mt-4 max-w-[52ch] text-18 text-pretty text-ink-2">{intro}</p>}
      </div>
      <div className={isBeside ? 'mt-8 min-w-0 lg:mt-0' : 'mt-10 lg:mt-14'}>{children}</div>
    </section>
  );
}
