import type { Recording } from '../../../../../domain/telemetry/recording.ts';
import { sampleCount } from '../../../../../domain/telemetry/recording.ts';
import { MAX_NAME_LENGTH } from '../../../../../protocol/limits.ts';
import {
  type AlignedSource,
  type Alignment,
  MAX_SOURCES,
  MAX_VIDEOS,
  type RunDetails,
  type RunVideo,
} from '../../../../../protocol/runs.ts';
import type { ReadRecording } from '../../reading/read-outcome.ts';
import { durationOf, type PlannedVideo, type RunPlan, type VideoOutcome } from './plan-runs.ts';

export interface BuiltRun {
  readonly details: RunDetails;
  /** Packed. */
  readonly samples: ReadonlyMap<string, Uint8Array>;
}

/** On the run's own timeline. */
export const OWN_TIMELINE: Alignment = { offset: 0, method: 'same-file', confidence: 1, uncertaintySeconds: 0 };
export const UNALIGNED: Alignment = { offset: 0, method: 'none', confidence: 0, uncertaintySeconds: 0 };

const MOST_BREAKS = 5_000;
const MOST_LAPS = 500;
const MOST_WARNINGS = 40;
const MOST_CLOCKS = 8;
const YEAR_2100 = 4_102_444_800_000;

/** As the protocol takes it: file names and words of devices may hold anything. */
export function oneLine(text: string): string {
  return text
    .replace(/\p{Control}|\p{Surrogate}/gu, ' ')
    .trim()
    .slice(0, MAX_NAME_LENGTH);
}

export function makeSource(
  id: string,
  fileName: string,
  { kind, device, samples, breaks, laps, clocks, warnings }: Recording,
  alignment: Alignment,
): AlignedSource {
  return {
    id,
    kind,
    fileName: oneLine(fileName),
    device: device === null ? null : oneLine(device),
    count: sampleCount(samples),
    channels: Object.keys(samples.channels),
    breaks: breaks.slice(0, MOST_BREAKS),
    laps: laps.slice(0, MOST_LAPS).map((lap) => ({ ...lap, name: oneLine(lap.name) })),
    clocks: clocks.filter(({ at }) => at >= 0 && at < YEAR_2100).slice(0, MOST_CLOCKS),
    warnings: warnings
      .slice(0, MOST_WARNINGS)
      .map(({ detail, ...rest }) => ({ ...rest, ...(detail !== undefined && { detail: oneLine(detail) }) })),
    alignment,
  };
}

export function makeVideo(id: string, { unit }: PlannedVideo, alignment: Alignment): RunVideo {
  const { files, outcome } = unit;
  return {
    id,
    chapters: outcome.chapters.map(({ file, duration, fingerprint }) => {
      const { name, size } = files[file]!.file;
      return { fileName: oneLine(name), size, fingerprint, duration };
    }),
    framesPerSecond: outcome.framesPerSecond,
    alignment,
    uploadIds: [],
  };
}

/** The data file's timeline is the run's; without one it is that of the video. */
export function buildRun({ data, videos }: RunPlan, makeId: () => string): BuiltRun {
  const samples = new Map<string, Uint8Array>();
  const sources: AlignedSource[] = [];
  const addSource = (fileName: string, { recording, packed }: ReadRecording, alignment: Alignment) => {
    if (sources.length === MAX_SOURCES) return;
    const id = makeId();
    sources.push(makeSource(id, fileName, recording, alignment));
    samples.set(id, packed);
  };
  if (data !== null) addSource(data.files[0]!.file.name, data.outcome.read, OWN_TIMELINE);
  const kept = videos.slice(0, MAX_VIDEOS).map((video) => {
    const alignment = video.alignment ?? OWN_TIMELINE;
    const { read, chapters } = video.unit.outcome;
    // What came out of a video lies on the run's timeline as the video does.
    if (read !== null) addSource(video.unit.files[chapters[0]!.file]!.file.name, read, alignment);
    return makeVideo(makeId(), video, alignment);
  });
  const first = videos[0]?.unit.outcome;
  const read = data?.outcome.read ?? first?.read ?? null;
  const fileName = (data ?? videos[0]!.unit).files[0]!.file.name;
  return {
    samples,
    details: {
      name: oneLine(fileName.replace(/\.[^.]+$/, '')) || 'Run',
      timestamp: read === null ? timeOf(first) : whenBegun(read.recording),
      distance: read?.facts.distance ?? null,
      duration: read?.facts.duration ?? (first === undefined ? null : durationOf(first)),
      outline: read?.facts.outline ?? [],
      sources,
      videos: kept,
      gates: { start: null, finish: null },
      race: null,
      hidesPositions: false,
    },
  };
}

function whenBegun({ clocks, kind }: Recording): number | null {
  const [clock] = clocks;
  if (clock === undefined) return null;
  if (clock.method === 'creation-time' && kind === 'gopro') return localSeconds(clock.at);
  return validSeconds(clock.at);
}

/** A GoPro notes the time of day where it was set, as if that were Greenwich; a phone notes Greenwich's. */
function timeOf(video: VideoOutcome | undefined): number | null {
  const at = video?.clocks[0]?.at;
  if (at === undefined) return null;
  return video?.isGoPro === true ? localSeconds(at) : validSeconds(at);
}

function localSeconds(at: number): number | null {
  return validSeconds(at + new Date(at).getTimezoneOffset() * 60_000);
}

function validSeconds(at: number): number | null {
  return at >= 0 && at < YEAR_2100 ? Math.round(at / 1000) : null;
}
