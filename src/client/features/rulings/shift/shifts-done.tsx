import { counted } from '../../../../domain/language.ts';
import { formatAmount } from '../../../../domain/timing/amount.ts';
import { Button } from '../../../ui/button.tsx';
import type { OpenEvent } from '../../../event/event-context.ts';

/** Moves that are in force, each taken back as a whole. */
export function ShiftsDone({ open }: { readonly open: OpenEvent }) {
  const shifts = Object.entries(open.event.shifts).toReversed();
  if (shifts.length === 0) return null;
  return (
    <section aria-label="Moved so far" className="mt-4 max-w-3xl">
      <h2 className="px-1 text-14 font-[650] text-ink-2">Moved so far</h2>
      <ul className="mt-2 divide-y divide-line rounded-card border border-line bg-card px-4">
        {shifts.map(([shiftId, { ms, tapIds, reason }]) => (
          <li key={shiftId} className="flex items-center justify-between gap-3 py-2">
            <span className="min-w-0">
              <span className="digits font-[650]">
                {counted(tapIds.length, 'time', 'times')} by {formatAmount(ms)}
              </span>
              {reason !== '' && <bdi className="block truncate text-14 text-ink-2">{reason}</bdi>}
            </span>
            <Button
              className="shrink-0 px-4!"
              onClick={() => void open.sync.recordForEvent(open.eventId, { type: 'shift.undo', shiftId })}
            >
              Take back
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
