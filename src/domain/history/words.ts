import { LANGUAGE } from '../language.ts';
import { formatClock } from '../timing/format.ts';
import { durationMs } from '../units.ts';
import type { EarlierBest } from './earlier-bests.ts';
import type { Marks } from './marks.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** For example 'PB by 0:12', 'first time under 25 minutes'. */
export function describeMarks({ bestByMs, firstUnderMs }: Marks): readonly string[] {
  return [
    ...(bestByMs === null ? [] : [`PB by ${formatDifference(bestByMs)}`]),
    ...(firstUnderMs === null ? [] : [describeFirstUnder(firstUnderMs)]),
  ];
}

function describeFirstUnder(ms: number): string {
  if (ms === MINUTE_MS) return 'first time under 1 minute';
  if (ms === HOUR_MS) return 'first time under 1 hour';
  return ms % HOUR_MS === 0 ? `first time under ${ms / HOUR_MS} hours` : `first time under ${ms / MINUTE_MS} minutes`;
}

/** `0:12`, `1:02:03`; a small one to the hundredth, `0:00.45`, unless it is of whole seconds. */
export function formatDifference(ms: number): string {
  const clock = formatClock(durationMs(ms)).replace(/^0(?=\d:)/, '');
  const hundredths = Math.floor((ms % 1000) / 10);
  return ms < 10_000 && hundredths > 0 ? `${clock}.${String(hundredths).padStart(2, '0')}` : clock;
}

/** `24:31`, as people say it. */
const formatSaid = (ms: number): string => formatClock(durationMs(ms)).replace(/^0(?=\d:)/, '');

/** For example 'fastest since May'. */
export const describeSince = (since: number, at: number, timeZone: string): string =>
  monthOf(since, timeZone) === monthOf(at, timeZone)
    ? `fastest since ${dayOf(since, timeZone)} ${nameMonth(since, at, timeZone)}`
    : `fastest since ${nameMonth(since, at, timeZone)}`;

/** For example '5th time here · best 24:31 in May · last 25:02': `now` says which year needs no name. */
export function describeEarlier({ ms, at, count, lastMs }: EarlierBest, now: number, timeZone: string): string {
  const best = `best ${formatSaid(ms)} in ${nameMonth(at, now, timeZone)}`;
  return `${ordinal(count + 1)} time here · ${best} · last ${formatSaid(lastMs)}`;
}

const ordinals = /* @__PURE__ */ new Intl.PluralRules('en', { type: 'ordinal' });
const ENDINGS: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = { one: 'st', two: 'nd', few: 'rd' };
/** Other languages write their ending in the sentence itself. */
const ordinal = (count: number): string =>
  LANGUAGE === 'en' ? `${count}${ENDINGS[ordinals.select(count)] ?? 'th'}` : String(count);

/** Year and month, to compare. */
const monthOf = (at: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: 'numeric' }).format(at);
const yearOf = (at: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en', { timeZone, year: 'numeric' }).format(at);
const dayOf = (at: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en', { timeZone, day: 'numeric' }).format(at);

/**
 * `May`, and `May 2025` in another year. Within one month the day stands before it, with the article that a language has
 * for it: a racer of every week would read 'fastest since May' in May.
 */
function nameMonth(at: number, seenFrom: number, timeZone: string): string {
  return new Intl.DateTimeFormat(LANGUAGE === 'en' ? 'en-GB' : LANGUAGE, {
    timeZone,
    month: 'long',
    ...(yearOf(at, timeZone) !== yearOf(seenFrom, timeZone) && { year: 'numeric' }),
  }).format(at);
}
