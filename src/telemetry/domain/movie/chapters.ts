import { epochMs } from '../../../domain/units.ts';
import { type Channel, CHANNEL_NAMES } from '../channels.ts';
import type { ClockFact, ClockMethod, ReadWarning, Recording } from '../recording.ts';
import { findBreaks } from './find-breaks.ts';

export interface ChapterName {
  /** The part of the name that all chapters of one recording share: 'GX0042'. */
  readonly recording: string;
  /** Counted from 0. */
  readonly chapter: number;
}

/** Cameras cut a long recording into files and number them: GX010042, GX020042 …; before HERO6 GOPR0042, GP010042 … */
export function chapterOf(fileName: string): ChapterName | null {
  const later = /^(G[HXSL])(\d\d)(\d{4})\b/i.exec(fileName);
  if (later !== null && Number(later[2]) > 0) {
    return { recording: `${later[1]!.toUpperCase()}${later[3]!}`, chapter: Number(later[2]) - 1 };
  }
  const first = /^G(?:OPR|PFR|PBK)(\d{4})\b/i.exec(fileName);
  if (first !== null) return { recording: `${familyOf(fileName)}${first[1]!}`, chapter: 0 };
  const next = /^G[PFB](\d\d)(\d{4})\b/i.exec(fileName);
  if (next === null || Number(next[1]) === 0) return null;
  return { recording: `${familyOf(fileName)}${next[2]!}`, chapter: Number(next[1]) };
}

/** Fusion has two lenses, and each of them a recording of its own. */
function familyOf(fileName: string): string {
  const name = fileName.toUpperCase();
  if (name.startsWith('GPFR') || name.startsWith('GF')) return 'GPFR';
  return name.startsWith('GPBK') || name.startsWith('GB') ? 'GPBK' : 'GOPR';
}

export interface Chapter {
  /** Null for an unreadable chapter: its time passes all the same. */
  readonly recording: Recording | null;
  /** Seconds of video. */
  readonly duration: number;
}

/** Joins chapters into one recording, in the given order, on the timeline of the whole video. */
export function joinChapters(chapters: readonly Chapter[]): Recording | null {
  const starts: number[] = [];
  chapters.reduce((sum, { duration }, index) => {
    starts[index] = sum;
    return sum + duration;
  }, 0);
  const parts = chapters.flatMap(({ recording, duration }, index) => {
    if (recording === null) return [];
    // The last payload of a chapter may claim to last longer than its pictures do, into the next chapter's time.
    const isLast = index === chapters.length - 1;
    return [{ recording: isLast ? recording : cutAt(recording, duration), start: starts[index]! }];
  });
  const [first] = parts;
  if (first === undefined) return null;
  const time = joinColumns(parts.map(({ recording, start }) => recording.samples.time.map((at) => at + start)));
  const channels: Partial<Record<Channel, Float64Array>> = {};
  for (const name of CHANNEL_NAMES) {
    const columns = parts.map(({ recording: { samples } }) => samples.channels[name]);
    if (columns.every((column) => column === undefined)) continue;
    channels[name] = joinColumns(
      columns.map((column, index) => column ?? parts[index]!.recording.samples.time.map(() => NaN)),
    );
  }
  const samples = { time, channels };
  return {
    ...first.recording,
    samples,
    breaks: findBreaks(samples),
    laps: parts.flatMap(({ recording, start }) =>
      recording.laps.map((lap) => ({ ...lap, from: lap.from + start, to: lap.to + start })),
    ),
    clocks: joinClocks(
      parts.map(({ recording, start }) =>
        recording.clocks.map((fact) => ({ ...fact, at: epochMs(fact.at - start * 1000) })),
      ),
    ),
    warnings: joinWarnings(parts.map(({ recording }) => recording.warnings)),
  };
}

function cutAt(recording: Recording, duration: number): Recording {
  const { time, channels } = recording.samples;
  const beyond = time.findIndex((at) => at >= duration);
  if (beyond === -1) return recording;
  const cut = Object.entries(channels).map(([name, values]) => [name, values.subarray(0, beyond)]);
  return { ...recording, samples: { time: time.subarray(0, beyond), channels: Object.fromEntries(cut) } };
}

function joinColumns(columns: readonly Float64Array[]): Float64Array {
  const joined = new Float64Array(columns.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const column of columns) {
    joined.set(column, at);
    at += column.length;
  }
  return joined;
}

/** The most certain clock of each method; the earliest of those. */
function joinClocks(all: readonly (readonly ClockFact[])[]): ClockFact[] {
  const best = new Map<ClockMethod, ClockFact>();
  for (const fact of all.flat()) {
    if (fact.uncertaintySeconds < (best.get(fact.method)?.uncertaintySeconds ?? Infinity)) best.set(fact.method, fact);
  }
  const order: readonly ClockMethod[] = ['sample-time', 'payload-time', 'camera-event', 'creation-time'];
  return order.flatMap((method) => best.get(method) ?? []);
}

/** Warnings about the start of a later chapter are dropped; the others are given once, with their counts added up. */
function joinWarnings(all: readonly (readonly ReadWarning[])[]): ReadWarning[] {
  const joined = new Map<string, ReadWarning>();
  for (const [index, warnings] of all.entries()) {
    for (const warning of warnings) {
      if (warning.code === 'no-fix-at-start' && index > 0) continue;
      const before = joined.get(warning.code);
      const count = (before?.count ?? 0) + (warning.count ?? 0);
      joined.set(warning.code, { ...warning, ...(count > 0 && { count }) });
    }
  }
  return [...joined.values()];
}
