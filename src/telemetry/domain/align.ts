import type { ClockFact, ClockMethod } from './recording.ts';

/**
 * Offset of one recording's time on another's: time there = own time + offset. The shape is that of the protocol: `best` of
 * the results below can be stored in a run as it is.
 */
export interface Alignment {
  readonly offset: number;
  readonly method: 'clocks' | 'speed';
  /** Confidence from 0 to 1. */
  readonly confidence: number;
  readonly uncertaintySeconds: number;
}

/** Start and end of a recording, on its own timeline. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface ClockHints {
  /** Spans of the recordings; where both are given, recordings are placed only where they overlap. */
  readonly video?: Span;
  readonly data?: Span;
  /** Minutes east of Greenwich at the user's position: the likeliest setting of their camera. */
  readonly zoneMinutes?: number;
}

/**
 * Places the video on the data's timeline by the most trusted clocks that both have. Null when one has none, or when several
 * zones of the camera are equally likely.
 */
export function alignByClocks(
  video: readonly ClockFact[],
  data: readonly ClockFact[],
  hints: ClockHints = {},
): Alignment | null {
  const [likeliest] = alignAllByClocks(video, data, hints);
  return likeliest !== undefined && likeliest.confidence >= LEAST_CONFIDENCE ? likeliest : null;
}

/** Confidence in each clock, when nothing speaks against it. */
const TRUST: Readonly<Record<ClockMethod, number>> = {
  'sample-time': 0.98,
  'payload-time': 0.95,
  'camera-event': 0.85,
  'creation-time': 0.6,
};

const LEAST_CONFIDENCE = 0.25;
const MOST_CANDIDATES = 5;
/** Seconds, as the protocol bounds them. */
const MOST_OFFSET = 1e7;
const QUARTER_HOUR = 900;
const WESTMOST = -12 * 3600;
const EASTMOST = 14 * 3600;
/** Seconds by which recordings may miss each other, because clocks are not exact. */
const SLACK = 20;
/**
 * Cameras write their local time of day as if it were UTC. Their clock is set by hand, or by satellite without the leap
 * seconds: a GoPro MAX was 18 s ahead, a HERO7 99 s. So a creation time is never more certain than this.
 */
const CREATION_UNCERTAINTY = 120;

/** Alignments that the clocks allow, the likeliest first: more than one if the camera's zone is unknown. At most 5. */
export function alignAllByClocks(
  video: readonly ClockFact[],
  data: readonly ClockFact[],
  hints: ClockHints = {},
): readonly Alignment[] {
  const found = [
    ...data.flatMap((fact) => (fact.method === 'camera-event' ? byCameraEvent(fact, video, data) : [])),
    ...ownClocks(video).flatMap((mine) =>
      ownClocks(data).flatMap((theirs) => {
        const isOpen = (mine.method === 'creation-time') !== (theirs.method === 'creation-time');
        return isOpen ? byZones(mine, theirs, hints) : [between(mine, theirs, 0, 1)];
      }),
    ),
  ];
  const byTrust = found.filter((one) => canBe(one, hints)).toSorted((a, b) => b.confidence - a.confidence);
  // A second clock with the same offset is no second candidate.
  const isNew = (one: Alignment, at: number) =>
    !byTrust.slice(0, at).some((other) => Math.abs(other.offset - one.offset) <= one.uncertaintySeconds);
  return byTrust.filter(isNew).slice(0, MOST_CANDIDATES);
}

/** Recordings that do not overlap are of two outings, and an offset of months could not be stored. */
function canBe({ offset, uncertaintySeconds }: Alignment, { video, data }: ClockHints): boolean {
  if (Math.abs(offset) > MOST_OFFSET) return false;
  if (video === undefined || data === undefined) return true;
  const apart = Math.max(video.start + offset - data.end, data.start - video.end - offset);
  return apart <= SLACK + 3 * uncertaintySeconds;
}

