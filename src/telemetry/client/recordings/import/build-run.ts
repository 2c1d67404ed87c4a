import { type ReadWarning, type Recording, sampleCount, type SourceKind } from '../../../domain/recording.ts';
import { MAX_BREAKS, MAX_CLOCKS, MAX_LAPS, MAX_NAME_LENGTH, MAX_WARNINGS } from '../../../../protocol/limits.ts';
import type { AlignedSource, Alignment, RunDetails, RunSource, RunVideo } from '../../../protocol/runs.ts';
import { withoutEnding } from '../reading/read-outcome.ts';
import { durationOf, type ReadUnit, type VideoOutcome } from './choose-run.ts';

export interface BuiltRun {
  readonly details: RunDetails;
  /** Packed samples, by source. */
  readonly samples: ReadonlyMap<string, Uint8Array>;
}

/** The alignment of the source that sets the run's timeline. */
export const OWN_TIMELINE: Alignment = { offset: 0, method: 'same-file', confidence: 1, uncertaintySeconds: 0 };
export const UNALIGNED: Alignment = { offset: 0, method: 'none', confidence: 0, uncertaintySeconds: 0 };

/** Characters of the end of a name that is cut. */
const KEPT_END = 40;
/** Names of unused columns that are listed. */
const MOST_UNUSED = 12;
const YEAR_2100 = 4_102_444_800_000;

/** A text as the protocol accepts it: file names and words of devices may hold anything. */
export function oneLine(text: string): string {
  const line = text.replace(/\p{Control}|\p{Surrogate}/gu, ' ').trim();
  // The end tells the files of one logger apart.
  const cut = `${line.slice(0, MAX_NAME_LENGTH - KEPT_END - 1)}…${line.slice(-KEPT_END)}`;
  return line.length <= MAX_NAME_LENGTH ? line : cut.replace(/\p{Surrogate}/gu, '');
}

/** The formats that came after the first four kinds, and the kind that the release before takes each for. */
const NEAREST: Readonly<Partial<Record<SourceKind, RunSource['kind']>>> = {
  tcx: 'gpx',
  kml: 'gpx',
  igc: 'csv',
  nmea: 'csv',
  vbo: 'csv',
  srt: 'csv',
};

function sentKind(kind: SourceKind): Pick<RunSource, 'kind' | 'format'> {
  const nearest = NEAREST[kind];
  return nearest === undefined ? { kind: kind as RunSource['kind'] } : { kind: nearest, format: kind };
}

/** The names of unused columns, as many as a line takes. */
export function unusedWarning(unused: readonly string[]): ReadWarning {
  const names = unused.map((name) => oneLine(name).slice(0, KEPT_END));
  const shown = names.slice(0, MOST_UNUSED);
  while (shown.join(', ').length > MAX_NAME_LENGTH - 3) shown.pop();
  const more = shown.length < names.length ? ', …' : '';
  return { code: 'columns-unused', count: unused.length, detail: `${shown.join(', ')}${more}` };
}

export function makeSource(id: string, fileName: string, recording: Recording, alignment: Alignment): AlignedSource {
  const { kind, device, samples, breaks, laps, clocks, deviceAscent, columns } = recording;
  const unused = columns?.unused ?? [];
  const warnings = [...recording.warnings, ...(unused.length === 0 ? [] : [unusedWarning(unused)])];
  return {
    id,
    ...sentKind(kind),
    fileName: oneLine(fileName),
    device: device === null ? null : oneLine(device),
    count: sampleCount(samples),
    channels: Object.keys(samples.channels),
    breaks: breaks.slice(0, MAX_BREAKS),
    laps: laps.slice(0, MAX_LAPS).map((lap) => ({ ...lap, name: oneLine(lap.name) })),
    clocks: clocks.filter(({ at }) => at >= 0 && at < YEAR_2100).slice(0, MAX_CLOCKS),
    ...(deviceAscent !== undefined && { deviceAscent }),
    warnings: warnings
      .slice(0, MAX_WARNINGS)
      .map(({ detail, ...rest }) => ({ ...rest, ...(detail !== undefined && { detail: oneLine(detail) }) })),
    alignment,
  };
}

/** The file that a recording is named after: of a video its first chapter that could be read. */
export function nameOf({ files, outcome }: ReadUnit): string {
  if (outcome.kind === 'data' && outcome.fileName !== null) return outcome.fileName;
  return files[outcome.kind === 'video' ? outcome.chapters[0]!.file : 0]!.file.name;
}

export function makeVideo(id: string, { files, outcome }: ReadUnit<VideoOutcome>, alignment: Alignment): RunVideo {
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

/** The timeline of the run is that of its data file, or of its video. */
export function buildRun(unit: ReadUnit, makeId: () => string): BuiltRun {
  const { files, outcome } = unit;
  const { read } = outcome;
  const video = outcome.kind === 'video' ? outcome : null;
  const sources = read === null ? [] : [makeSource(makeId(), nameOf(unit), read.recording, OWN_TIMELINE)];
  return {
    samples: new Map(sources.map(({ id }) => [id, read!.packed])),
    details: {
      name: oneLine(unit.name ?? withoutEnding(outcome.kind === 'video' ? files[0]!.file.name : nameOf(unit))) || 'Run',
      timestamp: read === null ? timeOf(video) : whenBegun(read.recording),
      distance: read?.facts.distance ?? null,
      duration: read?.facts.duration ?? (video === null ? null : durationOf(video)),
      outline: read?.facts.outline ?? [],
      sources,
      videos: video === null ? [] : [makeVideo(makeId(), { files, outcome: video }, OWN_TIMELINE)],
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

/** A GoPro notes its local time of day as if it were UTC; a phone notes UTC. */
function timeOf(video: VideoOutcome | null): number | null {
  const at = video?.clocks[0]?.at;
  if (at === undefined) return null;
  return video?.isGoPro === true ? localSeconds(at) : validSeconds(at);
}

const localSeconds = (at: number): number | null => validSeconds(at + new Date(at).getTimezoneOffset() * 60_000);

const validSeconds = (at: number): number | null => (at >= 0 && at < YEAR_2100 ? Math.round(at / 1000) : null);
