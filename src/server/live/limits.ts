import { HEARTBEAT_MS } from '../../protocol/live.ts';

export interface Limits {
  readonly connections: number;
  readonly connectionsPerAddress: number;
  readonly connectionsPerAccount: number;
  readonly subscriptions: number;
  readonly messageBytes: number;
  /** Messages of each socket: this many at once, and one more after each pause. */
  readonly messageBurst: number;
  readonly messageRefillMs: number;
  /** A reader with more unread bytes is cut, and resumes when it can. */
  readonly unreadBytes: number;
  readonly heartbeatMs: number;
  readonly sessionCheckMs: number;
  readonly sweepMs: number;
  /** Pause between reads of open lists, which other nodes may have changed unheard. */
  readonly listCheckMs: number;
  /**
   * Sockets that a stopping server closes together, before a pause: their pages are with another node a moment later.
   */
  readonly leavingTogether: number;
  readonly leavingPauseMs: number;
}

export const usualLimits: Limits = {
  connections: 15_000,
  // A venue with a thousand phones is one address, and a club's account is on all its devices.
  connectionsPerAddress: 3000,
  connectionsPerAccount: 200,
  subscriptions: 50,
  // The longest message of our pages has 300 bytes.
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
