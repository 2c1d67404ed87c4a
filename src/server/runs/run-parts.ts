import type { AccountParts } from '../accounts/account-parts.ts';
import type { RedactedCopies } from './redacted-copies.ts';
import type { StorageRoom } from './storage-room.ts';
import type { VideoStore } from './video-store.ts';

/** What the functions of runs and their videos work with. */
export interface RunParts {
  readonly accounts: AccountParts;
  readonly redacted: RedactedCopies;
  readonly videos: VideoStore;
  readonly room: StorageRoom;
  /** Bytes for each account that has confirmed its address: of runs and their samples, and of uploaded videos. */
  readonly runQuota: number;
  readonly videoQuota: number;
  /** Takes away what was deleted: there is something to do now. */
  readonly upkeep: { wake(): void };
}
