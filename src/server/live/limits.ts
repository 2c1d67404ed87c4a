import { HEARTBEAT_MS } from '../../protocol/live.ts';

export interface Limits {
  readonly connections: number;
  readonly connectionsPerAddress: number;
  readonly connectionsPerAccount: number;
  readonly subscriptions: number;
  readonly messageBytes: number;
  /** Of each socket: this many at once, and one more after each pause. */
  readonly messageBurst: number;
  readonly messageRefillMs: number;
  /** Whoever lets this much wait unread is cut, and resumes when they can. */
  readonly unreadBytes: number;
  readonly heartbeatMs: number;
  readonly sessionCheckMs: number;
  readonly sweepMs: number;
  /** How often what was listed is read anew where other nodes may have changed it unheard. */
  readonly listCheckMs: number;
  /** Whoever is sent away by a server that stops is with another a moment later: so many, and then a pause. */
  readonly leavingTogether: number;
  readonly leavingPauseMs: number;
}

export const usualLimits: Limits = {
  connections: 15_000,
  // A venue with a thousand phones is one address, and a club's account is on all its devices.
  connectionsPerAddress: 3000,
  connectionsPerAccount: 200,
  subscriptions: 50,
  // The longest that a page of ours sends has 300.
  messageBytes: 4 * 1024,
  messageBurst: 200,
  messageRefillMs: 100,
  unreadBytes: 1024 * 1024,
  heartbeatMs: HEARTBEAT_MS,
  sessionCheckMs: 30_000,
  sweepMs: 5_000,
  listCheckMs: 60_000,
  leavingTogether: 200,
  leavingPauseMs: 100,
};
