import type { Channel } from './channels.ts';
import { distanceBetween, shortestTurn } from './geo.ts';
import { type Samples, sampleCount } from './recording.ts';
import { segmentsOf } from './segments.ts';
import { findTorn, type TornLine } from './torn-line.ts';

export interface FilterSettings {
  /** Off: every fix counts except those without a valid position. */
  readonly isOn: boolean;
  /** 2 in the plane, 3 in space; recordings without this channel pass. */
  readonly leastFix: number;
  /** Dilution of precision. */
  readonly mostPrecision: number;
  /** m/s */
  readonly mostSpeed: number;
  /** m/s², judged by two neighbours; a fix may always be some metres beside the line. */
  readonly mostAcceleration: number;
}

export const DEFAULT_FILTER: FilterSettings = {
  isOn: true,
  leastFix: 2,
  mostPrecision: 10,
  mostSpeed: 120,
  mostAcceleration: 30,
};

/** Why a fix does not count. `nowhere`: half a position, or 0° by 0°, off Africa. */
export type BadFixReason = 'nowhere' | 'no-fix' | 'imprecise' | 'jump' | 'stuck';

export interface FilteredFixes {
  /** As many samples as before, so that indices hold; the positions of bad fixes are NaN. */
  readonly samples: Samples;
  readonly removed: Readonly<Record<BadFixReason, number>>;
  /** Samples before which the line is torn: the step to them is neither way nor speed. */
  readonly tears: readonly number[];
}

/** How far beside the line between its neighbours a fix may lie without being called a jump. */
const SLACK_METRES = 8;
/** Below this average speed a repeated position means standing; above it the receiver had nothing new. */
const STANDING_SPEED = 0.5;

/** Removes impossible positions, and, where the receiver itself reported no fix, also the values it derived. */
export function filterFixes(
  samples: Samples,
  settings: FilterSettings = DEFAULT_FILTER,
  breaks: readonly number[] = [0],
): FilteredFixes {
  const removed = { nowhere: 0, 'no-fix': 0, imprecise: 0, jump: 0, stuck: 0 };
  const { lat: givenLat, lon: givenLon } = samples.channels;
  if (givenLat === undefined || givenLon === undefined) return { samples, removed, tears: [] };
  const lat = givenLat.slice();
  const lon = givenLon.slice();
  const channels: Partial<Record<Channel, Float64Array>> = { ...samples.channels, lat, lon };
  const take = (index: number, reason: BadFixReason) => {
    lat[index] = NaN;
    lon[index] = NaN;
    removed[reason] += 1;
  };
  const { fix, precision } = samples.channels;
  const blanked = settings.isOn && fix !== undefined ? blankable(channels) : [];
  for (let index = 0; index < lat.length; index += 1) {
    const isBlank = Number.isNaN(lat[index]!) && Number.isNaN(lon[index]!);
    if (!isBlank && !isSomewhere(lat[index]!, lon[index]!)) take(index, 'nowhere');
    if (!settings.isOn) continue;
    if (fix !== undefined && fix[index]! < settings.leastFix) {
      if (!Number.isNaN(lat[index]!)) take(index, 'no-fix');
      for (const values of blanked) values[index] = NaN;
    } else if (!Number.isNaN(lat[index]!) && precision !== undefined && precision[index]! > settings.mostPrecision) {
      take(index, 'imprecise');
    }
  }
  const tears: number[] = [];
  if (settings.isOn) {
    for (const [from, to] of segmentsOf(sampleCount(samples), breaks)) {
      const fixes = new Fixes(samples.time, lat, lon, from, to);
      for (const index of fixes.findStuck()) take(index, 'stuck');
      for (const index of fixes.findUnreachable(settings.mostSpeed)) take(index, 'jump');
      const torn = fixes.findTorn();
      for (const index of torn.bad) take(index, 'jump');
      for (const index of fixes.findSpikes(settings.mostAcceleration, new Set(torn.tears))) take(index, 'jump');
      tears.push(...torn.tears);
    }
  }
  return { samples: { time: samples.time, channels }, removed, tears };
}

export function isSomewhere(lat: number, lon: number): boolean {
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 && (Math.abs(lat) > 1e-5 || Math.abs(lon) > 1e-5);
}

/** Without a fix the receiver's speed, heading and height are as unreliable as its position. */
function blankable(channels: Partial<Record<Channel, Float64Array>>): Float64Array[] {
  return (['speed', 'heading', 'elevation'] as const).flatMap((name) => {
    if (channels[name] === undefined) return [];
    const values = channels[name].slice();
    channels[name] = values;
    return [values];
  });
}

/** The fixes of one segment that have a position. Each search looks at the fixes that the ones before it left. */
class Fixes {
  readonly #time: Float64Array;
  readonly #lat: Float64Array;
  readonly #lon: Float64Array;
  #known: number[] = [];

