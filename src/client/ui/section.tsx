import { type ReactNode, useId } from 'react';

export interface SectionProps {
  readonly title: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A part of a page under its heading, by which screen readers find it. */
export function Section({ title, className = 'flex flex-col gap-3', children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={className}>
      <h2 id={id} className="text-18 font-[720]">
        {title}
      </h2>
      {children}
    </section>
  );
}
