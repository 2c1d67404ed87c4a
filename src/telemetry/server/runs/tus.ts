import { Server } from '@tus/server';
import { runPaths } from '../../protocol/runs.ts';
import type { AccountParts } from '../../../server/accounts/account-parts.ts';
import { finishUpload } from '../storage/videos.ts';
import type { VideoStore } from './video-store.ts';

/** Resumable uploads (https://tus.io). Rights and quotas are checked before a request comes here. */
export interface Tus {
  begin(request: Request, uploadId: string): Promise<Response>;
  continue(request: Request, uploadId: string): Promise<Response>;
  finish(uploadId: string): Promise<void>;
}

export function createTus({ storage, clock, log }: AccountParts, videos: VideoStore): Tus {
  /** Upload of each request. Read from the address again, it could be another one than was authorised. */
  const authorised = new WeakMap<object, string>();

  async function finish(uploadId: string): Promise<void> {
    await videos.finish(uploadId);
    await finishUpload(storage.db, uploadId, clock.now());
  }
  const server = new Server({
    path: runPaths.videos,
    datastore: videos.datastore,
    // Behind a proxy the server does not know its whole address.
    relativeLocation: true,
    // Pages of other sites may not upload.
    allowedOrigins: [],
    namingFunction: (request) => authorised.get(request)!,
    getFileIdFromRequest: (request) => authorised.get(request),
    async onUploadFinish(_request, { id }) {
      await finish(id);
      return {};
    },
    onResponseError(_request, error) {
      if ('status_code' in error) return undefined;
      log.error('An upload failed', { error });
      return { status_code: 500, body: 'Something went wrong on our side.\n' };
    },
  });
  function handle(request: Request, uploadId: string): Promise<Response> {
    authorised.set(request, uploadId);
    return server.handleWeb(request);
  }
  return { begin: handle, continue: handle, finish };
}
