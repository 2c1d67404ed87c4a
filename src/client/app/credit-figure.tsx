import type { ComponentProps } from 'react';
import { BoltIcon } from '../ui/tool-icons.tsx';

export interface CreditFigureProps extends ComponentProps<'button'> {
  readonly credits: number;
}

/** A button, because a tooltip that cannot be focused or tapped does not exist for keyboards and phones. */
export function CreditFigure({ credits, ...rest }: CreditFigureProps) {
  return (
    <button
      type="button"
      {...rest}
      className="digits inline-flex min-h-12 items-center gap-1 rounded-button px-1.5 text-18 sm:px-2 font-[700] hover:bg-soft"
    >
      <BoltIcon className="size-4" />
      {credits}
      <span className="sr-only"> credits</span>
    </button>
  );
}
