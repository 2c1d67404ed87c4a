import { type EventState, timeOf } from '../../../../domain/model/state.ts';
import { writeDecimal } from '../../../../domain/language.ts';
import { type DevicePair, type Matched, readingOf } from '../../../../domain/results/second-timers.ts';
import { formatExactTime } from '../../../../domain/timing/parse-time.ts';
import { epochMs } from '../../../../domain/units.ts';
import { nameLine } from '../../../../domain/results/points.ts';
import { Button } from '../../../ui/button.tsx';
import { type NameOfDevice, nameBand } from './keeper-words.ts';
import type { RecordStep } from './record-step.ts';

export interface DifferencesProps {
  readonly event: EventState;
  readonly pairs: readonly DevicePair[];
  /** Racers whose readings are far apart. */
  readonly apart: readonly Matched[];
  readonly nameOf: NameOfDevice;
  readonly record: RecordStep;
}

/** The widest differences come first: nobody settles a hundred. */
const MOST_SHOWN = 50;

export function Differences({ event, pairs, apart, nameOf, record }: DifferencesProps) {
  return (
    <div className="flex flex-col gap-4">
      <ul className="flex flex-col gap-3">
        {pairs.map(({ line, one, other, bands }) => (
          <li key={`${line} ${one} ${other}`}>
            <p>
              <bdi>{nameOf(one)}</bdi> and <bdi>{nameOf(other)}</bdi>, {nameLine(event, line)}
            </p>
            <ul className="digits mt-1 flex flex-wrap gap-2">
              {bands.map((count, band) => (
                <li
                  key={nameBand(band)}
                  className={`rounded-full px-3 py-1 text-14 ${count === 0 ? 'text-ink-2' : band === 0 ? 'bg-soft' : 'bg-waiting text-on-waiting'}`}
                >
                  {nameBand(band)}: <span className="font-[760]">{count}</span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {apart.length === 0 ? (
        <p className="text-14 text-ink-2">No two readings of a racer are more than 0.25 s apart.</p>
      ) : (
        <ul aria-label="More than 0.25 s apart" className="divide-y divide-line border-t border-line">
          {apart.slice(0, MOST_SHOWN).map((each) => (
            <Apart key={`${each.racer.entry.racerId} ${each.line}`} {...{ event, each, nameOf, record }} />
          ))}
        </ul>
      )}
    </div>
  );
}

interface ApartProps extends Pick<DifferencesProps, 'event' | 'nameOf' | 'record'> {
  readonly each: Matched;
}

function Apart({ event, each, nameOf, record }: ApartProps) {
  const { racer, line, readings, counting, difference } = each;
  const { name, bib } = racer.entry;
  const isMean = event.race.readings === 'mean';
  return (
    <li className="py-3">
      <p className="digits">
        <bdi className="font-[650]">{bib === null ? name : `${bib} ${name}`}</bdi>, {nameLine(event, line)}:{' '}
        {writeDecimal(difference / 1000, 2)} s apart
      </p>
      <ul className="mt-2 flex flex-col gap-2">
        {readings.map((tap) => {
          const counts = !isMean && tap.id === counting?.id;
          const time = formatExactTime(counts ? timeOf(tap) : epochMs(readingOf(tap)), event.timeZone);
          return (
            <li key={tap.id} className="flex flex-wrap items-center gap-x-3">
              <span className="digits text-18 font-[720]">{time}</span>
              <bdi className="min-w-24 flex-1 text-14 text-ink-2">{nameOf(tap.by.deviceId)}</bdi>
              {counts ? (
                <span className="flex min-h-12 items-center font-[650] text-good">counts</span>
              ) : isMean ? null : (
                <Button aria-label={`Keep ${time}`} onClick={() => void record({ type: 'tap.choose', tapId: tap.id })}>
                  Keep
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </li>
  );
}