/** A recorder notes the camera's start beside its own times: that note is about the video, not about the recorder. */
function ownClocks(facts: readonly ClockFact[]): readonly ClockFact[] {
  return facts.filter(({ method }) => method !== 'camera-event');
}

function between(mine: ClockFact, theirs: ClockFact, zoneSeconds: number, likelihood: number): Alignment {
  const uncertainty = Math.hypot(uncertaintyOf(mine), uncertaintyOf(theirs));
  return {
    offset: (mine.at - theirs.at) / 1000 + zoneSeconds,
    method: 'clocks',
    confidence: Math.min(TRUST[mine.method], TRUST[theirs.method]) * likelihood,
    uncertaintySeconds: uncertainty,
  };
}

/** Readers report that a creation time may be wrong by any time zone; here the zone has been found. */
function uncertaintyOf({ method, uncertaintySeconds }: ClockFact): number {
  if (method !== 'creation-time') return uncertaintySeconds;
  // A table without a zone is of a receiver, whose minutes are right.
  return uncertaintySeconds > QUARTER_HOUR ? CREATION_UNCERTAINTY : Math.max(uncertaintySeconds, SLACK);
}

/**
 * Places a video by the recorder's note that the camera started; of several starts the one that the camera's own clock allows
 * is likelier.
 */
function byCameraEvent(event: ClockFact, video: readonly ClockFact[], data: readonly ClockFact[]): Alignment[] {
  const recorder = ownClocks(data)[0];
  if (recorder === undefined) return [];
  const camera = ownClocks(video)[0];
  const off = camera === undefined ? 0 : (camera.at - event.at) / 1000;
  const rest = Math.abs(off - Math.round(off / QUARTER_HOUR) * QUARTER_HOUR);
  const likelihood = camera === undefined || rest <= Math.max(5, 3 * Math.min(SLACK, uncertaintyOf(camera))) ? 1 : 0.5;
  return [between(event, recorder, 0, likelihood)];
}

/**
 * Places recordings of which one has a clock in an unknown time zone. Each quarter hour from the date line to the date line is
 * tried: the zone where the recordings overlap most is likeliest, and among equals UTC, the user's own zone, whole hours, the
 * smaller shift.
 */
function byZones(mine: ClockFact, theirs: ClockFact, hints: ClockHints): Alignment[] {
  const { video, data, zoneMinutes } = hints;
  const sign = mine.method === 'creation-time' ? -1 : 1;
  const raw = (mine.at - theirs.at) / 1000;
  const options: { shift: number; likelihood: number }[] = [];
  for (let zone = WESTMOST; zone <= EASTMOST; zone += QUARTER_HOUR) {
    const shift = sign * zone;
    const offset = raw + shift;
    const overlap = video && data ? overlapOf(video, data, offset) : nearness(offset);
    if (!(overlap > 0)) continue;
    const usual = zone === (zoneMinutes ?? 0) * 60 ? 1 : zone === 0 ? 0.9 : zone % 3600 === 0 ? 0.5 : 0.1;
    // A zone across the world is a little less likely than the next one.
    options.push({ shift, likelihood: overlap * usual * (1 - Math.abs(zone) / 1e6) });
  }
  const total = options.reduce((sum, { likelihood }) => sum + likelihood, 0);
  return options.map(({ shift, likelihood }) =>
    between(mine, theirs, shift, (likelihood / total) * (video && data ? 1 : 0.5)),
  );
}

/** The share of the shorter recording that lies within the other; a camera clock's error is allowed for. */
function overlapOf(video: Span, data: Span, offset: number): number {
  const from = Math.max(video.start + offset, data.start) - SLACK;
  const to = Math.min(video.end + offset, data.end) + SLACK;
  const shorter = Math.min(video.end - video.start, data.end - data.start);
  return Math.max(0, Math.min(1, (to - from) / (shorter + 2 * SLACK)));
}

/** Without spans: recordings of one outing begin within minutes of each other. */
const nearness = (offset: number): number => (Math.abs(offset) <= QUARTER_HOUR / 2 ? 1 : 0);
