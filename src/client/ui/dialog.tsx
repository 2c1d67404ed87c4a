import { type ReactNode, useId } from 'react';
import { CloseIcon } from './icons.tsx';
import { Modal } from './modal.tsx';

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  footer?: ReactNode;
  size?: 'md' | 'lg';
}

// The dialog element is a see-through frame over the whole screen, so that a press beside the panel is a press on the
// dialog itself, and menus and toasts rendered inside it are not cut off at the panel's edge.
const FRAME =
  'fixed inset-0 m-0 open:flex h-dvh max-h-none w-full max-w-none items-end justify-center bg-transparent p-0 ' +
  'sm:items-center sm:p-6';

const PANEL =
  'flex max-h-[calc(100dvh-48px)] w-full animate-rise flex-col rounded-t-board border border-line bg-card text-ink ' +
  'shadow-float max-sm:border-x-0 max-sm:border-b-0 sm:rounded-board';

/** A sheet from the bottom edge on a phone, a panel in the middle elsewhere. Its content is mounted only while open. */
export function Dialog({ open, ...rest }: DialogProps) {
  return open ? <OpenDialog {...rest} /> : null;
}

function OpenDialog({ onClose, title, children, footer, size = 'md' }: Omit<DialogProps, 'open'>) {
  const titleId = useId();
  return (
    <Modal onDismiss={onClose} closeOnBackdrop aria-labelledby={titleId} className={FRAME}>
      <div className={`${PANEL} ${size === 'lg' ? 'sm:max-w-3xl' : 'sm:max-w-lg'}`}>
        <header className="flex items-start justify-between gap-4 pt-4 pe-3 ps-5 sm:ps-6">
          <h2 id={titleId} tabIndex={-1} data-autofocus className="heading min-w-0 py-2 text-24 outline-none">
            {title}
          </h2>
          <button
            type="button"
            onClick={onClose}
            className="flex size-12 shrink-0 items-center justify-center rounded-button text-ink-2 hover:bg-soft hover:text-ink"
          >
            <CloseIcon />
            <span className="sr-only">Close</span>
          </button>
        </header>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-2 pb-[max(1.25rem,env(safe-area-inset-bottom))] sm:px-6 sm:pb-6">
          {children}
        </div>
        {footer && (
          <footer className="flex flex-wrap justify-end gap-3 border-t border-line px-5 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] max-sm:*:flex-1 sm:px-6">
            {footer}
          </footer>
        )}
      </div>
    </Modal>
  );
}
