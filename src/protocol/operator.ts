/** Paths for the operator of the installation. To everyone else these paths do not exist. */
export const operatorPaths = {
  page: '/operator',
  figures: '/api/operator/figures',
  /** For Prometheus; opened by a token, not by a session. */
  metrics: '/metrics',
} as const;

/** Figures that are sampled. Times are in ms, rates by the second; p50 and p99 are over the time of one sample. */
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
  'webhooksWaiting',
  'webhooksAge',
  'webhooksLate',
  'followersWaiting',
  'followersAge',
  'followersLate',
  'copyBehind',
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
  /** The id is new after each start of the node. */
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly engine: 'sqlite' | 'postgres';
  readonly startedAt: number;
  /** The bus between nodes; null where there is one node. */
  readonly bus: BusState | null;
}

interface BusState {
  readonly isConnected: boolean;
  /** When another node was last heard of; null: never yet. */
  readonly heardAt: number | null;
}

/**
 * `?known=ID.TIME,ID.TIME` says up to when the page has the figures of each node. The node that answers sends its
 * samples after that time, and all of them when it is not named.
 */
export interface OperatorFigures {
  readonly node: OperatorNode;
  readonly now: number;
  readonly sampleMs: number;
  /** The times of the samples, the oldest first; as long as each series. */
  readonly at: readonly number[];
  readonly series: Readonly<Record<FigureName, readonly (number | null)[]>>;
}
