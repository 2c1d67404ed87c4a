import type { EntryResult } from '../../../../domain/results/entry-result.ts';
import { timeOf } from '../../../../domain/model/state.ts';
import { formatTimeOfDay } from '../../../../domain/timing/local-time.ts';
import { Button } from '../../../ui/button.tsx';
import { offsetWords } from './gate-words.ts';
import { RacerName } from './gate-racers.tsx';

const SHOWN = 5;

export interface StartedRacersProps {
  readonly results: readonly EntryResult[];
  readonly timeZone: string;
  readonly onUndo: (racer: EntryResult) => void;
}

/** The last starts, newest first, each with its own undo. A wave is shown whole. */
export function StartedRacers({ results, timeZone, onUndo }: StartedRacersProps) {
  const started = results
    .flatMap((racer) => (racer.start === null || racer.state === 'out' ? [] : [{ ...racer, start: racer.start }]))
    .toSorted((one, other) => other.start.seq - one.start.seq);
  const newest = started[0];
  if (newest === undefined) return null;
  const shown = started.filter(
    ({ start }, index) => index < SHOWN || start.captured.monotonic === newest.start.captured.monotonic,
  );
  return (
    <section aria-labelledby="gate-started" className="mt-6">
      <h2 id="gate-started" className="text-18 font-[720]">
        Started <span className="digits text-ink-2">{started.length}</span>
      </h2>
      <ul className="divide-y divide-line">
        {shown.map((racer) => {
          const at = timeOf(racer.start);
          const listed = racer.entry.slot?.at ?? null;
          const isFlagged = racer.startFlag !== null;
          const offset = listed === null ? null : offsetWords(at - listed);
          return (
            <li key={racer.entry.racerId} className="flex h-14 items-center gap-3">
              <RacerName racer={racer} className="truncate text-16">
                <span
                  className={`digits block truncate text-14 ${isFlagged ? 'font-[650] text-danger' : 'text-ink-2'}`}
                >
                  {formatTimeOfDay(at, timeZone)}
                  {offset !== null && ` · ${offset}`}
                  {isFlagged && ', flagged'}
                </span>
              </RacerName>
              <Button
                className="min-h-11! px-3! py-0! @max-[14rem]:px-1!"
                aria-label={`Undo the start of ${racer.entry.name}`}
                onClick={() => onUndo(racer)}
              >
                Undo
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
