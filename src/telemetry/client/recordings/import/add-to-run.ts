import { alignByClocks, type Span } from '../../../domain/align.ts';
import type { ClockFact } from '../../../domain/recording.ts';
import { epochMs } from '../../../../domain/units.ts';
import type { Alignment, RunDetails } from '../../../protocol/runs.ts';
import type { RunLibrary } from '../../run-sync/run-library.ts';
import type { ReadRecording } from '../reading/read-outcome.ts';
import { makeSource, makeVideo, nameOf, OWN_TIMELINE, UNALIGNED } from './build-run.ts';
import { type DataOutcome, durationOf, type ReadUnit, spanOf, type VideoOutcome, zoneMinutesAt } from './choose-run.ts';
import { MAX_SOURCES, MAX_VIDEOS } from '../../../../protocol/limits.ts';

/** Uncertainty of a creation time, whose time zone is unknown. */
const CREATION_DOUBT = 14 * 3600;

/** A stored moment is a plain number. */
const clocksOf = (clocks: RunDetails['sources'][number]['clocks']): ClockFact[] =>
  clocks.map((clock) => ({ ...clock, at: epochMs(clock.at) }));

/** Offset of a recording with these clocks on the timeline of the run's first source, as far as clocks can tell. */
function placeOn({ sources, duration }: RunDetails, clocks: readonly ClockFact[], span: Span | null): Alignment {
  const [first] = sources;
  if (first === undefined) return UNALIGNED;
  const found = alignByClocks(clocks, clocksOf(first.clocks), {
    ...(span !== null && { video: span }),
    // The first source is as long as the run.
    ...(duration !== null && { data: { start: 0, end: duration } }),
    zoneMinutes: zoneMinutesAt(clocks[0]?.at),
  });
  return found ?? UNALIGNED;
}

/**
 * A run of videos alone gets its first data, whose timeline becomes the run's: the videos are placed on it together.
 */
function placeVideos(details: RunDetails, { recording }: ReadRecording): RunDetails['videos'] {
  const [first] = details.videos;
  if (first === undefined) return details.videos;
  const at = details.timestamp;
  const created: ClockFact[] =
    at === null ? [] : [{ method: 'creation-time', at: epochMs(at * 1000), uncertaintySeconds: CREATION_DOUBT }];
  const span = spanOf(recording.samples.time);
  const duration = first.chapters.reduce((sum, chapter) => sum + chapter.duration, 0);
  const base: Alignment =
    alignByClocks(created, recording.clocks, {
      video: { start: 0, end: duration },
      ...(span !== null && { data: span }),
      zoneMinutes: 0,
    }) ?? UNALIGNED;
  return details.videos.map((video) => ({
    ...video,
    alignment: { ...base, offset: base.offset + video.alignment.offset },
  }));
}

/** A run that is full takes no more: the server would refuse all of it. */
export const hasRoom = ({ sources, videos }: RunDetails, { outcome }: ReadUnit): boolean =>
  outcome.kind === 'video' ? videos.length < MAX_VIDEOS : sources.length < MAX_SOURCES;

/** Adds a read unit to an existing run; `known` is where it lies on the run's timeline. */
export async function addToRun(
  library: RunLibrary,
  { id: runId, details }: { readonly id: string; readonly details: RunDetails },
  unit: ReadUnit,
  makeId: () => string,
  known: Alignment | null,
): Promise<void> {
  const { files, outcome } = unit;
  const { read } = outcome;
  const isFirst = details.sources.length === 0;
  const span =
    outcome.kind === 'video' ? { start: 0, end: durationOf(outcome) } : spanOf(outcome.read.recording.samples.time);
  const clocks = outcome.kind === 'video' ? outcome.clocks : outcome.read.recording.clocks;
  const placed = known ?? (isFirst ? OWN_TIMELINE : placeOn(details, clocks, span));
  if (read !== null && details.sources.length < MAX_SOURCES) {
    const source = makeSource(makeId(), nameOf(unit), read.recording, placed);
    await library.addSource(runId, source, read.packed);
    if (isFirst) {
      const { distance, outline, duration: length } = read.facts;
      const [clock] = read.recording.clocks;
      await library.change(runId, (before) => ({
        ...before,
        videos: placeVideos(before, read),
        distance,
        outline,
        duration: length ?? before.duration,
        timestamp: clock === undefined ? before.timestamp : Math.round(clock.at / 1000),
      }));
    }
  }
  if (outcome.kind === 'video') {
    const stands = read === null && isFirst && details.videos.length > 0 ? UNALIGNED : placed;
    await addVideo(library, runId, { files, outcome }, stands, makeId());
  }
}

/** Puts what was read anew in the place of a source; false where the run has none such any more, or no room for both. */
export async function replaceSource(
  library: RunLibrary,
  runId: string,
  sourceId: string,
  outcome: DataOutcome,
  makeId: () => string,
): Promise<boolean> {
  const details = library.runs.getSnapshot()?.find(({ id }) => id === runId)?.details;
  const before = details?.sources.find(({ id }) => id === sourceId);
  if (details === undefined || before === undefined || details.sources.length >= MAX_SOURCES) return false;
  const { recording, packed, facts } = outcome.read;
  const source = makeSource(makeId(), before.fileName, recording, before.alignment);
  const isFirst = details.sources[0]!.id === sourceId;
  await library.addSource(runId, source, packed);
  await library.change(runId, (now) => ({
    ...now,
    sources: now.sources.flatMap((each) => (each.id === sourceId ? [source] : each.id === source.id ? [] : [each])),
    ...(isFirst && {
      distance: facts.distance,
      duration: facts.duration ?? now.duration,
      outline: facts.outline,
    }),
  }));
  return true;
}

/** The files of a video to remember: handles where the browser has them. */
export const whereIs = ({ files }: ReadUnit): (File | FileSystemFileHandle)[] =>
  files.map(({ file, handle }) => handle ?? file);

async function addVideo(
  library: RunLibrary,
  runId: string,
  unit: ReadUnit<VideoOutcome>,
  alignment: Alignment,
  id: string,
): Promise<void> {
  const video = makeVideo(id, unit, alignment);
  await library.change(runId, (details) => ({ ...details, videos: [...details.videos, video] }));
  await library.rememberVideo(video, whereIs(unit));
}
