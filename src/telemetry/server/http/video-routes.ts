import { Metadata } from '@tus/server';
import { Hono } from 'hono';
import { ok, refuse, type Result } from '../../../domain/result.ts';
import type { ErrorCode } from '../../../protocol/errors.ts';
import { MAX_VIDEO_BYTES, RUN_KEY_HEADER, runPaths, type VideoMetadata, videoMetadata } from '../../protocol/runs.ts';
import { nobodySends } from '../../../server/access/sender.ts';
import type { Limit } from '../../../server/limits/limiter.ts';
import { beginUpload } from '../runs/begin-upload.ts';
import { lookAtRun } from '../runs/run-access.ts';
import { opensLink } from '../../../server/access/link-keys.ts';
import { isTicket } from '../runs/video-tickets.ts';
import type { RunParts } from '../runs/run-parts.ts';
import { createTus } from '../runs/tus.ts';
import { dropUploads, findUpload, type VideoUpload } from '../storage/videos.ts';
import { streamFile } from '../../../server/http/answer-ends.ts';
import { refuseWith } from '../../../server/http/answers.ts';
import { checkShape } from '../../../server/http/body.ts';
import { rangeOf } from '../../../server/http/byte-range.ts';
import type { App, AppContext, AppEnv } from '../../../server/http/context.ts';
import { accountOf, findAccount, forAccounts } from '../../../server/http/find-account.ts';
import { findSender } from '../../../server/http/find-sender.ts';
import { idIn } from '../../../server/http/path-id.ts';
import { findOwnRun } from './run-routes.ts';

const RETRY_STORE_S = 10;
const UPLOADS: Limit = { burst: 500, refillMs: 10_000 };

