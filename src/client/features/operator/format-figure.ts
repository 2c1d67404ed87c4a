import { counted, LANGUAGE, word, writeDecimal } from '../../../domain/language.ts';
/** The unit of a figure. */
export type Unit = 'count' | 'rate' | 'ms' | 'bytes' | 'share';

const whole = new Intl.NumberFormat(LANGUAGE, { maximumFractionDigits: 0 });
const fine = new Intl.NumberFormat(LANGUAGE, { maximumSignificantDigits: 2 });

/** Short enough to be the largest text on a tile. */
export function formatFigure(value: number | null, unit: Unit): string {
  if (value === null) return '–';
  if (value === 0) return '0';
  switch (unit) {
    case 'count':
      return whole.format(value);
    case 'rate':
      return value < 0.1 ? '<0.1/s' : `${short(value)}/s`;
    case 'ms':
      return value < 1000 ? `${short(value)} ms` : formatWait(value);
    case 'bytes':
      return value < 1e9
        ? `${whole.format(value / 1e6)} ${word('MB')}`
        : `${writeDecimal(value / 1e9, 1)} ${word('GB')}`;
    case 'share':
      return `${whole.format(value * 100)} %`;
  }
}

const short = (value: number): string => (value < 10 ? fine : whole).format(value);

const STEPS = [
  { ms: 86_400_000, short: 'd', write: (count: number) => counted(count, 'day', 'days') },
  { ms: 3_600_000, short: 'h', write: (count: number) => counted(count, 'hour', 'hours') },
  { ms: 60_000, short: 'min', write: (count: number) => counted(count, 'minute', 'minutes') },
  { ms: 1000, short: 's', write: (count: number) => counted(count, 'second', 'seconds') },
] as const;

/** For example '4.2 s', '12 min', '3 h'. */
function formatWait(ms: number): string {
  const step = STEPS.find((candidate) => ms >= candidate.ms) ?? STEPS[3];
  const value = ms / step.ms;
  return `${step.short === 's' && value < 10 ? fine.format(value) : whole.format(Math.floor(value))} ${step.short}`;
}

/** For example 'a second', '12 minutes', '3 hours'. */
export function describeWait(ms: number): string {
  const step = STEPS.find((candidate) => ms >= candidate.ms) ?? STEPS[3];
  return step.write(Math.max(1, Math.floor(ms / step.ms)));
}
