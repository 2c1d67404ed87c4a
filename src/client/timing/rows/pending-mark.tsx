import { SendingIcon } from '../../ui/icons.tsx';

/** Shown after a moment: with a signal a tap is confirmed before the mark can be read, and it would only flicker. */
export function PendingMark() {
  return (
    <span
      title="On this device, not on the server yet"
      className="me-1 inline-flex animate-appear items-center align-[-3px] text-waiting-ink [animation-delay:600ms] [animation-fill-mode:both]"
    >
      <SendingIcon className="size-4" />
      <span className="sr-only">Not on the server yet. </span>
    </span>
  );
}
