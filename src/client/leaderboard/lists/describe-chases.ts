import type { EventState } from '../../../domain/model/state.ts';
import { LANGUAGE, word } from '../../../domain/language.ts';
import { type Chase, readChases } from '../../../domain/results/chase.ts';
import { formatGap } from '../../../domain/timing/format.ts';
import type { ChaseWords } from './on-course-row.tsx';

/** The standing of racers on course, in events that have points between start and finish. */
export function describeChases(event: EventState): ReadonlyMap<string, ChaseWords> | undefined {
  if (event.race.points.length === 0) return undefined;
  return new Map(
    [...readChases(event)].map(([racerId, chase]) => [racerId, describeChase(chase, event.precision.unit)]),
  );
}

export function describeChase({ place, needs }: Chase, unit?: number): ChaseWords {
  return {
    place: place === null ? '' : describePlace(place, unit),
    until: needs?.elapsed ?? null,
    where: needs?.point == null ? '' : `at ${needs.point.name} `,
  };
}

function describePlace({ point, rank, of, gap }: NonNullable<Chase['place']>, unit?: number): string {
  return `${ordinal(rank)} of ${of} at ${point.name}${gap > 0 ? ` ${formatGap(gap, unit)}` : ''}`;
}

const rules = new Intl.PluralRules(LANGUAGE, { type: 'ordinal' });
const ENDINGS: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = {
  one: word('st'),
  two: word('nd'),
  few: word('rd'),
};

function ordinal(rank: number): string {
  return `${rank}${ENDINGS[rules.select(rank)] ?? word('th')}`;
}
