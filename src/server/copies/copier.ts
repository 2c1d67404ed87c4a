import { open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Database } from '../storage/engine.ts';
import { createLogKeeper, LogLost } from './log-keeper.ts';
import type { LogPosition } from './log-reader.ts';
import { newLine, type PieceName, readName, writeName } from './names.ts';
import type { CopyPlace } from './copy-place.ts';
import { findSuperfluous } from './plan.ts';
import { type FileMark, type Position, writePosition } from './position.ts';

export interface CopierParts {
  readonly db: Database;
  /** The database's file. */
  readonly file: string;
  readonly place: CopyPlace;
  readonly placeName: string;
  /** Position from which an earlier process's copy goes on; undefined begins a new line. */
  readonly position: Position | undefined;
  /** Days whose every moment can be restored. */
  readonly days: number;
  readonly clock: Clock;
  readonly log: Log;
  readonly times?: Partial<CopierTimes> | undefined;
}

export interface CopierTimes {
  readonly tickMs: number;
  readonly baseMs: number;
  readonly againMs: number;
  readonly stopMs: number;
}

export interface Copier {
  /** Age in ms of the oldest change that the copy lacks; a change written now arrives within that time. */
  behindMs(): number;
  stop(): Promise<void>;
}

interface Waiting {
  readonly name: PieceName;
  readonly bytes: Uint8Array;
  /** Moment before which everything committed is in earlier pieces. */
  readonly since: number;
  readonly log: LogPosition;
  file: FileMark | undefined;
}

const DAY_MS = 86_400_000;
const TIMES: CopierTimes = { tickMs: 2_000, baseMs: DAY_MS, againMs: 2_000, stopMs: 10_000 };
/** The number of pages at which SQLite itself would empty its log: a longer one would be longer to copy. */
const MOST_FRAMES = 1_000;
const MOST_WAITING_BYTES = 64 * 1024 * 1024;
const CHUNK_BYTES = 8 * 1024 * 1024;
/** The fastest compression: most pages of a database are alike and shrink anyway. */
const LEVEL = { level: 1 };
const pack = promisify<Buffer, { level: number }, Buffer>(gzip);

