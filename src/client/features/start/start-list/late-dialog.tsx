import { listGaps, placeAt, startAtEnd } from '../../../../domain/schedule/late-starter.ts';
import type { Starter } from '../../../../domain/schedule/order.ts';
import { usualInterval } from '../../../../domain/schedule/spread.ts';
import { formatTimeOfDay } from '../../../../domain/timing/local-time.ts';
import { durationMs, type EpochMs } from '../../../../domain/units.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import type { StartListActions } from './use-start-list.ts';

export interface LateDialogProps {
  readonly starter: Starter;
  readonly starters: readonly Starter[];
  readonly timeZone: string;
  readonly now: EpochMs;
  readonly actions: StartListActions;
  readonly onClose: () => void;
}

/** A start for one racer where nobody else has to move. */
export function LateDialog({ starter, starters, timeZone, now, actions, onClose }: LateDialogProps) {
  const others = starters.filter(({ racerId }) => racerId !== starter.racerId);
  const interval = usualInterval(others) ?? durationMs(60_000);
  const gaps = listGaps(others, interval, now);
  const end = startAtEnd(others, interval, now);
  const choose = (at: EpochMs) => {
    actions.place(
      [placeAt(starters, starter.racerId, at)],
      `${starter.name} starts at ${formatTimeOfDay(at, timeZone)}`,
    );
    onClose();
  };
  return (
    <Dialog open onClose={onClose} title="Another start time">
      <p className="mb-3">
        <bdi className="font-[650]">{starter.name}</bdi>. Nobody else moves.
      </p>
      <div className="flex flex-col gap-3">
        {end !== null && (
          <Button size="lg" onClick={() => choose(end)}>
            <span className="digits">At the end, {formatTimeOfDay(end, timeZone)}</span>
          </Button>
        )}
        {gaps.length > 0 && (
          <>
            <h3 className="text-14 font-[650]">In a free slot</h3>
            <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
              {gaps.map((at) => (
                <Button key={at} onClick={() => choose(at)}>
                  <span className="digits">{formatTimeOfDay(at, timeZone)}</span>
                </Button>
              ))}
            </div>
          </>
        )}
        {gaps.length === 0 && <p className="text-ink-2">No free slots left in the list.</p>}
      </div>
    </Dialog>
  );
}
