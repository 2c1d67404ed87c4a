import { createHash, randomUUID } from 'node:crypto';
import { setImmediate as nextRound } from 'node:timers/promises';
import { Hono } from 'hono';
import { ok, refuse, type Result } from '../../../domain/result.ts';
import { checkPackedInSteps } from '../../domain/pack.ts';
import { MAX_SAMPLES_BYTES, RUN_KEY_HEADER, runPaths } from '../../protocol/runs.ts';
import { nobodySends, type Sender } from '../../../server/access/sender.ts';
import { addressKey } from '../../../server/addresses/client-address.ts';
import type { Limit } from '../../../server/limits/limiter.ts';
import { isNothing, type Redaction } from '../runs/redact-samples.ts';
import { byLinkKey, lookAtRun } from '../runs/run-access.ts';
import type { RunParts } from '../runs/run-parts.ts';
import { type RoomRefusal, type RunQuota, runQuotaOf } from '../runs/storage-room.ts';
import { readZones } from '../storage/run-sharing.ts';
import { lockRunLibrary } from '../../../server/storage/room.ts';
import { findRun, measureRuns, type RunRow } from '../storage/runs.ts';
import {
  findSource,
  PART_BYTES,
  removeBodies,
  saveSource,
  storeBody,
  type StoredSource,
  streamBody,
} from '../storage/samples.ts';
import { streamFile, whenAnswered } from '../../../server/http/answer-ends.ts';
import { refuseWith } from '../../../server/http/answers.ts';
import type { App, AppContext, AppEnv } from '../../../server/http/context.ts';
import { accountOf, forAccounts } from '../../../server/http/find-account.ts';
import { findSender } from '../../../server/http/find-sender.ts';
import { idIn } from '../../../server/http/path-id.ts';
import { createRoom } from '../../../server/http/room.ts';
import { findOwnRun } from './run-routes.ts';

const SAMPLES_TYPE = 'application/octet-stream';
const UPLOADS: Limit = { burst: 1_000, refillMs: 1_000 };
/** Reads are limited for each address: with a link a client could else keep our processors busy with hiding places. */
const READS: Limit = { burst: 500, refillMs: 500 };
const MB = 1024 ** 2;
/** Memory for a reader: the part that is being sent, and the next. */
const READER_BYTES = 2 * PART_BYTES;
const BUSY_SECONDS = 5;

type StoreRefusal = RunQuota['refusal'] | RoomRefusal | 'run-not-found';

