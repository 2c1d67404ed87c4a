import { guestPath } from '../../src/protocol/routes.ts';
import { call } from '../matrix/wire.ts';
import { newRace, signUp } from './people.ts';
import type { Target } from './target.ts';

/** A request may cost this many times the processor time of a plain one. */
export const MOST_TIMES_PLAIN = 20;
const WARM_UP = 100;
const ROUNDS = 5;
const REQUESTS = 30;

const known = new WeakMap<object, Promise<number>>();

/** Processor time of one plain request: a public page from the cache. Measured once for all cases of a run. */
export function measurePlain(target: Target): Promise<number> {
  const measured = known.get(target.build) ?? measurePage(target);
  known.set(target.build, measured);
  return measured;
}

/** The same, at this moment: on a machine with other work a minute ago is no measure for now. */
export async function measurePage(target: Target): Promise<number> {
  const { eventId, keys } = await newRace(target, await signUp(target));
  const path = guestPath(eventId, 'viewer', keys.viewer);
  return measure(target, () => call(target.url, { path }));
}

/**
 * The cost of one of many requests in sequence, the median of several rounds: other work of the process has no effect.
 */
async function measure(target: Target, request: () => Promise<unknown>, requests = REQUESTS): Promise<number> {
  const many = async (count: number) => {
    for (let index = 0; index < count; index += 1) await request();
  };
  await many(Math.min(WARM_UP, requests * 2));
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push((await target.costMs(() => many(requests))) / requests);
  return rounds.toSorted((one, other) => one - other)[Math.floor(ROUNDS / 2)]!;
}

/** The cost of a request relative to a plain one, and whether it exceeds the limit. */
export function compareWithPlain(costMs: number, plainMs: number): { isOpen: boolean; figure: string } {
  const times = costMs / plainMs;
  const figure = `${shown(costMs)} ms of processor time, ${shown(times)} × a plain page`;
  return { isOpen: times > MOST_TIMES_PLAIN, figure };
}

export const shown = (value: number): string => (value >= 10 ? String(Math.round(value)) : value.toFixed(1));
