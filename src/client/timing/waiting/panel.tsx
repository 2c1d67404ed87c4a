import type { ReactNode } from 'react';
import { CloseIcon } from '../../ui/icons.tsx';
import { IconButton } from '../../ui/icon-button.tsx';

export interface PanelProps {
  readonly title: string;
  /** Beside the title. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** The button that opened a part of the screen goes with it: without a new place the focus would begin at the top again. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus({ preventScroll: true });

/** Takes the place of header and list. Never of the surface: somebody may cross at any moment. */
export function Panel({ title, action, children, onClose }: PanelProps) {
  return (
    <section
      aria-label={title}
      className="mx-auto flex min-h-0 w-full max-w-3xl flex-1 flex-col gap-2 px-4 pt-[env(safe-area-inset-top)] pb-2"
    >
      <div className="flex items-center gap-2">
        <h1
          key={title}
          ref={takeFocus}
          tabIndex={-1}
          dir="auto"
          className="line-clamp-2 min-w-0 flex-1 py-1 text-20 leading-6 font-[720] wrap-anywhere outline-none"
        >
          {title}
        </h1>
        {action}
        <IconButton label="Close" className="-me-2" onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </div>
      {children}
    </section>
  );
}
