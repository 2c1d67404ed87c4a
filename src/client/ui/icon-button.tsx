import type { ComponentProps, ReactNode } from 'react';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  readonly label: string;
  readonly children: ReactNode;
}

/** An icon that sighted users understand without a word. */
export function IconButton({ label, children, className = '', ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      {...rest}
      className={`flex size-12 shrink-0 items-center justify-center rounded-button text-ink-2 hover:bg-soft hover:text-ink ${className}`}
    >
      {children}
    </button>
  );
}
