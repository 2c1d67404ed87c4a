import type { Upload } from 'tus-js-client';
import { errors, isErrorCode } from '../../../../../protocol/errors.ts';
import { type RunVideo, runPaths, VIDEO_CHUNK_BYTES, VIDEO_TYPES } from '../../../../protocol/runs.ts';
import { createObserved, type Observable } from '../../../../../client/sync/observable.ts';
import { withoutPlaces } from './without-places.ts';

type UploadState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'uploading' | 'paused'; readonly sent: number; readonly total: number }
  | { readonly kind: 'failed'; readonly message: string; readonly sent: number; readonly total: number }
  | { readonly kind: 'done' };

export interface VideoUpload {
  readonly state: Observable<UploadState>;
  start(this: void, files: readonly File[]): void;
  pause(this: void): void;
  resume(this: void): void;
  /** Drops the bytes that have arrived, too. */
  cancel(this: void): void;
  /** Removes a whole upload again; a later upload begins anew. */
  withdraw(this: void, uploadIds: readonly string[]): void;
}

const RETRY_MS = [0, 1_000, 3_000, 8_000, 20_000, 60_000];
const FAILED = 'The upload stopped. Check the connection and continue. We keep what has arrived.';

/** Uploads go on while the user looks at other runs, and after a reload from where they stopped. */
const uploads = new Map<string, VideoUpload>();

export interface UploadOptions {
  readonly runId: string;
  readonly video: RunVideo;
  readonly onDone: (uploadIds: readonly string[]) => void;
}

export function uploadOf(options: UploadOptions): VideoUpload {
  const { video } = options;
  const known = uploads.get(video.id) ?? createUpload(options);
  uploads.set(video.id, known);
  return known;
}

function createUpload({ runId, video, onDone }: UploadOptions): VideoUpload {
  const total = video.chapters.reduce((sum, { size }) => sum + size, 0);
  const state = createObserved<UploadState>({ kind: 'idle' });
  let files: readonly File[] = [];
  let done: string[] = [];
  let current: Upload | null = null;
  let attempt = 0;
  const sentBefore = () => video.chapters.slice(0, done.length).reduce((sum, { size }) => sum + size, 0);

  async function next(): Promise<void> {
    const index = done.length;
    const file = files[index];
    if (file === undefined) {
      state.set({ kind: 'done' });
      onDone(done);
      return;
    }
    const mine = (attempt += 1);
    const { Upload: TusUpload } = await import('tus-js-client');
    const { fileName, fingerprint } = video.chapters[index]!;
    const filetype = VIDEO_TYPES.find((type) => type === file.type) ?? VIDEO_TYPES[0];
    const copy = await withoutPlaces(file);
    if (mine !== attempt) return;
    const upload = new TusUpload(copy, {
      endpoint: runPaths.videos,
      chunkSize: VIDEO_CHUNK_BYTES,
      retryDelays: RETRY_MS,
      metadata: { runId, videoId: video.id, chapter: String(index), filename: fileName, filetype },
      fingerprint: () => Promise.resolve(`pushoff ${runId} ${video.id} ${index} ${fingerprint}`),
      onProgress: (sent) => {
        if (mine === attempt) state.set({ kind: 'uploading', sent: sentBefore() + sent, total });
      },
      onShouldRetry: (problem) => {
        const status = problem.originalResponse?.getStatus() ?? 0;
        const code = toldBy(problem)?.code;
        if (isErrorCode(code) && errors[code].retry === 'never') return false;
        return status === 0 || status === 408 || status === 409 || status === 423 || status === 429 || status >= 500;
      },
      onError: (problem) => {
        if (mine === attempt) state.set({ kind: 'failed', message: messageOf(problem), sent: sentBefore(), total });
      },
      onSuccess: () => {
        done = [...done, (upload.url ?? '').split('/').at(-1)!];
        if (mine === attempt) void next();
      },
    });
    const before = await upload.findPreviousUploads();
    if (mine !== attempt) return;
    if (before[0]) upload.resumeFromPreviousUpload(before[0]);
    current = upload;
    upload.start();
  }

  const run = () => {
    state.set({ kind: 'uploading', sent: sentBefore(), total });
    void next().catch(() => state.set({ kind: 'failed', message: FAILED, sent: sentBefore(), total }));
  };
  return {
    state,
    start(given) {
      files = given;
      done = [];
      run();
    },
    pause() {
      const now = state.getSnapshot();
      if (now.kind !== 'uploading') return;
      attempt += 1;
      void current?.abort();
      state.set({ ...now, kind: 'paused' });
    },
    resume: run,
    cancel() {
      attempt += 1;
      void current?.abort(true).catch(() => undefined);
      done = [];
      state.set({ kind: 'idle' });
    },
    withdraw(uploadIds) {
      done = [];
      state.set({ kind: 'idle' });
      const headers = { 'Tus-Resumable': '1.0.0' };
      for (const uploadId of uploadIds) {
        // Without a network the server drops the upload by itself, once the run no longer names it.
        void fetch(runPaths.video.replace(':uploadId', uploadId), { method: 'DELETE', headers }).catch(() => undefined);
      }
    },
  };
}

type Problem = Error | { readonly originalResponse?: { getBody(): string } | null };

function toldBy(problem: Problem): { readonly code?: unknown; readonly message?: unknown } | undefined {
  const body = 'originalResponse' in problem ? problem.originalResponse?.getBody() : undefined;
  try {
    return (JSON.parse(body ?? '') as { error?: object }).error;
  } catch {
    return undefined;
  }
}

/** The server's own words where it gave any: for example, no room left. */
function messageOf(problem: Problem): string {
  const message = toldBy(problem)?.message;
  return typeof message === 'string' ? message : FAILED;
}
