import type { EventCommandBody } from '../../../../domain/events/commands.ts';
import { split } from '../../../event/command-parts.ts';

export interface GivenNumber {
  readonly racerId: string;
  readonly bib: string | null;
}

/**
 * Commands that give these numbers. Where one command does not hold them all, all are taken off first: a part would be
 * refused for a number that a racer of a later part still has.
 */
export function giveNumbers(given: readonly GivenNumber[]): EventCommandBody[] {
  const parts = split(given.map(({ racerId, bib }) => ({ racerId, bib })));
  const cleared = parts.length > 1 ? parts.map((part) => part.map(({ racerId }) => ({ racerId, bib: null }))) : [];
  return [...cleared, ...parts].map((bibs) => ({ type: 'bibs.set', bibs }));
}
