import type { Samples } from '../../domain/telemetry/recording.ts';
import type { Result } from '../../domain/result.ts';
import type { ErrorCode } from '../../protocol/errors.ts';
import type { AlignedSource, PrivacyZone, Run, RunDetails, RunVideo, SharedRunAnswer } from '../../protocol/runs.ts';
import type { CallError } from '../session/create-call.ts';
import type { Observable } from '../sync/observable.ts';
import type { Listed } from './run-refresh.ts';

export interface LocalRun extends Run {
  /** Something of it is on this device only. */
  readonly isWaiting: boolean;
  /** Why the server took the last change not; it stays on this device. */
  readonly refusal: ErrorCode | null;
}

/** A file of a video, where it lies on this device. */
export type FoundChapter = File | 'ask-permission' | 'missing';

/** The runs on this device and of this account. Everything is stored on the device first, and sent when it can be. */
export interface RunLibrary {
  /** One's own and those of others that one keeps, newest first, deleted ones apart; null while they are being read. */
  readonly runs: Observable<readonly LocalRun[] | null>;
  /** One's own that were removed and can come back, the last removed first. */
  readonly removed: Observable<readonly LocalRun[]>;
  /** What the server had to say last; nothing of it is kept on the device. */
  readonly listed: Observable<Listed>;
  /** False in a browser that forbids storage: everything then lasts as long as the page. */
  readonly isDurable: Observable<boolean>;
  refresh(): Promise<void>;
  /** A run that is not on this device is asked for; `key` is that of its link. */
  open(runId: string, key: string | null): Promise<Result<LocalRun, CallError>>;
  samples(runId: string, sourceId: string): Promise<Result<Samples, CallError>>;
  /** On the device when it resolves. Answers the run's id. Samples may come packed, by whoever has the time for it. */
  create(details: RunDetails, samples: ReadonlyMap<string, Samples | Uint8Array>): Promise<string>;
  change(runId: string, change: (details: RunDetails) => RunDetails): Promise<void>;
  addSource(runId: string, source: AlignedSource, samples: Samples | Uint8Array): Promise<void>;
  remove(runId: string): Promise<void>;
  restore(runId: string): Promise<void>;
  /** These need the server. */
  share(runId: string, email: string): Promise<Result<null, CallError>>;
  unshare(runId: string, email: string): Promise<Result<null, CallError>>;
  setLink(runId: string, isOn: boolean): Promise<Result<null, CallError>>;
  /** Keeps a run of somebody else, takes it off the list, or leaves it open again. */
  answer(runId: string, answer: SharedRunAnswer): Promise<Result<null, CallError>>;
  /** Whether runs of this person are offered. */
  block(ownerId: string, isBlocked: boolean): Promise<Result<null, CallError>>;
  readZones(): Promise<Result<readonly PrivacyZone[], CallError>>;
  saveZones(zones: readonly PrivacyZone[]): Promise<Result<null, CallError>>;
  /** Which column of a table is which, as the user has said once for all tables with the same header. */
  rememberColumns(signature: string, mapping: object): Promise<void>;
  recallColumns(signature: string): Promise<object | null>;
  /** Where the chapters of a video lie on this device, so that they are found on the next visit. */
  rememberVideo(video: RunVideo, files: readonly (File | FileSystemFileHandle)[]): Promise<void>;
  findVideo(video: RunVideo): Promise<readonly FoundChapter[]>;
  /** Called from a press: asks the browser for the files that it remembers. */
  unlockVideo(video: RunVideo): Promise<readonly FoundChapter[]>;
}
