/** Rules by which an event of a series is scored. */
export type Scoring =
  /** By place; `rest` for every place beyond the table. */
  | { readonly kind: 'points'; readonly table: readonly number[]; readonly rest: number }
  /** As many points as racers finished, less one for each place behind the first. */
  | { readonly kind: 'field' }
  /** The time itself: the least together wins. */
  | { readonly kind: 'time' }
  /** The winner's time in per cent of one's own. */
  | { readonly kind: 'percent' };

/** Criteria that decide between racers of the same total, tried one after the other. */
export const seriesTies = ['events', 'places', 'latest'] as const;
export type SeriesTie = (typeof seriesTies)[number];

/** The points of a helper for an event that the helper did not race in. */
type HelperPoints =
  | { readonly kind: 'fixed'; readonly points: number }
  /** As many points as the winner gets. */
  | { readonly kind: 'maximum' }
  /** The mean of one's own events. */
  | { readonly kind: 'average' };

export interface SeriesRules {
  /** Racers or teams are ranked; absent: racers. Teams get points by their place in each event's ranking of teams. */
  readonly of?: 'racers' | 'teams';
  readonly scoring: Scoring;
  /** `adjusted`: what handicaps make of the times. Actual times unless it says so. */
  readonly times?: 'actual' | 'adjusted';
  /** The best n events count; null: all of them. */
  readonly best: number | null;
  /** Events that a racer needs for a place. */
  readonly minimum: number;
  readonly ties: readonly SeriesTie[];
  /** Points for everyone who started, beside those for the place. */
  readonly starter: number;
  /** Points for a personal best on the event's course, beside those for the place. Series of before have none. */
  readonly personalBest?: number;
  /** Points for a racer who started and did not finish; `last`: one less than the last finisher. */
  readonly dnf: number | 'last';
  readonly helpers: (HelperPoints & { readonly most: number }) | null;
  /** Places are those of the category, and every category has its own standings. */
  readonly byCategory: boolean;
  /** True where standings of everybody stand before those of categories. Series of earlier releases have the categories alone. */
  readonly overall?: boolean;
}

/** Number of tables in which a result can stand. */
export const countTables = ({ byCategory, overall = false }: SeriesRules): number => (byCategory && overall ? 2 : 1);

/** Places that are counted back where `ties` says `places`: most wins, then most second places, and so on. */
export const COUNTED_PLACES = 5;

export const plainSeries: SeriesRules = {
  scoring: { kind: 'points', table: countDown(100, 10), rest: 10 },
  best: null,
  minimum: 1,
  ties: ['places', 'latest'],
  starter: 0,
  dnf: 0,
  helpers: null,
  byCategory: false,
};

export interface PointsPreset {
  readonly id: string;
  readonly name: string;
  readonly says: string;
  readonly scoring: Scoring;
}

/** Tables that clubs and federations use. */
export const pointsPresets: readonly PointsPreset[] = [
  {
    id: 'hundred',
    name: '100, 99, 98 …',
    says: 'One point less for each place, 10 at least. Sporting courses in Britain.',
    scoring: { kind: 'points', table: countDown(100, 10), rest: 10 },
  },
  {
    id: 'fifty',
    name: '50, 47, 44, 42, 41 …',
    says: 'A gap at the top, then one point less for each place.',
    scoring: { kind: 'points', table: [50, 47, 44, 42, ...countDown(41, 1)], rest: 0 },
  },
  {
    id: 'forty',
    name: '40, 37, 35, 33, 31, 30 …',
    says: 'A gap at the top, then one point less for each place.',
    scoring: { kind: 'points', table: [40, 37, 35, 33, 31, ...countDown(30, 1)], rest: 1 },
  },
  {
    id: 'five',
    name: '10, 8, 6, 4, 2',
    says: 'Points for the first five.',
    scoring: { kind: 'points', table: [10, 8, 6, 4, 2], rest: 0 },
  },
  {
    id: 'fifteen',
    name: '25, 20, 16, 13, 11, 10 … 1',
    says: 'Points for the first fifteen.',
    scoring: { kind: 'points', table: [25, 20, 16, 13, 11, ...countDown(10, 1)], rest: 0 },
  },
  {
    id: 'field',
    name: 'Racers beaten + 1',
    says: 'The last finisher gets 1, the winner as many as finished.',
    scoring: { kind: 'field' },
  },
];

function countDown(from: number, to: number): number[] {
  return Array.from({ length: from - to + 1 }, (_, index) => from - index);
}
