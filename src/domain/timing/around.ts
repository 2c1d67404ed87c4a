import type { ClockObservation, Reading } from './clock.ts';

/** Observations of one side of a reading, the nearest first. */
interface Side {
  /** Observations of the same page load, in the order of its monotonic clock. */
  readonly own: readonly ClockObservation[];
  /** Observations of other page loads, in the order of the wall clock. */
  readonly others: readonly ClockObservation[];
}

export interface Sides {
  readonly before: Side;
  readonly after: Side;
}

const MINUTE = 60_000;

/**
 * The observations that a reading is placed by: on each side the nearest one, and beyond it the most exact of each
 * distance, where every distance is twice the one before. The near ones tell the time and the far ones the drift. Chosen
 * from these alone, the choice is the same: a device sends them, and the server places the reading as the device does.
 */
export function observationsAround(reading: Reading, observations: readonly ClockObservation[]): Sides {
  const [before, after] = [createOffers(), createOffers()];
  for (const observation of observations) {
    const distance = distanceTo(reading, observation.reading);
    const side = distance < 0 ? before : after;
    const offers = observation.reading.origin === reading.origin ? side.own : side.others;
    offers.push({ observation, distance: Math.abs(distance) });
  }
  return { before: chooseSide(before), after: chooseSide(after) };
}

interface Offer {
  readonly observation: ClockObservation;
  readonly distance: number;
}

const createOffers = (): Record<keyof Side, Offer[]> => ({ own: [], others: [] });
const chooseSide = ({ own, others }: Record<keyof Side, Offer[]>): Side => ({
  own: choose(own),
  others: choose(others),
});

function choose(offers: readonly Offer[]): ClockObservation[] {
  const [first] = offers;
  if (first === undefined) return [];
  const nearest = offers.reduce((best, offer) => (offer.distance < best.distance ? offer : best), first);
  const best: Offer[] = [];
  for (const offer of offers) {
    if (offer === nearest) continue;
    const step = Math.max(0, Math.ceil(Math.log2((offer.distance - nearest.distance) / MINUTE)));
    const known = best[step];
    if (known === undefined || isBetter(offer, known)) best[step] = offer;
  }
  return [nearest, ...best.filter((offer) => offer !== undefined)].map(({ observation }) => observation);
}

function isBetter(one: Offer, other: Offer): boolean {
  const gain = other.observation.uncertainty - one.observation.uncertainty;
  return gain > 0 || (gain === 0 && one.distance < other.distance);
}

/** Time from `reading` to `other`, by the clock that can tell: across page loads only the wall clock can. */
function distanceTo(reading: Reading, other: Reading): number {
  return reading.origin === other.origin ? other.monotonic - reading.monotonic : other.wall - reading.wall;
}
