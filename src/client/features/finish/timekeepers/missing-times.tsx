import { describeFilled } from '../../../../domain/events/describe-readings.ts';
import { type EventState, type Tap, timeOf } from '../../../../domain/model/state.ts';
import { counted, writeDecimal } from '../../../../domain/language.ts';
import type { Fill, MissingTime } from '../../../../domain/results/missing-times.ts';
import type { Matched } from '../../../../domain/results/second-timers.ts';
import { formatExactTime } from '../../../../domain/timing/parse-time.ts';
import { nameLine } from '../../../../domain/results/points.ts';
import { Button } from '../../../ui/button.tsx';
import type { NameOfDevice } from './keeper-words.ts';
import type { RecordStep } from './record-step.ts';

export interface MissingTimesProps {
  readonly event: EventState;
  readonly missing: readonly MissingTime[];
  readonly filled: readonly (Matched & { readonly counting: Tap })[];
  readonly nameOf: NameOfDevice;
  readonly record: RecordStep;
}

/** Racers whom the main phone missed: their times from another phone, less its usual difference. */
export function MissingTimes({ event, missing, filled, nameOf, record }: MissingTimesProps) {
  const fillable = missing.flatMap((each) => (each.fill === null ? [] : [{ ...each, fill: each.fill }]));

  async function fill({ hand, counts }: MissingTime, { to, correction, of }: Fill): Promise<void> {
    await record({ type: 'tap.fill', tapId: hand.id, to, correction, of });
    if (!counts) await record({ type: 'tap.choose', tapId: hand.id });
  }
  async function fillAll(): Promise<void> {
    for (const each of fillable) await fill(each, each.fill);
  }
  const titleOf = ({ racer, line }: Pick<MissingTime, 'racer' | 'line'>) =>
    `${racer.entry.bib === null ? '' : `${racer.entry.bib} `}${racer.entry.name}, ${nameLine(event, line)}`;

  return (
    <div className="flex flex-col gap-3">
      <p className="text-14 text-ink-2">
        By FIS 611.3.2.1: the other phone’s time less its mean difference for the 10 starters before, completed with
        those after. Filled times are marked for admins and in the detailed CSV.
      </p>
      <ul className="digits divide-y divide-line">
        {missing.map((each) => (
          <li key={each.hand.id} className="flex flex-wrap items-center gap-3 py-2.5">
            <p className="min-w-52 flex-1">
              <bdi className="block font-[650]">{titleOf(each)}</bdi>
              <span className="block text-14 text-ink-2">
                {nameOf(each.hand.by.deviceId)}: {formatExactTime(timeOf(each.hand), event.timeZone)}
                {each.fill === null ? ', and no racer whom both phones read' : `, ${describeStep(each.fill)}`}
              </span>
            </p>
            {each.fill !== null && (
              <Button onClick={() => void fill(each, each.fill!)}>
                Fill {formatExactTime(each.fill.to, event.timeZone)}
              </Button>
            )}
          </li>
        ))}
        {filled.map((each) => (
          <li key={each.counting.id} className="flex flex-wrap items-center gap-3 py-2.5">
            <p className="min-w-52 flex-1">
              <bdi className="block font-[650]">{titleOf(each)}</bdi>
              <span className="block text-14 text-ink-2">
                {formatExactTime(timeOf(each.counting), event.timeZone)}, {describeFilled(each.counting.filled!)}
              </span>
            </p>
            <Button onClick={() => void record({ type: 'tap.correct', tapId: each.counting.id, to: null })}>
              Take back
            </Button>
          </li>
        ))}
      </ul>
      {fillable.length > 1 && (
        <Button variant="primary" className="self-start" onClick={() => void fillAll()}>
          Fill all {fillable.length}
        </Button>
      )}
    </div>
  );
}

/** For example '0.04 s taken off, by 10 racers'. */
function describeStep({ correction, of }: Fill): string {
  const seconds = writeDecimal(Math.abs(correction) / 1000, 2);
  return `${seconds} s ${correction < 0 ? 'added' : 'taken off'}, by ${counted(of, 'racer', 'racers')}`;
}
