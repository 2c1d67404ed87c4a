import type { Entry } from '../model/state.ts';
import { type EpochMs, epochMs } from '../units.ts';
import { parseTimeOfDay } from '../timing/parse-time.ts';

/** A line of a back-up sheet: a number and a time, in either order. */
interface PaperTime {
  readonly line: number;
  readonly entry: Entry;
  readonly at: EpochMs;
}

interface PaperProblem {
  readonly line: number;
  readonly text: string;
  readonly why: string;
}

export interface Paper {
  readonly times: readonly PaperTime[];
  readonly problems: readonly PaperProblem[];
}

/** How the times on the sheet are meant: by the clock on the wall, or by a stopwatch that began at a known moment. */
export type PaperClock =
  | { readonly kind: 'clock'; readonly near: EpochMs }
  | { readonly kind: 'watch'; readonly from: EpochMs };

const MOST_LINES = 1_000;
const MOST_CHARACTERS = 100;

/** Every line is read or named with the reason why not: none is dropped silently. */
export function readPaper(text: string, entries: readonly Entry[], timeZone: string, clock: PaperClock): Paper {
  const byBib = new Map(
    entries.filter(({ removed, bib }) => !removed && bib !== null).map((entry) => [entry.bib, entry]),
  );
  const times: PaperTime[] = [];
  const problems: PaperProblem[] = [];
  for (const [index, whole] of text.split(/\r\n|\r|\n/).entries()) {
    const line = index + 1;
    const given = whole.trim().slice(0, MOST_CHARACTERS);
    if (given === '') continue;
    const read = line > MOST_LINES ? 'Too many lines. Type the rest in a second go.' : readLine(given);
    if (typeof read === 'string') {
      problems.push({ line, text: given, why: read });
      continue;
    }
    const entry = byBib.get(read.bib);
    const at = momentOf(read.time, timeZone, clock);
    if (entry === undefined) problems.push({ line, text: given, why: `No racer has number ${read.bib}.` });
    else if (at === null) problems.push({ line, text: given, why: `${read.time} isn’t a time.` });
    else times.push({ line, entry, at });
  }
  return { times, problems };
}

const EXAMPLE = 'Write a number and a time, for example: 12 10:31:48.2';
const TIME = /(?:\d{1,2}:)?\d{1,2}:\d\d(?:[.,]\d{1,3})?/;

function readLine(given: string): { readonly bib: string; readonly time: string } | string {
  const time = TIME.exec(given)?.[0];
  if (time === undefined) return EXAMPLE;
  const bib = given
    .replace(time, ' ')
    .replaceAll(/[\s;,]+/g, ' ')
    .trim();
  return bib === '' || bib.includes(' ') ? EXAMPLE : { bib, time };
}

function momentOf(text: string, timeZone: string, clock: PaperClock): EpochMs | null {
  if (clock.kind === 'clock') {
    const read = parseTimeOfDay(text, timeZone, clock.near);
    return read.ok ? read.value : null;
  }
  const watch = /^(?:(\d{1,2}):)?(\d{1,2}):([0-5]\d)(?:[.,](\d{1,3}))?$/.exec(text);
  if (watch === null) return null;
  const [, hours = '0', minutes, seconds, fraction = ''] = watch;
  const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(fraction.padEnd(3, '0'));
  return epochMs(clock.from + ms);
}
