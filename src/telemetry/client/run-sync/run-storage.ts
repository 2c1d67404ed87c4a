import type { StoredRun, UnstampedRun } from './stored-run.ts';

/** The owner of runs that were made without signing in. */
export const NOBODY = 'nobody';

export type RememberedFile = FileSystemFileHandle;

/** The runs of this device. A resolved promise means that the disk has the data. */
export interface RunStorage {
  readonly isDurable: boolean;
  listRuns(userId: string): Promise<readonly StoredRun[]>;
  readRun(userId: string, runId: string): Promise<StoredRun | undefined>;
  /**
   * Reads and writes in one transaction, so that no change of another tab is lost. Null drops the run with its samples;
   * undefined leaves it. `samples` are stored with it.
   */
  updateRun(
    userId: string,
    runId: string,
    update: (stored: StoredRun | undefined) => UnstampedRun | null | undefined,
    samples?: ReadonlyMap<string, Uint8Array>,
  ): Promise<void>;
  readSamples(runId: string, sourceId: string): Promise<Uint8Array | undefined>;
  saveSamples(runId: string, sourceId: string, bytes: Uint8Array): Promise<void>;
  /** Runs that were made before signing in become the user's own. */
  adopt(from: string, to: string): Promise<void>;
  /** Runs of others are not kept on a device that their viewer has left. */
  forgetOthers(userId: string): Promise<void>;
  rememberFile(key: string, file: RememberedFile): Promise<void>;
  recallFile(key: string): Promise<RememberedFile | undefined>;
  saveMapping(signature: string, mapping: object): Promise<void>;
  readMapping(signature: string): Promise<object | undefined>;
}
