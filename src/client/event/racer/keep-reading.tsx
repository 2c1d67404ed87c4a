import { keepReading, listChoices, nameChoices } from '../../../domain/events/describe-readings.ts';
import type { EndLine, Line } from '../../../domain/model/lines.ts';
import { type EventState, type Tap, timeOf } from '../../../domain/model/state.ts';
import { readResult } from '../../../domain/results/read-results.ts';
import { publish } from '../../../domain/model/precision.ts';
import { formatDuration } from '../../../domain/timing/format.ts';
import { formatExactTime } from '../../../domain/timing/parse-time.ts';
import { durationMs } from '../../../domain/units.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { OpenEvent } from '../event-context.ts';
import { MoveToRun } from './move-to-run.tsx';
import { Reading } from './reading.tsx';
import { nameRacer } from '../racer-words.ts';
import { recordWithUndo } from '../record.ts';

export interface KeepReadingProps {
  readonly open: OpenEvent;
  readonly racerId: string;
  readonly line: Line;
  /** Absent: the attempt that is timed now, or an earlier one that has several readings. */
  readonly attempt?: number;
  readonly onClose: () => void;
}

/** Several readings of one crossing: one is kept, and the others are taken back, which can be undone. */
export function KeepReading({ open, racerId, line, attempt, onClose }: KeepReadingProps) {
  const { event } = open;
  const choices = listChoices(event, racerId, line, attempt);
  const counting = choices.find(({ id }) => Object.values(event.counting).includes(id));
  const entry = event.entries[racerId];
  const name = entry === undefined ? '' : nameRacer(entry);

  function keep(kept: Tap): void {
    const { steps, back } = keepReading(event, choices, kept);
    recordWithUndo(open, `${name}: kept ${describeChoice(event, racerId, kept)}`, steps, back);
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
  return formatDuration(
    publish(durationMs(Math.max(0, times.finish - times.start + result.penalty)), event.precision),
    event.precision.unit,
  );
}
