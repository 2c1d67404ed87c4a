import { refuse, type Result } from '../../../../domain/result.ts';
import { readFit } from '../../../domain/fit/read-fit.ts';
import { readLog } from '../../../domain/logs/read-log.ts';
import type { Activity } from '../../../domain/activities.ts';
import { joinChapters } from '../../../domain/movie/chapters.ts';
import { findClocks } from '../../../domain/movie/gps-clocks.ts';
import type { RandomAccess } from '../../../domain/movie/random-access.ts';
import { readGoPro } from '../../../domain/movie/read-gopro.ts';
import { type MovieFacts, readMovie } from '../../../domain/movie/read-movie.ts';
import { pack } from '../../../domain/pack.ts';
import { outlineOf } from '../../../domain/outline.ts';
import type { ReadFailure, Recording } from '../../../domain/recording.ts';
import { type FileKind, type LogKind, sniff } from '../../../domain/sniff.ts';
import { summarise } from '../../../domain/summary.ts';
import type { ColumnMapping } from '../../../domain/column-mapping.ts';
import { gunzip } from '../../../../client/archives/unpack.ts';
import { fingerprintOf } from '../../run-sync/fingerprint.ts';
import { encodingOf } from './decode-text.ts';
import { type Archive, faultOf, listArchive } from './list-archive.ts';
import { readCsv } from './read-csv.ts';
import { type ArchiveEntry, type ReadOutcome, type ReadRecording, withoutEnding } from './read-outcome.ts';
import { thin } from './thin.ts';
import { MAX_OUTLINE } from '../../../../protocol/limits.ts';

const MOST_TEXT_MEGABYTES = 300;
const MOST_FIT_MEGABYTES = 200;
const HEAD = 64 * 1024;

type Progress = (part: number) => void;

/** One file, or the chapters of one video. Works wherever there is a `Blob`. */
export async function readFiles(
  files: readonly File[],
  mapping: ColumnMapping | undefined,
  progress: Progress,
  entry: string | null = null,
): Promise<ReadOutcome> {
  try {
    const [given] = files;
    if (given === undefined || given.size === 0) return failed({ code: 'file-empty' });
    const { path, activity } = splitEntry(entry);
    let file = given;
    let kind = await kindOf(file);
    const isArchive = kind === 'zip';
    // An archive holds packed files: two steps, and no third.
    for (const format of ['zip', 'gzip'] as const) {
      if (kind !== format) continue;
      const inside = format === 'zip' ? await takeOut(file, path) : await takeGzip(file);
      if (!inside.ok) return failed(inside.error);
      if ('entries' in inside.value) return { kind: 'archive', entries: inside.value.entries };
      file = inside.value;
      kind = await kindOf(file);
    }
    if (file.size === 0) return failed({ code: 'file-empty' });
    if (kind === 'zip' || kind === 'gzip') return failed({ code: 'file-unknown' });
    if (kind === 'movie') return await readVideo(file === given ? files : [file], progress);
    if (kind === null) return failed(notWhatItsNameSays(file.name));
    const read = await readData(file, kind, mapping, progress, activity);
    if (!read.ok) return failed(read.error);
    if (read.value.activities !== undefined)
      return { kind: 'archive', entries: listActivities(read.value.activities, file, path ?? '') };
    return { kind: 'data', read: withFacts(read.value), fileName: isArchive ? file.name : null };
  } catch (error) {
    // The browser's errors for a file that was written to or removed after it was chosen.
    if (error instanceof DOMException && ['NotReadableError', 'NotFoundError'].includes(error.name)) {
      return failed({ code: 'file-changes' });
    }
    throw error;
  }
}

/** An entry is a file of an archive, one of several recordings in a file, or both: 'activities/1.tcx#2'. */
const ACTIVITY = /#(\d{1,4})$/;

function splitEntry(entry: string | null): { readonly path: string | null; readonly activity: number | undefined } {
  const found = entry === null ? null : ACTIVITY.exec(entry);
  if (found === null) return { path: entry, activity: undefined };
  return { path: entry!.slice(0, found.index) || null, activity: Number(found[1]) };
}

/** The recordings of a file that holds several far apart, the newest first. */
function listActivities(activities: readonly Activity[], file: File, path: string): ArchiveEntry[] {
  const all = activities.reduce((sum, { count }) => sum + count, 0);
  const entries = activities.map(({ name, start, count }, index) => ({
    path: `${path}#${index}`,
    name: name ?? `${withoutEnding(file.name)} (${index + 1})`,
    at: Number.isFinite(start) ? Math.round(start * 1_000) : null,
    bytes: Math.round((file.size * count) / all),
  }));
  return entries.toReversed();
}

