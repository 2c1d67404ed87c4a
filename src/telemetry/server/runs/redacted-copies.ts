import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../../server/clock.ts';
import { createFairTurns, NoTurnError } from '../../../server/fair-turns.ts';
import { type SharedWork, shareWork } from '../../../server/reads/shared-work.ts';
import type { StoredSource } from '../storage/samples.ts';
import type { Redaction } from './redact-samples.ts';
import type { Redactor } from './redactor.ts';

/** Threads at once are few: each holds the recording several times over. */
const TURNS = { atOnce: 2, mostEach: 4, most: 16 };
/** Limit on all copies together; the copies asked for longest ago go first. */
const MOST_BYTES = 512 * 1024 ** 2;
/** Copies of deleted or hidden samples are not asked for any more, and are gone from the disk after this time. */
const KEPT_MS = 3_600_000;
const SWEEP_MS = 5 * 60_000;

export interface RedactedCopiesParts {
  readonly folder: string;
  readonly clock: Clock;
  readonly load: (source: StoredSource, signal: AbortSignal) => Promise<Uint8Array<ArrayBuffer>>;
  readonly redact: Redactor;
  readonly mostBytes?: number;
}

interface Copy {
  readonly file: FileHandle;
  readonly bytes: number;
}

/**
 * Redacted samples for others, made once for each recording and redaction, and kept in files: a popular link costs one
 * redaction, and a slow reader holds a piece of a file instead of a whole recording.
 */
export interface RedactedCopies {
  /** Undefined when too many requests wait already. `who` asked; `signal` aborts when they wait no more. */
  open(source: StoredSource, redaction: Redaction, who: string, signal: AbortSignal): Promise<Copy | undefined>;
  stop(): void;
}

interface Kept {
  readonly path: string;
  readonly bytes: number;
  readonly madeAt: number;
}

export async function createRedactedCopies(parts: RedactedCopiesParts): Promise<RedactedCopies> {
  const { folder, clock, load, redact, mostBytes = MOST_BYTES } = parts;
  const turns = createFairTurns(TURNS);
  /** Copies in the order in which they were last asked for. */
  const copies = new Map<string, Kept>();
  const underWay = new Map<string, SharedWork<Kept>>();
  let bytesKept = 0;
  // Copies of an earlier start are deleted: their sources are not known.
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });

  async function drop(key: string, { path, bytes }: Kept): Promise<void> {
    if (!copies.delete(key)) return;
    bytesKept -= bytes;
    await rm(path, { force: true });
  }

  async function keep(key: string, copy: Kept): Promise<void> {
    copies.set(key, copy);
    bytesKept += copy.bytes;
    for (const [other, kept] of copies) {
      if (bytesKept <= mostBytes) break;
      if (other !== key) await drop(other, kept);
    }
  }

  async function sweep(): Promise<void> {
    for (const [key, kept] of copies) if (kept.madeAt < clock.now() - KEPT_MS) await drop(key, kept);
  }

  async function make(key: string, source: StoredSource, redaction: Redaction, signal: AbortSignal): Promise<Kept> {
    const path = join(folder, randomUUID());
    try {
      // The samples are loaded only now: every waiting request would hold a whole recording otherwise.
      const samples = await load(source, signal);
      const bytes = await redact(samples, redaction, path, signal);
      const copy = { path, bytes, madeAt: clock.now() };
      await keep(key, copy);
      return copy;
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  }

  const timer = setInterval(() => void sweep(), SWEEP_MS).unref();
  return {
    async open(source, redaction, who, signal) {
      const key = keyOf(source, redaction);
      for (;;) {
        const known = copies.get(key);
        if (known === undefined) {
          try {
            await shareWork(underWay, key, { from: who, gone: signal }, (all) =>
              turns.run(all, () => make(key, source, redaction, all.gone)),
            );
          } catch (error) {
            if (error instanceof NoTurnError && error.reason === 'full') return undefined;
            throw error;
          }
          continue;
        }
        copies.delete(key);
        copies.set(key, known);
        const file = await open(known.path).catch(nothingIfMissing);
        if (file !== undefined) return { file, bytes: known.bytes };
        // The copy made room for another one, or was deleted from outside: it is made again.
        await drop(key, known);
      }
    },
    stop: () => clearInterval(timer),
  };
}

/** No copy is ever out of date: new samples have a new body, and a changed zone is another redaction. */
function keyOf({ bodyId }: StoredSource, { hidesPositions, zones }: Redaction): string {
  return createHash('sha256')
    .update(JSON.stringify([bodyId, hidesPositions, zones]))
    .digest('base64url');
}

function nothingIfMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
