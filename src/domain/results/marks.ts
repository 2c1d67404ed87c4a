import type { Tap } from '../model/state.ts';
import type { EntryResult } from './entry-result.ts';

/** Marks of how a result's times were made. A mark stands once, whether it is about start, finish or both. */
export function marksOf({ start, finish, startFlag }: EntryResult): string[] {
  const taps = [start, finish].filter((tap) => tap !== null);
  const made = taps.map(handOf).filter((hand) => hand !== null);
  const marks = [...made.map((hand) => words[hand]), ...(taps.some(isMoved) ? ['moved'] : [])];
  return [...new Set(marks), ...(startFlag === null ? [] : [`started ${startFlag}`])];
}

export type Hand = 'filled' | 'typed' | 'corrected';
const words: Readonly<Record<Hand, string>> = { filled: 'filled', typed: 'by hand', corrected: 'corrected' };

/** How a time was made that no clock measured as it is; null for a measured one. */
export function handOf({ filled, via, corrected }: Tap): Hand | null {
  if (filled !== undefined) return 'filled';
  if (via === 'hand') return 'typed';
  return corrected === null ? null : 'corrected';
}

const isMoved = ({ corrected, shift }: Tap): boolean => corrected === null && shift !== undefined && shift !== 0;