/** The named file of an archive, or the only one that can be read; else the list of those. */
async function takeOut(archive: File, entry: string | null): Promise<Result<File | Archive, ReadFailure>> {
  const listed = await listArchive(archive);
  if (!listed.ok) return listed;
  const { entries, open } = listed.value;
  const path = entry ?? (entries.length === 1 ? entries[0]!.path : null);
  return path === null ? listed : open(path);
}

async function takeGzip(file: File): Promise<Result<File, ReadFailure>> {
  const inside = await gunzip(file);
  if (inside.ok) return inside;
  return refuse(inside.error === 'damaged' ? { code: 'file-unknown' } : faultOf(inside.error));
}

async function kindOf(file: File): Promise<FileKind | null> {
  return sniff(new Uint8Array(await file.slice(0, HEAD).arrayBuffer()));
}

/** Files are recognised by their content alone; the name only helps to say what it was taken for. */
function notWhatItsNameSays(name: string): ReadFailure {
  if (/\.fit$/i.test(name)) return { code: 'fit-not-fit' };
  if (/\.gpx$/i.test(name)) return { code: 'gpx-not-gpx' };
  if (/\.(xrk|xrz|drk)$/i.test(name)) return { code: 'file-aim' };
  return /\.(mp4|mov|m4v|360|lrv)$/i.test(name) ? { code: 'movie-not-movie' } : { code: 'file-unknown' };
}

const failed = (failure: ReadFailure): ReadOutcome => ({ kind: 'failed', failure });

async function readData(
  file: Blob,
  kind: 'fit' | 'text' | LogKind,
  mapping: ColumnMapping | undefined,
  progress: Progress,
  activity: number | undefined,
): Promise<Result<Recording, ReadFailure>> {
  if (kind === 'text') return readCsv(file, mapping, progress);
  const megabytes = kind === 'fit' ? MOST_FIT_MEGABYTES : MOST_TEXT_MEGABYTES;
  if (file.size > megabytes * 1024 * 1024) return refuse({ code: 'file-too-large', megabytes });
  const bytes = new Uint8Array(await file.arrayBuffer());
  progress(0.3);
  if (kind === 'fit') return readFit(bytes, activity);
  return readLog(kind, new TextDecoder(encodingOf(bytes.subarray(0, HEAD))).decode(bytes), activity);
}

function withFacts(whole: Recording): ReadRecording {
  const recording = thin(whole);
  const { samples, breaks } = recording;
  const { distance, duration } = summarise(samples, breaks);
  return { recording, packed: pack(samples), facts: { distance, duration, outline: outlineOf(samples, MAX_OUTLINE) } };
}

function accessBlob(file: Blob): RandomAccess {
  return {
    size: file.size,
    read: async (offset, length) => new Uint8Array(await file.slice(offset, offset + length).arrayBuffer()),
  };
}

async function readVideo(files: readonly Blob[], progress: Progress): Promise<ReadOutcome> {
  const read: { file: number; facts: MovieFacts; fingerprint: string; gps: Result<Recording, ReadFailure> }[] = [];
  const skipped: { file: number; failure: ReadFailure }[] = [];
  for (const [index, file] of files.entries()) {
    const access = accessBlob(file);
    const facts = await readMovie(access);
    if (!facts.ok) {
      skipped.push({ file: index, failure: facts.error });
      continue;
    }
    const gps = await readGoPro(access, facts.value, (part) => progress((index + part) / files.length));
    read.push({ file: index, facts: facts.value, fingerprint: await fingerprintOf(file), gps });
  }
  const [first] = read;
  if (first === undefined) return failed(skipped[0]?.failure ?? { code: 'file-empty' });
  const recording = joinChapters(
    read.map(({ facts, gps }) => ({ recording: gps.ok ? gps.value : null, duration: facts.duration })),
  );
  const withoutGps = read.find(({ gps }) => !gps.ok)?.gps;
  return {
    kind: 'video',
    chapters: read.map(({ file, facts, fingerprint }) => ({ file, duration: facts.duration, fingerprint })),
    framesPerSecond: first.facts.framesPerSecond,
    isGoPro: first.facts.isGoPro,
    clocks: recording?.clocks ?? findClocks([], [], first.facts.creationTime),
    read: recording === null ? null : withFacts(recording),
    withoutGps: recording !== null || withoutGps === undefined || withoutGps.ok ? null : withoutGps.error,
    skipped,
  };
}
