import type { ServerContext } from '../../../server/server-context.ts';
import type { RedactedCopies } from './redacted-copies.ts';
import type { StorageRoom } from './storage-room.ts';
import type { VideoStore } from './video-store.ts';

/** Parts that the functions of runs and their videos work with. */
export interface RunParts {
  readonly accounts: ServerContext;
  readonly redacted: RedactedCopies;
  readonly videos: VideoStore;
  readonly room: StorageRoom;
  /** Quotas in bytes for each account with a confirmed address: of runs and their samples, and of uploaded videos. */
  readonly runQuota: number;
  readonly videoQuota: number;
  /** Wakes the job that removes deleted runs. */
  readonly upkeep: { wake(): void };
}
