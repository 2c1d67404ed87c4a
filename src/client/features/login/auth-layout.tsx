import { type ReactNode, useEffect, useRef } from 'react';

export interface AuthLayoutProps {
  readonly title: string;
  readonly description: ReactNode;
  /** Shown under the description where there is room for it. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/**
 * The subject on the left, the form on the right; on a phone one above the other. A page with several steps renders
 * this at its root in each of them, so that it stays mounted and notices a changed title.
 */
export function AuthLayout({ title, description, aside, children }: AuthLayoutProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const announced = useRef(title);

  // A new title is a new step on the same page: without the focus a screen reader would not hear of it.
  useEffect(() => {
    if (announced.current === title) return;
    announced.current = title;
    heading.current?.focus();
  }, [title]);

  return (
    <div className="page grid max-w-[36rem] gap-6 py-8 sm:gap-8 sm:py-14 lg:max-w-[80rem] lg:grid-cols-[1fr_30rem] lg:gap-20 lg:py-20">
      <div className="lg:pt-8">
        <h1 ref={heading} tabIndex={-1} className="heading text-32 outline-none sm:text-44">
          {title}
        </h1>
        <p className="mt-3 max-w-md text-18 text-ink-2">{description}</p>
        {aside && <div className="mt-10 max-w-md max-lg:hidden">{aside}</div>}
      </div>
      <div className="self-start rounded-card border border-line bg-card p-5 shadow-card sm:p-8">{children}</div>
    </div>
  );
}
