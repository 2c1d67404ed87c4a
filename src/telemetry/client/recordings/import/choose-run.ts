import { type Alignment, alignByClocks, type Span } from '../../../domain/align.ts';
import type { ClockFact } from '../../../domain/recording.ts';
import type { ReadOutcome } from '../reading/read-outcome.ts';
import type { GivenFile } from './given-files.ts';

export type DataOutcome = Extract<ReadOutcome, { kind: 'data' }>;
export type VideoOutcome = Extract<ReadOutcome, { kind: 'video' }>;

export interface ReadUnit<Outcome = DataOutcome | VideoOutcome> {
  readonly files: readonly GivenFile[];
  /** The name of the recording in the table of its archive. */
  readonly name?: string | undefined;
  readonly outcome: Outcome;
}

/** A run made of a data file, with what decides which videos of the same drop belong to it. */
export interface DataRun {
  readonly runId: string;
  readonly clocks: readonly ClockFact[];
  readonly span: Span | null;
}

/** A run for a video, and where on its timeline the video lies. */
export interface MetRun {
  readonly runId: string;
  readonly alignment: Alignment;
}

const LEAST_OVERLAP = 1;

export const durationOf = ({ chapters }: VideoOutcome): number =>
  chapters.reduce((sum, { duration }) => sum + duration, 0);

export function spanOf(time: Float64Array): Span | null {
  const start = time.find((value) => !Number.isNaN(value));
  const end = time.findLast((value) => !Number.isNaN(value));
  return start === undefined || end === undefined ? null : { start, end };
}

/** Minutes east of Greenwich, in the user's zone, at that moment. */
export const zoneMinutesAt = (at: number | undefined): number => -new Date(at ?? Date.now()).getTimezoneOffset();

/** Null when the clocks say that the video and the data do not overlap. */
function meet(video: VideoOutcome, { runId, clocks, span }: DataRun): (MetRun & { readonly overlap: number }) | null {
  if (span === null) return null;
  const duration = durationOf(video);
  const alignment = alignByClocks(video.clocks, clocks, {
    video: { start: 0, end: duration },
    data: span,
    zoneMinutes: zoneMinutesAt(video.clocks[0]?.at),
  });
  if (alignment === null) return null;
  const { offset } = alignment;
  const overlap = Math.min(offset + duration, span.end) - Math.max(offset, span.start);
  return overlap < LEAST_OVERLAP ? null : { runId, alignment, overlap };
}

/** Chooses, of the data that was dropped with a video, the run that has most of the video's time. */
export function chooseRun(video: VideoOutcome, runs: readonly DataRun[]): MetRun | null {
  const met = runs.map((run) => meet(video, run)).filter((each) => each !== null);
  return met.sort((one, other) => other.overlap - one.overlap)[0] ?? null;
}
