import type { ComponentProps, MouseEvent } from 'react';
import { Spinner } from './icons.tsx';

export type ButtonVariant = 'primary' | 'outline' | 'quiet' | 'danger';
export type ButtonSize = 'md' | 'lg' | 'timing';

const BASE =
  'relative inline-flex select-none items-center justify-center gap-2 rounded-button border text-center font-[650] ' +
  'transition-colors duration-100 disabled:cursor-not-allowed disabled:opacity-50';

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-accent text-on-accent not-disabled:hover:bg-accent-press active:bg-accent-press',
  outline: 'bg-card text-ink not-disabled:hover:bg-soft not-disabled:active:bg-soft',
  quiet: 'border-transparent bg-transparent text-ink not-disabled:hover:bg-soft active:bg-soft',
  danger: 'border-transparent bg-danger text-on-danger not-disabled:hover:bg-danger-press active:bg-danger-press',
};

const SIZES: Record<ButtonSize, string> = {
  md: 'min-h-12 px-5 py-2 text-16',
  lg: 'min-h-14 px-5 py-2.5 text-18',
  timing: 'min-h-16 px-6 py-3 text-20 font-[720]',
};

export interface ButtonLook {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
}

/** The look of a button for a link: `<Link className={buttonClass({ variant: 'primary' })}>`. */
export function buttonClass({ variant = 'outline', size = 'md' }: ButtonLook = {}): string {
  // Start is the one outlined button that must be seen from an arm's length.
  const frame = variant !== 'outline' ? '' : size === 'timing' ? 'border-2 border-ink' : 'border-line';
  return `${BASE} ${VARIANTS[variant]} ${SIZES[size]} ${frame}`;
}

export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** Shows a spinner in place of the label and ignores presses. */
  busy?: boolean | undefined;
}

function ignorePress(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

export function Button({ variant, size, busy = false, className = '', children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      // A busy button is aria-disabled, not `disabled`: that would throw keyboard focus back to the top of the page.
      {...(busy ? { 'aria-busy': true, 'aria-disabled': true } : {})}
      onClick={busy ? ignorePress : onClick}
      className={`${buttonClass({ variant, size })} ${busy ? 'pointer-events-none' : ''} ${className}`}
    >
      {/* The label stays in the layout (and keeps its name for screen readers), so that the button does not change
          its width. */}
      {busy ? <span className="inline-flex items-center gap-2 opacity-0">{children}</span> : children}
      {busy && <Spinner className="absolute size-6" />}
    </button>
  );
}
