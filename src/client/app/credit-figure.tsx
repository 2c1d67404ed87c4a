import type { ComponentProps } from 'react';
import { BoltIcon } from '../ui/icons.tsx';

const FIGURE = 'digits inline-flex min-h-12 items-center gap-1 px-1.5 text-18 font-[700] sm:px-2';

export interface CreditFigureProps extends ComponentProps<'button'> {
  readonly credits: number;
}

/** A button, because a tooltip that cannot be focused or tapped does not exist for keyboards and phones. */
export function CreditFigure({ credits, ...rest }: CreditFigureProps) {
  return (
    <button type="button" {...rest} className={`${FIGURE} rounded-button hover:bg-soft`}>
      <Amount credits={credits} />
    </button>
  );
}

/** Guests own nothing, and their pages have no tooltips to open. */
export function NoCredits() {
  return (
    <span className={FIGURE}>
      <Amount credits={0} />
    </span>
  );
}

function Amount({ credits }: { readonly credits: number }) {
  return (
    <>
      <BoltIcon className="size-4" />
      {credits}
      <span className="sr-only"> credits</span>
    </>
  );
}
