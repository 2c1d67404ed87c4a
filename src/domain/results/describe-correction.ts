import type { EventState } from '../model/state.ts';
import { describePenalty } from '../timing/amount.ts';
import { formatDuration } from '../timing/format.ts';
import { durationMs, type EpochMs } from '../units.ts';
import type { Correction, OfficialValue } from '../model/official.ts';
import { categoryOf } from './categories.ts';
import { isSameValue, officialValue } from './corrections.ts';
import { describeMinute } from './official-since.ts';
import { readRulingKey } from '../model/ruling.ts';

/** `25:12.30`, `25:22.30 with +0:10 penalty`, `25:12.30, handicap 01:00.00`, `DNF`, `no result`. */
export function describeValue(value: OfficialValue | null, unit?: number): string {
  if (value === null) return 'no result';
  if (value.ms === null) return value.status;
  const time = formatDuration(durationMs(value.ms), unit);
  const whole = value.penaltyMs === 0 ? time : `${time} with ${describePenalty(durationMs(value.penaltyMs))}`;
  return value.handicapMs === undefined ? whole : `${whole}, handicap ${describeHandicap(value.handicapMs)}`;
}

const describeHandicap = (ms: number): string => `${ms < 0 ? '−' : ''}${formatDuration(durationMs(Math.abs(ms)))}`;

/** A correction as the event has it now. */
export interface ReadCorrection {
  readonly racerId: string;
  readonly attempt: number;
  /** Null where the racer is in the event no more: a removed racer is named to nobody. */
  readonly name: string | null;
  readonly was: OfficialValue | null;
  readonly is: OfficialValue | null;
  /** The declared value in words, where it is another now; `present` is the value now. */
  readonly declared: string;
  readonly present: string;
  readonly at: EpochMs;
}

/** In one line, for paper and files. */
export function describeCorrection({ name, declared, present, at }: ReadCorrection, timeZone: string): string {
  const who = name ?? 'a racer who was taken out';
  return `Corrected ${describeMinute(at, timeZone)}: ${who}, was ${declared}, now ${present}`;
}

/** The latest first; none while the results are provisional. */
export function readCorrections(event: EventState): ReadCorrection[] {
  return Object.entries(event.official?.corrections ?? {})
    .map(([key, { was, at, ...before }]) => {
      const { racerId, attempt } = readRulingKey(key);
      const entry = event.entries[racerId];
      const isIn = entry !== undefined && !entry.removed;
      const is = officialValue(event, racerId, attempt);
      const words = (value: OfficialValue | null, { name, category }: Pick<Correction, 'name' | 'category'>) =>
        [
          isIn && before.name !== undefined ? name : null,
          isIn && before.category !== undefined ? (category ?? 'no category') : null,
          isSameValue(was, is) ? null : describeValue(value, event.precision.unit),
        ]
          .filter((part) => part != null)
          .join(', ');
      return {
        racerId,
        attempt,
        name: isIn ? entry.name : null,
        was,
        is,
        declared: words(was, before),
        present: words(is, isIn ? { name: entry.name, category: categoryOf(event, entry) } : {}),
        at,
      };
    })
    .toSorted((one, other) => other.at - one.at || (one.racerId < other.racerId ? -1 : 1));
}
