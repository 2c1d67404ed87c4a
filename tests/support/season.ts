import type { SeriesEvent, SeriesResult } from '../../src/domain/series/score-event.ts';

/** The same numbers for the same seed. */
export function createDice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A season: some stay away, some share a time, some do not finish. */
export function createSeason(events = 12, racers = 60, seed = 7): SeriesEvent[] {
  const dice = createDice(seed);
  return Array.from({ length: events }, (_, index) => ({
    eventId: `event-${index + 1}`,
    results: Array.from({ length: racers }, (_each, number) => resultOf(number, dice)).filter(
      (result): result is SeriesResult => result !== null,
    ),
  }));
}

function resultOf(number: number, dice: () => number): SeriesResult | null {
  const racer = {
    racerId: `racer-${number}`,
    name: `Racer ${number}`,
    category: number % 7 === 0 ? null : ['Senior', 'V40', 'Women'][number % 3]!,
  };
  const [stays, fate] = [dice(), dice()];
  // Whole seconds in a narrow band: many share a time.
  const ms = (1_200 + Math.floor(dice() * 40) + number * 2) * 1000;
  if (stays < 0.3) return null;
  if (fate < 0.05) return { ...racer, status: 'DNF', ms: null, hasStarted: true };
  if (fate < 0.08) return { ...racer, status: 'DNS', ms: null, hasStarted: false };
  if (fate < 0.1) return { ...racer, status: 'DSQ', ms: null, hasStarted: true };
  if (fate < 0.12) return { ...racer, status: 'OK', ms: null, hasStarted: true };
  return { ...racer, status: 'OK', ms, hasStarted: true };
}
