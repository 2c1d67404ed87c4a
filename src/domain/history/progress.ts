import { medianOf } from '../results/median.ts';
import { byName, LEAST_FIELD, namePairs } from './compare.ts';
import { hasSamePoints, type TimedRace } from './races.ts';

const WEEK_MS = 7 * 86_400_000;
/** Two results are a difference, no trend. */
export const LEAST_RESULTS = 3;
/** Less than a week from the first to the last result is one good or bad day. Race days of a club drift by hours. */
const LEAST_SPAN_MS = 6 * 86_400_000;
/** The share of all pairs of results that must point the same way before a trend is called one. */
const LEAST_AGREEMENT = 0.75;

export interface DatedRace extends TimedRace {
  readonly eventId: string;
  readonly at: number;
}

/** `steady`: the results point both ways. In the order in which racers are listed. */
const says = ['faster', 'steady', 'slower'] as const;

/** Trend of a racer's results over time. */
export interface Trend {
  readonly results: number;
  /** Milliseconds from the first to the last result along the line of the trend. Below zero: faster. */
  readonly change: number;
  readonly perWeek: number;
  readonly says: (typeof says)[number];
}

interface DatedTime {
  /** The place of the event in the list of events. */
  readonly event: number;
  readonly ms: number;
  /** Empty where the event has other points than the last one. */
  readonly sections: readonly (number | null)[];
}

interface RacerProgress {
  readonly racerId: string;
  readonly name: string;
  readonly times: readonly DatedTime[];
  /** Null for too few results. */
  readonly trend: Trend | null;
  /** Trend with the day of each event taken out: weather and course made everybody slower or faster. */
  readonly ownTrend: Trend | null;
  /** Trends of the course's sections; null for too few results. */
  readonly sections: readonly (Trend | null)[];
}

export interface Progress {
  /** Effect of each event's day, in the order of the dates: how much slower than usual everybody was. Null without a field. */
  readonly days: readonly (number | null)[];
  readonly sections: readonly { readonly from: string | null; readonly to: string | null }[];
  /** In the order of `compareTrends`. */
  readonly racers: readonly RacerProgress[];
}

interface Ridden {
  name: string;
  readonly times: DatedTime[];
}

/** `races` in the order of their dates. The course has the points of its last race; other races count by their times alone. */
export function readProgress(races: readonly DatedRace[]): Progress {
  const points = races.at(-1)?.points ?? [];
  const sections = points.length === 0 ? [] : namePairs(points);
  const racers = new Map<string, Ridden>();
  for (const [event, race] of races.entries()) {
    const hasSections = hasSamePoints(points, race.points);
    for (const result of race.results) {
      const ridden = racers.get(result.racerId) ?? { name: '', times: [] };
      racers.set(result.racerId, ridden);
      ridden.name = result.name;
      ridden.times.push({ event, ms: result.ms, sections: hasSections ? result.sections : [] });
    }
  }
  const days = readDays(races.length, [...racers.values()]);
  const rows = [...racers].map(([racerId, { name, times }]): RacerProgress => {
    const trend = (msOf: (time: DatedTime) => number | null | undefined) =>
      trendOf(
        times.flatMap((time) => {
          const ms = msOf(time) ?? null;
          return ms === null ? [] : [{ at: races[time.event]!.at, ms }];
        }),
      );
    return {
      racerId,
      name,
      times,
      trend: trend(({ ms }) => ms),
      ownTrend: trend(({ ms, event }) => ms - (days[event] ?? 0)),
      sections: sections.map((_, index) => trend((time) => time.sections[index])),
    };
  });
  return { days, sections, racers: rows.toSorted(byGain) };
}

/**
 * How much slower than usual the field was on each day: the median, over the racers of the day, of how far each was from
 * the middle of their own times.
 */
function readDays(races: number, racers: readonly Ridden[]): (number | null)[] {
  const away: number[][] = Array.from({ length: races }, () => []);
  for (const { times } of racers) {
    if (times.length < LEAST_RESULTS) continue;
    const usual = medianOf(times.map(({ ms }) => ms))!;
    for (const { event, ms } of times) away[event]!.push(ms - usual);
  }
  return away.map((values) => (values.length < LEAST_FIELD ? null : medianOf(values)));
}

/**
 * `times` in the order of their dates. The slope is the median of the slopes of all pairs (Theil and Sen): one puncture, or one day with the wind behind, does
 * not turn it.
 */
export function trendOf(times: readonly { readonly at: number; readonly ms: number }[]): Trend | null {
  if (times.length < LEAST_RESULTS) return null;
  const span = times.at(-1)!.at - times[0]!.at;
  if (span < LEAST_SPAN_MS) return null;
  const slopes = slopesOf(times);
  const middle = (slopes.length - 1) / 2;
  const slope = (selectOf(slopes, Math.floor(middle)) + selectOf(slopes, Math.ceil(middle))) / 2;
  let agreeing = 0;
  for (const each of slopes) if (Math.sign(each) === Math.sign(slope)) agreeing += 1;
  const isClear = slope !== 0 && agreeing >= LEAST_AGREEMENT * slopes.length;
  return {
    results: times.length,
    change: Math.round(slope * span),
    perWeek: Math.round(slope * WEEK_MS),
    says: !isClear ? 'steady' : slope < 0 ? 'faster' : 'slower',
  };
}

function slopesOf(times: readonly { readonly at: number; readonly ms: number }[]): Float64Array {
  const slopes = new Float64Array((times.length * (times.length - 1)) / 2);
  let count = 0;
  for (let index = 1; index < times.length; index += 1) {
    const later = times[index]!;
    for (let before = 0; before < index; before += 1) {
      const earlier = times[before]!;
      if (later.at > earlier.at) slopes[count++] = (later.ms - earlier.ms) / (later.at - earlier.at);
    }
  }
  return slopes.subarray(0, count);
}

/**
 * The value that would stand at this place if the values were sorted; they are moved about. Sixty results are 1,770 pairs,
 * for each racer and each section: sorting them all took ten times as long.
 */
function selectOf(values: Float64Array, place: number): number {
  let [low, high] = [0, values.length - 1];
  while (low < high) {
    const pivot = values[(low + high) >> 1]!;
    let [left, right] = [low, high];
    while (left <= right) {
      while (values[left]! < pivot) left += 1;
      while (values[right]! > pivot) right -= 1;
      if (left > right) break;
      const moved = values[left]!;
      values[left++] = values[right]!;
      values[right--] = moved;
    }
    if (place <= right) high = right;
    else if (place >= left) low = left;
    else break;
  }
  return values[place]!;
}

function byGain(one: RacerProgress, other: RacerProgress): number {
  return compareTrends(one.trend, other.trend) || byName(one, other);
}

/** Those who got faster first, the largest gain at the top; those without a trend at the end. */
export function compareTrends(one: Trend | null, other: Trend | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return says.indexOf(one.says) - says.indexOf(other.says) || one.change - other.change;
}