/** Videos that their owners chose to upload: written by tus, played in byte ranges. */
export function createVideoRoutes(parts: RunParts): App {
  const app = new Hono<AppEnv>();
  const { accounts, videos, upkeep } = parts;
  const { clock, secret, storage } = accounts;
  const { db } = storage;
  const uploads = accounts.limits.limiter('video-uploads', UPLOADS);
  const tus = createTus(accounts, videos);

  app.post(runPaths.videos, forAccounts(accounts), async (c) => {
    const owner = accountOf(c);
    if (parts.videoQuota === 0) return refuseWith(c, 'unimplemented');
    const asked = readRequest(c);
    if (!asked.ok) return refuseWith(c, asked.error);
    const { metadata, size } = asked.value;
    const run = await findOwnRun(db, owner, metadata.runId);
    if (!run.ok) return refuseWith(c, run.error);
    const wait = uploads.take(owner.userId);
    if (wait > 0) return refuseWith(c, 'too-many-requests', wait);
    const begun = await beginUpload(parts, owner, metadata, size);
    if (!begun.ok) return refuseWith(c, begun.error);
    const answer = await tus.begin(c.req.raw, begun.value);
    if (answer.status !== 201) await drop(metadata.runId, begun.value);
    return answer;
  });

  app.patch(runPaths.video, async (c) => {
    const upload = await findOwnUpload(c);
    if (!upload.ok) return refuseWith(c, upload.error);
    const refusal = await parts.room.goOn('videos');
    return refusal === null ? tus.continue(c.req.raw, upload.value.id) : refuseWith(c, refusal);
  });

  // HEAD is routed here too: to tus it asks how far an upload has come, to any other client what GET would answer.
  app.get(runPaths.video, async (c) => {
    const isTus = c.req.method === 'HEAD' && c.req.header('tus-resumable') !== undefined;
    return isTus ? tellProgress(c) : play(c);
  });

  app.delete(runPaths.video, async (c) => {
    const upload = await findOwnUpload(c);
    if (!upload.ok) return refuseWith(c, upload.error);
    await drop(upload.value.runId, upload.value.id);
    c.header('Tus-Resumable', '1.0.0');
    return c.body(null, 204);
  });

  async function drop(runId: string, uploadId: string): Promise<void> {
    await dropUploads(db, runId, [uploadId], clock.now());
    upkeep.wake();
  }

  async function findOwnUpload(c: AppContext): Promise<Result<VideoUpload, ErrorCode>> {
    const owner = await findAccount(accounts, c);
    if (!owner.ok) return owner;
    const upload = await findUpload(db, idIn(c, 'uploadId'));
    return upload?.ownerId === owner.value.userId ? ok(upload) : refuse('video-not-found');
  }

  async function tellProgress(c: AppContext): Promise<Response> {
    const upload = await findOwnUpload(c);
    if (!upload.ok) return refuseWith(c, upload.error);
    const answer = await tus.continue(c.req.raw, upload.value.id);
    // The server may have been killed between the last byte and its record of the end; the client would send nothing
    // more.
    const isWhole = answer.headers.get('upload-offset') === String(upload.value.size);
    if (isWhole && upload.value.finishedAt === null) await tus.finish(upload.value.id);
    return answer;
  }

  async function play(c: AppContext): Promise<Response> {
    const upload = await findVisible(c);
    if (upload === undefined) return refuseWith(c, 'video-not-found');
    const { id, size, type, fileName } = upload;
    const etag = `"${id}"`;
    const ifRange = c.req.header('if-range');
    const range = ifRange === undefined || ifRange === etag ? rangeOf(c.req.header('range'), size) : 'whole';
    c.header('Accept-Ranges', 'bytes');
    if (range === 'none') {
      c.header('Content-Range', `bytes */${size}`);
      return c.body(null, 416);
    }
    const { first, last } = range === 'whole' ? { first: 0, last: size - 1 } : range;
    const isHead = c.req.method === 'HEAD';
    const file = isHead ? undefined : await videos.read(id, first, last);
    if (!isHead && file === undefined) return refuseWith(c, 'video-not-found');
    if (file === 'busy') return refuseWith(c, 'busy', RETRY_STORE_S);
    c.header('ETag', etag);
    c.header('Content-Type', type);
    c.header('Content-Length', String(last - first + 1));
    // A player ignores this header; a viewer who opens the address itself saves a file and sees no page of ours.
    c.header('Content-Disposition', `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`);
    if (range !== 'whole') c.header('Content-Range', `bytes ${first}-${last}/${size}`);
    const status = range === 'whole' ? 200 : 206;
    return file === undefined ? c.body(null, status) : streamFile(c, file, status);
  }

  /** A video is visible to those who may see its run: by the run's link with its key, or with a ticket made from it. */
  async function findVisible(c: AppContext): Promise<VideoUpload | undefined> {
    const sender = (await findSender(accounts, c)) ?? nobodySends;
    const upload = await findUpload(db, idIn(c, 'uploadId'));
    if (upload === undefined || upload.finishedAt === null) return undefined;
    const seen = await lookAtRun(
      db,
      sender,
      upload.runId,
      (run) =>
        opensLink(c.req.header(RUN_KEY_HEADER), run.linkKey) ||
        isTicket(c.req.query('ticket'), secret, run, clock.now()),
    );
    return seen.ok ? upload : undefined;
  }

  return app;
}

function readRequest(c: AppContext): Result<{ readonly metadata: VideoMetadata; readonly size: number }, ErrorCode> {
  const length = c.req.header('upload-length') ?? '';
  if (c.req.header('tus-resumable') === undefined || !/^[1-9]\d{0,14}$/.test(length)) return refuse('invalid-argument');
  const metadata = checkShape(parseMetadata(c.req.header('upload-metadata')), videoMetadata);
  if (!metadata.ok) return refuse(metadata.error.code);
  const size = Number(length);
  return size > MAX_VIDEO_BYTES ? refuse('video-quota') : ok({ metadata: metadata.value, size });
}

function parseMetadata(header: string | undefined): unknown {
  try {
    return Metadata.parse(header);
  } catch {
    return undefined;
  }
}
