import type { SyncPorts } from '../../../client/sync/ports.ts';
import type { RunCalls } from './run-calls.ts';
import type { RunStorage } from './run-storage.ts';
import type { Listed } from './stored-run.ts';

/** The ports for sending runs: those of the outbox, and a storage and calls of its own. */
export interface RunSyncPorts extends Pick<SyncPorts, 'clock' | 'timers' | 'lock' | 'random' | 'log'> {
  readonly userId: string;
  readonly storage: RunStorage;
  readonly calls: RunCalls;
  /** False once another user is signed in: nothing is sent in their name. */
  readonly isCurrent: () => boolean;
  readonly onStored: () => Promise<void>;
  readonly onListed: (listed: Listed) => void;
}