/** Copies everything committed to a second place within seconds; taps never wait for the copy. */
export function startCopier(parts: CopierParts): Copier {
  const { db, file, place, clock, log } = parts;
  const times = { ...TIMES, ...parts.times };
  let line = parts.position?.line ?? newLine(clock.now());
  let sequence = parts.position?.sequence ?? 0;
  let keeper = createLogKeeper(db, file, parts.position?.log);
  let queue: Waiting[] = [];
  let isStopping = false;
  let isBasing = false;
  let hasFailed = false;
  /** Moment at which the newest whole base was begun; undefined until the place has listed its files. */
  let basedAt: number | undefined;
  let hasBase = false;
  let stored: Omit<Position, 'inode'> | undefined = parts.position;
  let takenAt = Math.floor(clock.now());
  const begunAt = takenAt;
  const wakeUp = new AbortController();
  let turn: Promise<unknown> = Promise.resolve();
  /** Runs one work on the log at a time: two would lose frames that one of them overwrites. */
  function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = turn.then(work);
    turn = done.catch(() => undefined);
    return done;
  }
  const pause = (ms: number) => sleep(ms, undefined, { signal: wakeUp.signal }).catch(() => undefined);

  async function take(): Promise<void> {
    const since = takenAt;
    const taken = await keeper.take();
    const at = Math.max(since, Math.floor(clock.now()));
    if (taken !== undefined) {
      sequence += 1;
      const name = { kind: 'piece', line, sequence, at } as const;
      queue.push({ name, bytes: await pack(taken.frames, LEVEL), since, log: taken.log, file: undefined });
    }
    takenAt = at;
  }

  /** Whether the database's file now has everything: while another program reads, part of the log stays outside. */
  async function emptyLog(): Promise<boolean> {
    const mark = await keeper.empty(take);
    if (mark === undefined) return false;
    const last = queue.at(-1);
    if (last !== undefined) last.file = mark;
    else if (stored !== undefined) await store({ ...stored, file: mark });
    return true;
  }

  async function store(position: Omit<Position, 'inode'>): Promise<void> {
    stored = position;
    await writePosition(file, position).catch((error: unknown) =>
      log.warn('How far the copy has come could not be written down: the next start copies the whole database', {
        error,
      }),
    );
  }

  function beginLine(why: unknown): void {
    log.warn('The copy of the database begins anew', { error: why });
    const former = keeper;
    keeper = createLogKeeper(db, file, undefined);
    former.close();
    [line, sequence, queue, hasBase, basedAt, stored] = [newLine(clock.now()), 0, [], false, -Infinity, undefined];
  }

  async function tick(): Promise<void> {
    await inTurn(async () => {
      try {
        await take();
        if (keeper.frames >= MOST_FRAMES && !isBasing) await emptyLog();
      } catch (error) {
        if (!(error instanceof LogLost)) throw error;
        beginLine(error);
      }
      const waiting = queue.reduce((sum, { bytes }) => sum + bytes.length, 0);
      if (waiting > MOST_WAITING_BYTES) beginLine(new Error(`${queue.length} pieces wait for ${parts.placeName}.`));
    });
  }

  /** Tries until the work succeeds or the server stops; logs the first failure and the recovery, not every try. */
  async function insist<Value>(work: () => Promise<Value>): Promise<Value | undefined> {
    for (;;) {
      try {
        const value = await work();
        if (hasFailed) log.info('The copy of the database goes on', { place: parts.placeName });
        hasFailed = false;
        return value;
      } catch (error) {
        if (!hasFailed) log.error('The copy of the database waits', { place: parts.placeName, error });
        hasFailed = true;
        if (isStopping) return undefined;
        await pause(times.againMs);
      }
    }
  }

  async function send(): Promise<void> {
    for (let next = queue[0]; next !== undefined; next = queue[0]) {
      const { name, bytes } = next;
      const isSent = await insist(async () => {
        // A line that was given up while the piece waited gets no more pieces.
        if (queue[0] === next) await place.put(writeName(name), bytes);
        return true;
      });
      if (isSent === undefined) return;
      if (queue[0] !== next) continue;
      queue.shift();
      await store({ place: parts.placeName, line, sequence: name.sequence, log: next.log, file: next.file });
    }
  }

  /** Copies the database's file, which stands still because the log is not emptied while `isBasing`. */
  async function copyBase(): Promise<void> {
    isBasing = true;
    try {
      const start = await inTurn(async () => ((await emptyLog()) ? { ownLine: line, after: sequence } : undefined));
      // Another program is reading: the next round tries again soon.
      if (start === undefined) return;
      const { ownLine, after } = start;
      const begun = Math.floor(clock.now());
      const database = await open(file, 'r');
      let chunks = 0;
      try {
        for (;;) {
          const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
          const { bytesRead } = await database.read(buffer, 0, CHUNK_BYTES, chunks * CHUNK_BYTES);
          if (bytesRead === 0) break;
          const bytes = await pack(buffer.subarray(0, bytesRead), LEVEL);
          await place.put(writeName({ kind: 'chunk', line: ownLine, begun, number: chunks }), bytes);
          chunks += 1;
          if (isStopping || line !== ownLine) return;
        }
      } finally {
        await database.close();
      }
      // Frames that another program has brought into the file during the copying are in pieces of before `at`.
      await inTurn(take);
      const at = takenAt;
      await place.put(writeName({ kind: 'whole', line: ownLine, begun, chunks, after, at }), Buffer.alloc(0));
      [basedAt, hasBase] = [begun, true];
      log.info('The copy has the whole database, and goes on with every change', { place: parts.placeName });
    } finally {
      isBasing = false;
    }
  }

  async function keepBases(): Promise<void> {
    while (!isStopping) {
      if (basedAt === undefined) {
        const names = await insist(() => place.list());
        const bases = (names ?? []).flatMap((text) => {
          const name = readName(text);
          return name?.kind === 'whole' && name.line === line ? [name.begun] : [];
        });
        [basedAt, hasBase] = [Math.max(-Infinity, ...bases), bases.length > 0];
      } else if (clock.now() - basedAt > times.baseMs) {
        await insist(copyBase);
        await insist(removeSuperfluous);
      }
      await pause(times.tickMs);
    }
  }

  async function removeSuperfluous(): Promise<void> {
    const names = findSuperfluous(await place.list(), clock.now() - parts.days * DAY_MS, line);
    // The name that makes a base whole is removed first: a base with half of its chunks must not be taken for whole.
    const inOrder = names.toSorted(
      (one, other) => Number(!one.includes('/whole-')) - Number(!other.includes('/whole-')),
    );
    for (const name of inOrder) if (!isStopping) await place.remove(name);
  }

  async function keepSending(): Promise<void> {
    while (!isStopping) {
      await send();
      await pause(Math.min(times.tickMs, SEND_MS));
    }
  }

  async function keepTaking(): Promise<void> {
    while (!isStopping) {
      await tick().catch((error: unknown) => log.error('The log of the database could not be read', { error }));
      await pause(times.tickMs);
    }
  }
  const working = [keepTaking(), keepSending(), keepBases()];

  return {
    behindMs: () => clock.now() - (hasBase ? (queue[0]?.since ?? takenAt) : begunAt),
    async stop() {
      isStopping = true;
      wakeUp.abort();
      const rest = async () => {
        await Promise.all(working);
        await inTurn(emptyLog);
        await send();
      };
      const isDone = await Promise.race([
        rest().then(
          () => queue.length === 0,
          () => false,
        ),
        sleep(times.stopMs, false, { ref: false }),
      ]);
      if (!isDone)
        log.warn('The last changes are not in the copy; the next start brings them', { place: parts.placeName });
      keeper.close();
    },
  };
}

const SEND_MS = 250;
