import type { RaceSettings } from '../../../../domain/model/race-settings.ts';
import type { Direction } from '../../../../domain/model/precision.ts';

interface Option<Value> {
  readonly value: Value;
  readonly label: string;
  readonly says: string;
}

export const policyOptions: readonly Option<RaceSettings['startPolicy']>[] = [
  { value: 'tap', label: 'The tap', says: 'A racer’s time runs from the tap at the start.' },
  {
    value: 'schedule',
    label: 'The start list',
    says: 'A racer’s time runs from the listed start. Who leaves late has lost that time.',
  },
  {
    value: 'window',
    label: 'The tap, inside a window',
    says: 'A racer’s time runs from the tap. Pushoff flags a tap outside the window for you to judge.',
  },
];

export const tieOptions: readonly Option<RaceSettings['ties']>[] = [
  { value: 'shared', label: 'By the exact time', says: 'Equal times share a rank. The exact time orders them.' },
  {
    value: 'higher-number-first',
    label: 'Higher number first',
    says: 'Equal times share a rank. The higher start number comes first.',
  },
];

export const readingOptions: readonly Option<RaceSettings['readings']>[] = [
  {
    value: 'first',
    label: 'The first to arrive',
    says: 'If two phones time the same line, the first time to arrive counts.',
  },
  { value: 'device', label: 'One chosen phone', says: 'Readings of the chosen phone count, others fill in.' },
  { value: 'mean', label: 'The average of all', says: 'If several phones time the same line, the average counts.' },
];

export const unitOptions = [
  { value: '10', label: 'Hundredths (0.01 s)' },
  { value: '100', label: 'Tenths (0.1 s)' },
  { value: '1000', label: 'Whole seconds' },
] as const;

export const directionOptions: readonly { readonly value: Direction; readonly label: string }[] = [
  { value: 'down', label: 'Cut (drop the rest)' },
  { value: 'up', label: 'Round up' },
  { value: 'halfUp', label: 'Nearest (half up)' },
  { value: 'halfEven', label: 'Nearest (half to even)' },
];

export const windowOptions: readonly { readonly value: string; readonly label: string }[] = [
  1, 2, 3, 5, 10, 15, 30,
].map((seconds) => ({ value: String(seconds * 1000), label: `${seconds} s before and after` }));
