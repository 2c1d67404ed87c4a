/** What moves how: metres, seconds, turns in a minute. */
export interface Sport {
  readonly name: 'running' | 'cycling' | 'rowing' | 'skiing' | 'motor';
  readonly slowest: number;
  readonly fastest: number;
  /** m/s² */
  readonly acceleration: number;
  /** Metres: the narrowest turn. */
  readonly turn: number;
  /** Metres up for each metre on; none on water. */
  readonly slope: number;
  readonly cadence: readonly [least: number, most: number] | null;
  readonly hasPower: boolean;
  readonly hasHeart: boolean;
}

export const SPORTS: readonly Sport[] = [
  {
    name: 'running',
    slowest: 2.2,
    fastest: 6,
    acceleration: 0.6,
    turn: 15,
    slope: 0.1,
    cadence: [78, 95],
    hasPower: true,
    hasHeart: true,
  },
  {
    name: 'cycling',
    slowest: 4,
    fastest: 16,
    acceleration: 0.8,
    turn: 25,
    slope: 0.08,
    cadence: [60, 110],
    hasPower: true,
    hasHeart: true,
  },
  {
    name: 'rowing',
    slowest: 2,
    fastest: 5.5,
    acceleration: 0.4,
    turn: 80,
    slope: 0,
    cadence: [18, 36],
    hasPower: true,
    hasHeart: true,
  },
  {
    name: 'skiing',
    slowest: 4,
    fastest: 25,
    acceleration: 1.5,
    turn: 30,
    slope: 0.25,
    cadence: null,
    hasPower: false,
    hasHeart: true,
  },
  {
    name: 'motor',
    slowest: 10,
    fastest: 60,
    acceleration: 3,
    turn: 60,
    slope: 0.06,
    cadence: null,
    hasPower: false,
    hasHeart: false,
  },
];
