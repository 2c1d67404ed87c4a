import type { Tap } from '../events/state.ts';
import type { EntryResult } from './entry-result.ts';

/** What a reader of a result must know of how its times were made. A mark stands once, whichever of the two it is about. */
export function marksOf({ start, finish, startFlag }: EntryResult): string[] {
  const taps = [start, finish].filter((tap) => tap !== null);
  const marks = [...taps.flatMap(markOfHand), ...(taps.some(isMoved) ? ['moved'] : [])];
  return [...new Set(marks), ...(startFlag === null ? [] : [`started ${startFlag}`])];
}

/** A time that no clock measured as it is. */
function markOfHand({ filled, via, corrected }: Tap): string[] {
  if (filled !== undefined) return ['filled'];
  if (via === 'hand') return ['by hand'];
  return corrected === null ? [] : ['corrected'];
}

function isMoved({ corrected, shift }: Tap): boolean {
  return corrected === null && shift !== undefined && shift !== 0;
}
