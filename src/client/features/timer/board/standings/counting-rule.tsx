import type { Attempts } from '../../../../../domain/events/race-format.ts';
import { attemptNow, type EventState } from '../../../../../domain/events/state.ts';

const rules: Readonly<Record<Attempts['counts'], string>> = {
  best: 'The best run counts.',
  sum: 'All runs together count.',
  mean: 'The mean of all runs counts.',
  last: 'The last run counts.',
};

/** How the totals below are made. Admins have the number of the run above their buttons. */
export function CountingRule({ event, isViewer }: { readonly event: EventState; readonly isViewer: boolean }) {
  const { count, counts } = event.format.attempts;
  return (
    <p className="digits px-1 text-14 text-ink-2">
      {isViewer && `Run ${attemptNow(event)} of ${count}. `}
      {rules[counts]}
    </p>
  );
}
