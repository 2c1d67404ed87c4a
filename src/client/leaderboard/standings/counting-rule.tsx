import { attemptNow, type EventState } from '../../../domain/model/state.ts';
import { countingWords } from '../shown-order.ts';

/** How the totals below are made. Admins have the number of the run above their buttons. */
export function CountingRule({ event, isViewer }: { readonly event: EventState; readonly isViewer: boolean }) {
  const { count, counts } = event.format.attempts;
  return (
    <p className="digits px-1 text-14 text-ink-2">
      {isViewer && `Run ${attemptNow(event)} of ${count}. `}
      {countingWords[counts]}
    </p>
  );
}
