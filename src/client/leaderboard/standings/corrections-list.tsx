import type { EventState } from '../../../domain/model/state.ts';
import type { ReadCorrection } from '../../../domain/results/describe-correction.ts';
import { describeMinute } from '../../../domain/results/official-since.ts';
import { BoardSection } from '../lists/board-section.tsx';

export interface CorrectionsListProps {
  readonly event: Pick<EventState, 'format' | 'timeZone'>;
  readonly corrections: readonly ReadCorrection[];
}

/** List of what has changed since the results were declared, for everybody who reads them. */
export function CorrectionsList({ event: { format, timeZone }, corrections }: CorrectionsListProps) {
  if (corrections.length === 0) return null;
  return (
    <BoardSection title="Corrected since official" aside={corrections.length} empty="">
      <ul className="overflow-clip rounded-card border border-line bg-card shadow-card">
        {corrections.map(({ racerId, attempt, name, declared, present, at }) => (
          <li key={`${racerId} ${attempt}`} className="px-3.5 py-2.5 not-first:border-t not-first:border-line">
            <p className="font-[650]">
              {name === null ? 'A racer who was taken out' : <bdi>{name}</bdi>}
              {format.attempts.count > 1 && ` · Heat ${attempt}`}
            </p>
            <p className="digits text-14">
              was {declared}, now <b className="font-[720]">{present}</b>
            </p>
            <p className="digits text-13 text-ink-2">{describeMinute(at, timeZone)}</p>
          </li>
        ))}
      </ul>
    </BoardSection>
  );
}
