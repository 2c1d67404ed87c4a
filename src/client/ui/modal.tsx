import { type ComponentProps, type SyntheticEvent, useLayoutEffect, useRef } from 'react';
import { enterModal } from './top-modal.ts';

export interface ModalProps extends Omit<ComponentProps<'dialog'>, 'open' | 'onCancel' | 'onClose' | 'ref'> {
  /** Called by Escape, the phone's back gesture, and the backdrop when `closeOnBackdrop` is set. */
  onDismiss: () => void;
  closeOnBackdrop?: boolean;
}

/**
 * A native modal dialog that is open for as long as it is mounted. The browser traps focus and gives it back. Focus
 * goes to the last element marked `data-autofocus`, so that content can claim it from a frame around it.
 */
export function Modal({ onDismiss, closeOnBackdrop = false, children, ...rest }: ModalProps) {
  const dialogRef = useRef<HTMLDialogElement>(null);
  const pressedOnBackdrop = useRef(false);

  useLayoutEffect(() => {
    const dialog = dialogRef.current;
    if (!dialog) return;
    // React does not render the autofocus attribute, which showModal() looks for.
    [...dialog.querySelectorAll('[data-autofocus]')].at(-1)?.setAttribute('autofocus', '');
    dialog.showModal();
    const leaveModal = enterModal(dialog);
    return () => {
      leaveModal();
      // An open dialog that is only removed from the document does not give focus back.
      dialog.close();
    };
  }, []);

  // A file input inside the dialog sends `cancel` too, and it bubbles.
  function onCancel(event: SyntheticEvent<HTMLDialogElement>) {
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    onDismiss();
  }

  // Browsers may close a dialog without asking (a second Escape in a row): the state has to follow.
  function onClose(event: SyntheticEvent<HTMLDialogElement>) {
    if (event.target === event.currentTarget && !event.currentTarget.open) onDismiss();
  }

  return (
    <dialog
      {...rest}
      ref={dialogRef}
      onCancel={onCancel}
      onClose={onClose}
      // A drag that begins on text inside and ends outside is not a press on the backdrop.
      onPointerDown={(event) => (pressedOnBackdrop.current = event.target === event.currentTarget)}
      onClick={(event) => {
        if (closeOnBackdrop && pressedOnBackdrop.current && event.target === event.currentTarget) onDismiss();
      }}
    >
      {children}
    </dialog>
  );
}
