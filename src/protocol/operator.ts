/** What only whoever runs the installation gets to see. To everybody else these paths do not exist. */
export const operatorPaths = {
  page: '/operator',
  figures: '/api/operator/figures',
  /** For Prometheus; by a token, not by a session. */
  metrics: '/metrics',
} as const;

/** What is sampled. Times are in ms, rates by the second; p50 and p99 are those of one sample's time. */
export const figureNames = [
  'connections',
  'follows',
  'topics',
  'commands',
  'refused',
  'commitP50',
  'commitP99',
  'queued',
  'queueAge',
  'tapAgeP50',
  'tapAgeP99',
  'fanOutP50',
  'fanOutP99',
  'deliveries',
  'cut',
  'requests',
  'failures',
  'requestP50',
  'requestP99',
  'mailWaiting',
  'mailAge',
  'mailGivenUp',
  'paymentsOpen',
  'paymentsAge',
  'paymentsOverdue',
  'loopP50',
  'loopP99',
  'memory',
  'cpu',
  'database',
] as const;
export type FigureName = (typeof figureNames)[number];

/** Null: nothing to measure, or not known. */
export type Sample = Readonly<Record<FigureName, number | null>>;

export interface OperatorNode {
  /** Another one after each start. */
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly engine: 'sqlite' | 'postgres';
  readonly startedAt: number;
  /** What nodes tell each other over; null where there is one node. */
  readonly bus: BusState | null;
}

export interface BusState {
  readonly isConnected: boolean;
  /** When another node was last heard of; null: not yet. */
  readonly heardAt: number | null;
}

/**
 * `?known=ID.TIME,ID.TIME` says up to when one has the figures of which nodes: whichever of them answers tells what came
 * since, and one that is not named tells everything.
 */
export interface OperatorFigures {
  readonly node: OperatorNode;
  readonly now: number;
  readonly sampleMs: number;
  /** The samples by their times, the oldest first; as long as each series. */
  readonly at: readonly number[];
  readonly series: Readonly<Record<FigureName, readonly (number | null)[]>>;
}
