import { type Alignment, alignByClocks, type Span } from '../../../../../domain/telemetry/align.ts';
import type { ReadOutcome } from '../../reading/read-outcome.ts';
import type { GivenFile } from './given-files.ts';

export type DataOutcome = Extract<ReadOutcome, { kind: 'data' }>;
export type VideoOutcome = Extract<ReadOutcome, { kind: 'video' }>;

export interface ReadUnit<Outcome = DataOutcome | VideoOutcome> {
  readonly files: readonly GivenFile[];
  readonly outcome: Outcome;
}

/** What becomes one run: a data file with the videos of its time, or one of them alone. */
export interface RunPlan {
  readonly data: ReadUnit<DataOutcome> | null;
  readonly videos: readonly PlannedVideo[];
}

export interface PlannedVideo {
  readonly unit: ReadUnit<VideoOutcome>;
  /** On the timeline of the data; null where it stands alone. */
  readonly alignment: Alignment | null;
}

const LEAST_OVERLAP = 1;

export const durationOf = ({ chapters }: VideoOutcome): number =>
  chapters.reduce((sum, { duration }) => sum + duration, 0);

export function spanOf(time: Float64Array): Span | null {
  const start = time.find((value) => !Number.isNaN(value));
  const end = time.findLast((value) => !Number.isNaN(value));
  return start === undefined || end === undefined ? null : { start, end };
}

/** Minutes east of Greenwich, where the user is, at that moment. */
export const zoneMinutesAt = (at: number | undefined): number => -new Date(at ?? Date.now()).getTimezoneOffset();

/** Where the video lies on the data's timeline; null when their clocks say that they do not meet. */
export function meet(
  video: VideoOutcome,
  data: DataOutcome['read']['recording'],
): { readonly alignment: Alignment; readonly overlap: number } | null {
  const span = spanOf(data.samples.time);
  if (span === null) return null;
  const duration = durationOf(video);
  const alignment = alignByClocks(video.clocks, data.clocks, {
    video: { start: 0, end: duration },
    data: span,
    zoneMinutes: zoneMinutesAt(video.clocks[0]?.at),
  });
  if (alignment === null) return null;
  const { offset } = alignment;
  const overlap = Math.min(offset + duration, span.end) - Math.max(offset, span.start);
  return overlap < LEAST_OVERLAP ? null : { alignment, overlap };
}

/** Of what was dropped together, a video goes with the data file that has most of its time. */
export function planRuns(units: readonly ReadUnit[]): RunPlan[] {
  const data = units.filter((unit): unit is ReadUnit<DataOutcome> => unit.outcome.kind === 'data');
  const videos = units.filter((unit): unit is ReadUnit<VideoOutcome> => unit.outcome.kind === 'video');
  const joined = new Map<ReadUnit, PlannedVideo[]>(data.map((unit) => [unit, []]));
  const alone: RunPlan[] = [];
  for (const unit of videos) {
    const best = data
      .map((candidate) => ({ candidate, met: meet(unit.outcome, candidate.outcome.read.recording) }))
      .sort((one, other) => (other.met?.overlap ?? 0) - (one.met?.overlap ?? 0))[0];
    if (best === undefined || best.met === null) alone.push({ data: null, videos: [{ unit, alignment: null }] });
    else joined.get(best.candidate)!.push({ unit, alignment: best.met.alignment });
  }
  return [...data.map((unit) => ({ data: unit, videos: joined.get(unit)! })), ...alone];
}
