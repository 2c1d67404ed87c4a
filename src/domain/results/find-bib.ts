import type { Line } from '../model/lines.ts';
import { type EventState, slotOf } from '../model/state.ts';
import type { EntryResult } from './entry-result.ts';
import type { Likely } from './likely.ts';
import { countingTap, readResults } from './read-results.ts';

/** `passed`: the racer has a time at the line. `not-started` and `out` are as this device knows. */
export type FoundBib =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'to-come' | 'passed' | 'not-started' | 'out'; readonly racer: EntryResult };

/** The racer with a typed number. `likely`: those who may have made the tap. */
export function findByBib(event: EventState, line: Line, likely: readonly Likely[], typed: string): FoundBib {
  const racer = readResults(event).find(({ entry }) => entry.bib !== null && isSame(entry.bib, typed));
  if (racer === undefined) return { kind: 'nobody' };
  if (likely.some((each) => each.racer.entry.racerId === racer.entry.racerId)) return { kind: 'to-come', racer };
  if (racer.state === 'out') return { kind: 'out', racer };
  const hasTime = countingTap(event, slotOf(racer.entry.racerId, line, racer.attempt)) !== null;
  return { kind: hasTime ? 'passed' : 'not-started', racer };
}

/** 007 is typed as 7. */
const isSame = (bib: string, typed: string): boolean => withoutZeros(bib) === withoutZeros(typed);
const withoutZeros = (text: string): string => text.trim().replace(/^0+(?=.)/, '');
