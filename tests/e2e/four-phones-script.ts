/** What truly happens in the race of `four-phones.spec.ts`: all moments in ms after the first listed start. */
export interface Ride {
  readonly bib: number;
  readonly name: string;
  readonly start: number;
  readonly split: number;
  readonly finish: number;
}

const RACERS = 40;
export const INTERVAL_MS = 30_000;
/** Riders who cross the finish together, in this order. */
const BUNCHES = [
  [9, 8, 7],
  [20, 22, 21, 23],
  [33, 34, 35],
];
/** Pairs of which the second rider overtakes the first. */
const OVERTAKEN = [
  [5, 6],
  [25, 26],
  [38, 39],
];
/** Leaves 7.4 s after the listed second: outside of the event's window of 5 s. */
export const LATE_STARTER = 17;
/** Riders whose starts are made without a signal. */
export const OFFLINE = { from: 11, to: 30 };
/** At the finish this rider's time is first given to the next one. */
export const MISTAKEN = 14;
/** Only the second phone at the finish sees this rider. */
export const MISSED = 28;
/** Riders of a bunch whose times are first given in the wrong order. */
export const MIXED_UP = [21, 22] as const;
/** The second timekeeper's thumb is always so much later than the first one's. */
export const SECOND_THUMB_MS = 120;

/** Between 0 and 1, and the same in every run. */
const noise = (seed: number): number => Math.abs(Math.sin(seed * 12.9898) * 43_758.5453) % 1;

/** The listed second of a rider, and so many intervals later. */
const slot = (bib: number, later = 0): number => (bib - 1 + later) * INTERVAL_MS;

/** Starts, splits and finishes take different thirds of each interval: one script serves four phones. */
function ride(bib: number): Ride {
  const thumb = bib === LATE_STARTER ? 7_400 : noise(bib) * 800 - 300;
  const bunch = BUNCHES.find((bibs) => bibs.includes(bib));
  const pair = OVERTAKEN.find((bibs) => bibs.includes(bib));
  const place = bunch ? Math.max(...bunch) : pair ? pair[0]! + pair[1]! - bib : bib;
  const apart = bunch ? bunch.indexOf(bib) * 430 + noise(bib + 200) * 100 : noise(bib + 200) * 3_000;
  return {
    bib,
    name: `Rider ${bib}`,
    start: Math.round(slot(bib) + thumb),
    split: Math.round(slot(bib, 5) + 10_000 + noise(bib + 100) * 3_000),
    finish: Math.round(slot(place, 11) + 17_000 + apart),
  };
}

export const rides: readonly Ride[] = Array.from({ length: RACERS }, (_, index) => ride(index + 1));

/** Riders who cross the finish within a moment, each group in its order. */
export function crossings(): Ride[][] {
  const alone = rides.filter(({ bib }) => !BUNCHES.flat().includes(bib)).map((ride) => [ride]);
  return [...alone, ...BUNCHES.map((bibs) => bibs.map((bib) => rides[bib - 1]!))];
}
