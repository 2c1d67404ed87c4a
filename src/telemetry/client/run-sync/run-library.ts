import type { Samples } from '../../domain/recording.ts';
import type { Result } from '../../../domain/result.ts';
import type { AlignedSource, PrivacyZone, RunDetails, RunVideo, SharedRunAnswer } from '../../protocol/runs.ts';
import type { CallError } from '../../../client/session/create-call.ts';
import type { Observable } from '../../../client/sync/observable.ts';
import type { Listed, LocalRun } from './stored-run.ts';

/** A file of a video on this device. */
export type FoundChapter = File | 'ask-permission' | 'missing';

/** The runs on this device and of this account. Everything is stored on the device first, and sent when it can be. */
export interface RunLibrary {
  /** The account's own runs and kept ones of others, newest first, without deleted ones; null until they are read. */
  readonly runs: Observable<readonly LocalRun[] | null>;
  /** The account's own deleted runs that can be restored, the last deleted first. */
  readonly removed: Observable<readonly LocalRun[]>;
  /** The server's last answer about lists; nothing of it is stored on the device. */
  readonly listed: Observable<Listed>;
  /** False in a browser that forbids storage: everything then lasts as long as the page. */
  readonly isDurable: Observable<boolean>;
  refresh(): Promise<void>;
  /** Fetches a run that is not on this device; `key` is that of its link. */
  open(runId: string, key: string | null): Promise<Result<LocalRun, CallError>>;
  /** Packed, and checked: they can be unpacked off the main thread. */
  samples(runId: string, sourceId: string): Promise<Result<Uint8Array, CallError>>;
  /**
   * Resolves with the run's id when the run is on the device. Samples may be given packed, by a caller that can do it
   * off the main thread.
   */
  create(details: RunDetails, samples: ReadonlyMap<string, Samples | Uint8Array>): Promise<string>;
  change(runId: string, change: (details: RunDetails) => RunDetails): Promise<void>;
  addSource(runId: string, source: AlignedSource, samples: Samples | Uint8Array): Promise<void>;
  remove(runId: string): Promise<void>;
  restore(runId: string): Promise<void>;
  /** The calls below need the server. */
  share(runId: string, email: string): Promise<Result<null, CallError>>;
  unshare(runId: string, email: string): Promise<Result<null, CallError>>;
  setLink(runId: string, isOn: boolean): Promise<Result<null, CallError>>;
  /** Keeps a run of another owner, takes it off the list, or leaves it open again. */
  answer(runId: string, answer: SharedRunAnswer): Promise<Result<null, CallError>>;
  /** Sets whether runs of this owner are offered. */
  block(ownerId: string, isBlocked: boolean): Promise<Result<null, CallError>>;
  readZones(): Promise<Result<readonly PrivacyZone[], CallError>>;
  saveZones(zones: readonly PrivacyZone[]): Promise<Result<null, CallError>>;
  /** The meaning of a table's columns, as the user has set it once for all tables with the same header. */
  rememberColumns(signature: string, mapping: object): Promise<void>;
  recallColumns(signature: string): Promise<object | null>;
  /** Remembers the files of a video's chapters on this device, so that they are found on the next visit. */
  rememberVideo(video: RunVideo, files: readonly (File | FileSystemFileHandle)[]): Promise<void>;
  findVideo(video: RunVideo): Promise<readonly FoundChapter[]>;
  /** Must be called from a press: asks the browser for permission to the remembered files. */
  unlockVideo(video: RunVideo): Promise<readonly FoundChapter[]>;
}
