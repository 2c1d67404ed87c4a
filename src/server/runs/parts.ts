import type { AccountParts } from '../accounts/parts.ts';
import type { RedactedCopies } from './redacted-copies.ts';
import type { RunUpkeep } from './upkeep.ts';
import type { VideoStore } from './video-store.ts';

/** What the functions of runs and their videos work with. */
export interface RunParts {
  readonly accounts: AccountParts;
  readonly redacted: RedactedCopies;
  readonly videos: VideoStore;
  /** Bytes for each account: of runs and their samples, and of uploaded videos. */
  readonly runQuota: number;
  readonly videoQuota: number;
  readonly upkeep: RunUpkeep;
}
