import { listChoices, nameChoices } from '../../../../domain/events/describe-readings.ts';
import type { EndLine, Line } from '../../../../domain/model/lines.ts';
import { type EventState, type Tap, timeOf } from '../../../../domain/model/state.ts';
import { readResult } from '../../../../domain/results/read-results.ts';
import { publish } from '../../../../domain/model/precision.ts';
import { formatDuration } from '../../../../domain/timing/format.ts';
import { formatExactTime } from '../../../../domain/timing/parse-time.ts';
import { durationMs } from '../../../../domain/units.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import type { OpenEvent } from '../../../event/event-context.ts';
import { MoveToRun } from '../../../event/racer/move-to-run.tsx';
import { Reading } from '../../../event/racer/reading.tsx';
import { recordWithUndo } from '../../../event/record.ts';

export interface KeepReadingProps {
  readonly open: OpenEvent;
  readonly racerId: string;
  readonly line: Line;
  readonly onClose: () => void;
}

/** Several readings of one crossing: one is kept, and the others are taken back, which can be undone. */
export function KeepReading({ open, racerId, line, onClose }: KeepReadingProps) {
  const { event } = open;
  const choices = listChoices(event, racerId, line);
  const counting = choices.find(({ id }) => Object.values(event.counting).includes(id));
  const name = event.entries[racerId]?.name ?? '';

  function keep(kept: Tap): void {
    const others = choices.filter(({ id }) => id !== kept.id);
    const choose = (tap: Tap | undefined) =>
      tap === undefined ? [] : [{ type: 'tap.choose', tapId: tap.id } as const];
    const isOther = kept !== counting;
    recordWithUndo(
      open,
      `${name}: kept ${describeChoice(event, racerId, kept)}`,
      [...(isOther ? choose(kept) : []), ...others.map(({ id }) => ({ type: 'tap.undo', tapId: id }) as const)],
      [...others.map(({ id }) => ({ type: 'tap.redo', tapId: id }) as const), ...(isOther ? choose(counting) : [])],
    );
    onClose();
  }

  return (
    <Dialog open onClose={onClose} title={nameChoices(choices.length, line)}>
      <p className="mb-2 text-18 font-[650]">
        <bdi>{name}</bdi>
      </p>
      <ul className="divide-y divide-line">
        {choices.map((tap) => (
          <li key={tap.id} className="flex flex-wrap items-center gap-3 py-3">
            <Reading open={open} tap={tap} difference={tap === counting ? 'counts now' : null} />
            <Button
              variant={tap === counting ? 'primary' : 'outline'}
              size="timing"
              className="digits"
              onClick={() => keep(tap)}
            >
              Keep {describeChoice(event, racerId, tap)}
            </Button>
            {tap !== counting && <MoveToRun open={open} tap={tap} />}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** The racer's time with this reading where that can be told; the time of day otherwise. */
function describeChoice(event: EventState, racerId: string, tap: Tap): string {
  const entry = event.entries[racerId];
  const result = entry && readResult(event, entry, tap.attempt);
  const times: Record<EndLine, number | null> = {
    start: tap.line === 'start' ? timeOf(tap) : (result?.startTime ?? null),
    finish: tap.line === 'finish' ? timeOf(tap) : (result?.finishTime ?? null),
  };
  if (result === undefined || times.start === null || times.finish === null || times.finish < times.start) {
    return formatExactTime(timeOf(tap), event.timeZone);
  }
  return formatDuration(publish(durationMs(Math.max(0, times.finish - times.start + result.penalty)), event.precision));
}
