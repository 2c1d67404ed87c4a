import type { Attempts } from '../../domain/model/race-format.ts';
import type { EventState } from '../../domain/model/state.ts';
import type { Leaderboard } from '../../domain/results/read-leaderboard.ts';
import { figures, orderWords } from './adjusted-words.ts';
import { timeAndGap } from './time-and-gap.ts';

/** Names of the rules by which several runs make a total. */
export const countingWords: Readonly<Record<Attempts['counts'], string>> = {
  best: 'The best heat counts.',
  sum: 'All heats together count.',
  mean: 'The average of all heats counts.',
  last: 'The last heat counts.',
};

/** The large figure of a row, and the small one under it. */
export function figureOf({ format }: Pick<EventState, 'format'>, { by }: Pick<Leaderboard, 'by'>) {
  return by === 'adjusted' ? figures[format.handicap!] : timeAndGap;
}

/** Which order a screen shows, in a word or a sentence; empty where it is that of one run by its times. */
export function describeOrder({ format }: Pick<EventState, 'format'>, { by }: Pick<Leaderboard, 'by'>): string {
  const { attempts, handicap } = format;
  const runs = attempts.count > 1 ? [countingWords[attempts.counts]] : [];
  const order = by === 'adjusted' ? [orderWords[handicap!].label] : handicap === null ? [] : ['Actual time'];
  return [...order, ...runs].join(' · ');
}
