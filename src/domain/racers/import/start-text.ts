import { type DurationMs, durationMs } from '../../units.ts';

/** `clock`: times of the day. `relative`: counted from the first start, as CrossMgr's lists have them. */
export type StartKind = 'clock' | 'relative';

const DAY_MS = 24 * 3_600_000;
/** No race starts by the clock before this hour, and lists that count from the first start begin at 0:00. */
const EARLIEST_CLOCK_MS = 4 * 3_600_000;

/** After a dot two digits are needed: a spreadsheet makes 9.3 of 9.30, and nobody starts at 9:03 by mistake. */
const TIME = /^(\d{1,2})(?:[:h]|\.(?=\d\d))(\d{1,2})(?:[:.](\d{1,2}))?(?:[.,](\d{1,3}))?(?: ?([ap])\.?m\.?)?$/i;

/**
 * Milliseconds after midnight, or after the first start. Two figures are hours and minutes of a clock, and minutes and
 * seconds of a time that is counted. Null for a text that is no such time.
 */
export function readStart(text: string, kind: StartKind): DurationMs | null {
  const plain = text.trim();
  if (kind === 'relative' && /^\d{1,5}$/.test(plain)) return durationMs(Number(plain) * 1000);
  const read = TIME.exec(plain);
  if (read === null) return null;
  const [, first, second, third, fraction = '', half] = read;
  const isShort = third === undefined;
  const figures = isShort && kind === 'relative' ? [0, Number(first), Number(second)] : [first, second, third ?? 0];
  const [hours = 0, minutes = 0, seconds = 0] = figures.map(Number);
  if (seconds > 59 || (minutes > 59 && !(isShort && kind === 'relative'))) return null;
  if (half !== undefined && (kind === 'relative' || hours < 1 || hours > 12)) return null;
  const hour = half === undefined ? hours : (hours % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  const ms = hour * 3_600_000 + minutes * 60_000 + seconds * 1000 + Number(fraction.padEnd(3, '0'));
  return ms < DAY_MS ? durationMs(ms) : null;
}

/** The likelier of the two. The user is asked all the same: 1:00:00 is both. */
export function guessStartKind(texts: readonly string[]): StartKind {
  const times = texts.flatMap((text) => readStart(text, 'clock') ?? []);
  return times.length > 0 && times.every((time) => time >= EARLIEST_CLOCK_MS) ? 'clock' : 'relative';
}
