import type { Generated } from 'kysely';

/** The tables of runs, as Kysely sees them; `schema.ts` says what holds for all tables. */

/**
 * One row for each person with runs: it is locked while room is taken, and holds the zones that others do not see into.
 */
export interface RunLibraryTable {
  userId: string;
  zones: string;
  /** Counts the changes of the zones: each may change what others see of the runs. */
  zonesVersion: Generated<number>;
}

export interface RunTable {
  id: string;
  ownerId: string;
  /** Counts the changes of the details, from 1. */
  version: number;
  createdAt: number;
  deletedAt: number | null;
  details: string;
  /** Size of the details, as they are stored. */
  bytes: number;
  /** Race that the run is attached to. */
  eventId: string | null;
  linkKey: string | null;
}

/** Columns of a run in a list. Written by triggers on `runs` and `runShares` (migration 0013), never by a program. */
export interface RunSummaryTable {
  runId: string;
  ownerId: string;
  createdAt: number;
  deletedAt: number | null;
  version: number;
  bytes: number;
  name: string;
  timestamp: number | null;
  distance: number | null;
  duration: number | null;
  eventId: string | null;
  racerId: string | null;
  /** Counts all changes of the owner's view: details, deletion, shares, link. */
  revision: number;
}

export interface RunShareTable {
  runId: string;
  email: string;
  createdAt: number;
  /** Answer of the recipient. */
  state: Generated<ShareState>;
}

/** `blocked`: the owner was blocked before the share was answered. */
export type ShareState = 'offered' | 'kept' | 'removed' | 'blocked';

/** Runs of others that a recipient took off their list. Not in `runShares`: sharing anew would bring the run back. */
export interface RunRemovalTable {
  userId: string;
  runId: string;
}

/** Owners whose runs a recipient wants to be offered no more. */
export interface RunBlockTable {
  userId: string;
  ownerId: string;
  createdAt: number;
}

export interface RunSourceTable {
  runId: string;
  sourceId: string;
  bodyId: string;
  bytes: number;
  digest: string;
  createdAt: number;
}

export interface SamplePartTable {
  bodyId: string;
  part: number;
  body: Uint8Array;
  createdAt: number;
}

export interface VideoUploadTable {
  id: string;
  ownerId: string;
  runId: string;
  videoId: string;
  chapter: number;
  fileName: string;
  type: string;
  size: number;
  createdAt: number;
  finishedAt: number | null;
  /** The video is not sent any more, and its file is about to be deleted. */
  removedAt: number | null;
}