/** Packed samples of runs. The server only checks and stores them; it reads no file that a user made. */
export function createSampleRoutes(parts: RunParts): App {
  const app = new Hono<AppEnv>();
  const { accounts, redacted, room } = parts;
  const { clock, storage } = accounts;
  const { db } = storage;
  const uploads = accounts.limits.limiter('run-samples', UPLOADS);
  const reads = accounts.limits.limiter('run-samples-read', READS);

  const readers = createRoom(128 * MB, 32 * MB);
  const senders = createRoom(256 * MB, 2 * MAX_SAMPLES_BYTES);

  app.get(runPaths.samples, async (c) => {
    const sender = (await findSender(accounts, c)) ?? nobodySends;
    const key = c.req.header(RUN_KEY_HEADER);
    const seen = await lookAtRun(db, sender, idIn(c, 'runId'), byLinkKey(key));
    if (!seen.ok) return refuseWith(c, seen.error);
    const { run, role } = seen.value;
    const address = addressKey(c.get('address'));
    const wait = reads.take(address);
    if (wait > 0) return refuseWith(c, 'too-many-requests', wait);
    const source = await findSource(db, run.id, idIn(c, 'sourceId'));
    if (source === undefined) return refuseWith(c, 'samples-not-found');
    const leave = readers.take(address, READER_BYTES);
    if (leave === undefined) return refuseWith(c, 'busy', BUSY_SECONDS);
    whenAnswered(c, leave);
    const zones = role === 'owner' ? [] : await readZones(db, run.ownerId);
    const hidesPositions = role !== 'owner' && run.details.hidesPositions;
    const redaction = { hidesPositions, zones };
    return isNothing(redaction) ? sendWhole(c, source) : sendRedacted(c, source, redaction, address);
  });

  app.put(runPaths.samples, forAccounts(accounts), async (c) => {
    const owner = accountOf(c);
    const seen = await findOwnRun(db, owner, idIn(c, 'runId'));
    if (!seen.ok) return refuseWith(c, seen.error);
    const { run } = seen.value;
    const sourceId = idIn(c, 'sourceId');
    if (!run.details.sources.some(({ id }) => id === sourceId)) return refuseWith(c, 'samples-not-found');
    if (c.req.header('content-type') !== SAMPLES_TYPE) return refuseWith(c, 'samples-invalid');
    const wait = uploads.take(owner.userId);
    if (wait > 0) return refuseWith(c, 'too-many-requests', wait);
    const announced = Number(c.req.header('content-length') ?? MAX_SAMPLES_BYTES);
    if (!(announced <= MAX_SAMPLES_BYTES)) return refuseWith(c, 'payload-too-large');
    // Memory is taken before the first byte: the announced length is held until it is stored.
    const leave = senders.take(owner.userId, announced);
    if (leave === undefined) return refuseWith(c, 'busy', BUSY_SECONDS);
    try {
      const received = await receiveSamples(c, announced);
      if (received === undefined) return refuseWith(c, 'payload-too-large');
      if (!(await isPacked(received.bytes))) return refuseWith(c, 'samples-invalid');
      const stored = await storeSamples(owner, run, sourceId, received);
      return stored.ok ? c.json({ stored: true }) : refuseWith(c, stored.error);
    } finally {
      leave();
    }
  });

  function sendWhole(c: AppContext, source: StoredSource): Response {
    c.header('Content-Type', SAMPLES_TYPE);
    c.header('Content-Length', String(source.bytes));
    return c.body(streamBody(db, source));
  }

  async function sendRedacted(
    c: AppContext,
    source: StoredSource,
    redaction: Redaction,
    address: string,
  ): Promise<Response> {
    const { signal } = c.req.raw;
    try {
      const copy = await redacted.open(source, redaction, address, signal);
      if (copy === undefined) return refuseWith(c, 'busy', BUSY_SECONDS);
      c.header('Content-Type', SAMPLES_TYPE);
      c.header('Content-Length', String(copy.bytes));
      return streamFile(c, copy.file.createReadStream());
    } catch (error) {
      if (signal.aborted) return refuseWith(c, 'cancelled');
      throw error;
    }
  }

  /**
   * Samples are stored part by part under a new name, which the source then takes on at once: no reader gets half of
   * them.
   */
  async function storeSamples(
    owner: Sender,
    { id: runId, ownerId }: RunRow,
    sourceId: string,
    { bytes, digest }: Received,
  ): Promise<Result<true, StoreRefusal>> {
    const before = await findSource(db, runId, sourceId);
    if (before?.digest === digest) return ok(true);
    const quota = runQuotaOf(owner, parts.runQuota);
    const held = await measureRuns(db, ownerId);
    if (held.bytes - (before?.bytes ?? 0) + bytes.length > quota.bytes) return refuse(quota.refusal);
    const refusal = await room.refuse('runs', owner, bytes.length);
    if (refusal !== null) return refuse(refusal);
    const bodyId = randomUUID();
    const now = clock.now();
    await storeBody(db, bodyId, bytes, now);
    const stored = await db.transaction().execute(async (trx): Promise<Result<string | null, StoreRefusal>> => {
      await lockRunLibrary(trx, ownerId);
      // The run may have changed while the parts were written.
      const run = await findRun(trx, runId);
      if (run?.details.sources.some(({ id }) => id === sourceId) !== true) return refuse('run-not-found');
      const replaced = await findSource(trx, runId, sourceId);
      const { bytes: others } = await measureRuns(trx, ownerId);
      if (others - (replaced?.bytes ?? 0) + bytes.length > quota.bytes) return refuse(quota.refusal);
      await saveSource(trx, { runId, sourceId, bodyId, bytes: bytes.length, digest, createdAt: now });
      return ok(replaced?.bodyId ?? null);
    });
    await removeBodies(db, stored.ok ? (stored.value === null ? [] : [stored.value]) : [bodyId]);
    if (!stored.ok) return stored;
    room.add(owner, bytes.length);
    return ok(true);
  }

  return app;
}

/** Samples are checked column by column: a long recording at once would hold up taps. */
async function isPacked(bytes: Buffer): Promise<boolean> {
  const steps = checkPackedInSteps(bytes);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value.ok;
    await nextRound();
  }
}

interface Received {
  readonly bytes: Buffer;
  readonly digest: string;
}

/**
 * Samples are put in place and hashed as they arrive: either would take tens of milliseconds for the whole. Undefined
 * when there is more than announced.
 */
async function receiveSamples(c: AppContext, announced: number): Promise<Received | undefined> {
  const whole = Buffer.allocUnsafeSlow(announced);
  const hash = createHash('sha256');
  let size = 0;
  // Node's stream is read and not destroyed, as in `readBytes`, so that a refusal still reaches the sender.
  const incoming = c.env.incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  for await (const chunk of incoming) {
    if (size + chunk.byteLength > announced) return undefined;
    whole.set(chunk, size);
    hash.update(chunk);
    size += chunk.byteLength;
  }
  return { bytes: whole.subarray(0, size), digest: hash.digest('base64url') };
}
