import { word } from '../language.ts';
import { ok, refuse, type Result } from '../result.ts';
import { type DurationMs, durationMs } from '../units.ts';

const MINUS = '−';

/** A time that is added or taken off, with its sign: `+0:10`, `−1:00`, `+0:00.5`. */
export function formatAmount(ms: DurationMs): string {
  const total = Math.abs(ms);
  const minutes = Math.floor(total / 60_000);
  const rest = total % 60_000;
  const seconds = String(Math.floor(rest / 1000)).padStart(2, '0');
  // Divided, a fraction has no zeros at its end: 500 ms are '.5'.
  const fraction = String((rest % 1000) / 1000).slice(1);
  return `${ms < 0 ? MINUS : '+'}${minutes}:${seconds}${fraction}`;
}

/** '+0:10 penalty', '−0:05 bonus'. */
export function describePenalty(ms: DurationMs): string {
  return `${formatAmount(ms)} ${ms < 0 ? word('bonus') : word('penalty')}`;
}

/** Seconds, or minutes and seconds, with a fraction and without a sign: `10`, `10.5`, `1:30`. */
export function parseAmount(text: string): Result<DurationMs, 'not-an-amount'> {
  const read = /^(?:(\d{1,4}):([0-5]?\d)|(\d{1,6}))(?:[.,](\d{1,3}))?$/.exec(text.trim());
  if (read === null) return refuse('not-an-amount');
  const [, minutes, secondsOfMinute, seconds, fraction = ''] = read;
  const whole = minutes === undefined ? Number(seconds) : Number(minutes) * 60 + Number(secondsOfMinute);
  const ms = whole * 1000 + Number(fraction.padEnd(3, '0'));
  return ms === 0 ? refuse('not-an-amount') : ok(durationMs(ms));
}
