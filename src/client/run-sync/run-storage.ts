import type { StoredRun, UnstampedRun } from './stored-run.ts';

/** Whose runs they are that were made by somebody who is not signed in. */
export const NOBODY = 'nobody';

export type RememberedFile = FileSystemFileHandle;

/** The runs of this device. A promise that is kept means that the disk has it. */
export interface RunStorage {
  readonly isDurable: boolean;
  listRuns(userId: string): Promise<readonly StoredRun[]>;
  readRun(userId: string, runId: string): Promise<StoredRun | undefined>;
  /**
   * Reads and writes in one transaction, so that no change of another tab is lost. Null drops it with its samples;
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
  /** What somebody made before signing in becomes theirs. */
  adopt(from: string, to: string): Promise<void>;
  /** What others have on the server is not kept on a device that they have left. */
  forgetOthers(userId: string): Promise<void>;
  rememberFile(key: string, file: RememberedFile): Promise<void>;
  recallFile(key: string): Promise<RememberedFile | undefined>;
  saveMapping(signature: string, mapping: object): Promise<void>;
  readMapping(signature: string): Promise<object | undefined>;
}