  constructor(time: Float64Array, lat: Float64Array, lon: Float64Array, from: number, to: number) {
    this.#time = time;
    this.#lat = lat;
    this.#lon = lon;
    for (let index = from; index < to; index += 1) {
      if (!Number.isNaN(lat[index]!)) this.#known.push(index);
    }
  }

  /**
   * Finds a repeated position before one that is too far away for standing: only the first of the repeats counts. A single
   * fix far away is a bad one: without the repeats around it, somebody could have gone there.
   */
  findStuck(): Set<number> {
    const stuck = new Set<number>();
    /** Seconds of a place that was repeated so far. */
    let longest = 0;
    for (let first = 0; first < this.#known.length;) {
      let next = first + 1;
      while (next < this.#known.length && this.#isSamePlace(this.#known[first]!, this.#known[next]!)) next += 1;
      const after = this.#known[next];
      if (next > first + 1 && after !== undefined && !this.#isAlone(first, next, longest)) {
        const speed = this.#metres(this.#known[first]!, after) / this.#seconds(this.#known[first]!, after);
        if (speed > STANDING_SPEED) {
          for (const index of this.#known.slice(first + 1, next)) stuck.add(index);
          longest = Math.max(longest, this.#seconds(this.#known[first]!, after));
        }
      }
      first = next;
    }
    return this.#without(stuck);
  }

  /**
   * Impossible steps cut the fixes into chains. The longest is believed; from its ends outwards a fix counts as soon as
   * it can be reached from the last that counted. So a wrong first fix does not condemn all that follow it.
   */
  findUnreachable(mostSpeed: number): Set<number> {
    const known = this.#known;
    // Where one of the two has no time nothing can be told, and both count.
    const canReach = (a: number, b: number) =>
      !(this.#metres(a, b) > mostSpeed * Math.abs(this.#seconds(a, b)) + SLACK_METRES);
    let longest = [0, 0];
    for (let from = 0, to = 1; to <= known.length; to += 1) {
      if (to < known.length && canReach(known[to - 1]!, known[to]!)) continue;
      if (to - from > longest[1]! - longest[0]!) longest = [from, to];
      from = to;
    }
    const bad = new Set<number>();
    const walk = (start: number, end: number, step: number) => {
      let last = start;
      for (let at = start; at !== end; at += step) {
        if (canReach(known[last]!, known[at]!)) last = at;
        else bad.add(known[at]!);
      }
    };
    if (known.length > 0) {
      walk(longest[1]! - 1, known.length, 1);
      walk(longest[0]!, -1, -1);
    }
    return this.#without(bad);
  }

  /** Finds fixes far beside the line between their neighbours: further than the hardest braking or turn explains. */
  findSpikes(mostAcceleration: number, tears: ReadonlySet<number>): Set<number> {
    const bad = new Set<number>();
    const known = this.#known;
    for (let at = 1; at < known.length - 1; at += 1) {
      const before = bad.has(known[at - 1]!) ? known[at - 2]! : known[at - 1]!;
      const [here, after] = [known[at]!, known[at + 1]!];
      if (tears.has(here) || tears.has(after)) continue;
      const [past, ahead] = [this.#seconds(before, here), this.#seconds(here, after)];
      if (!(past > 0) || !(ahead > 0)) continue;
      const part = past / (past + ahead);
      const lat = this.#lat[before]! + (this.#lat[after]! - this.#lat[before]!) * part;
      const lon = this.#lon[before]! + shortestTurn(this.#lon[after]! - this.#lon[before]!) * part;
      const beside = distanceBetween(lat, lon, this.#lat[here]!, this.#lon[here]!);
      if (beside > SLACK_METRES + (mostAcceleration * past * ahead) / 2) bad.add(here);
    }
    return this.#without(bad);
  }

  findTorn(): TornLine {
    const torn = findTorn(this.#known, this.#time, this.#lat, this.#lon);
    this.#without(torn.bad);
    return torn;
  }

  #without<Bad extends ReadonlySet<number>>(bad: Bad): Bad {
    if (bad.size > 0) this.#known = this.#known.filter((index) => !bad.has(index));
    return bad;
  }

  /** Whether the fix behind a repeated position is left again at once, or ends a repeat longer than all before. */
  #isAlone(first: number, next: number, longest: number): boolean {
    const [here, there, behind] = [this.#known[first]!, this.#known[next]!, this.#known[next + 1]];
    if (behind === undefined) return this.#seconds(here, there) > 2 * longest;
    return this.#metres(here, behind) < this.#metres(here, there) / 2;
  }

  #isSamePlace(a: number, b: number): boolean {
    return this.#lat[a] === this.#lat[b] && this.#lon[a] === this.#lon[b];
  }

  #seconds(a: number, b: number): number {
    return this.#time[b]! - this.#time[a]!;
  }

  #metres(a: number, b: number): number {
    return distanceBetween(this.#lat[a]!, this.#lon[a]!, this.#lat[b]!, this.#lon[b]!);
  }
}
