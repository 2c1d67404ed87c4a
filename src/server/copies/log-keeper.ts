import { DatabaseSync } from '@photostructure/sqlite';
import { sql } from 'kysely';
import type { Database } from '../storage/engine.ts';
import { type LogPosition, readLog } from './log-reader.ts';
import { type FileMark, markOf } from './position.ts';

/** Frames committed since the last call, and the position from which the next call goes on. */
interface Taken {
  readonly frames: Buffer;
  readonly log: LogPosition;
}

/**
 * SQLite's log, whose frames are taken before they are overwritten. SQLite begins the log anew once all of it is in the
 * database's file; the open reader here keeps every other program from bringing it there.
 */
export interface LogKeeper {
  take(): Promise<Taken | undefined>;
  /**
   * Brings the log into the database's file while nothing is written, after `take`. Answers the file's mark, or undefined while
   * the file lacks something.
   */
  empty(take: () => Promise<void>): Promise<FileMark | undefined>;
  /** Frames in the log. */
  readonly frames: number;
  close(): void;
}

/** The log holds something else than what follows the last piece: the copy needs a new line. */
export class LogLost extends Error {
  override readonly name = 'LogLost';
}

export function createLogKeeper(db: Database, file: string, from: LogPosition | undefined): LogKeeper {
  const guard = new DatabaseSync(file, { readOnly: true });
  const hold = () => guard.exec('BEGIN; SELECT 1 FROM sqlite_master LIMIT 1;');
  hold();
  /** Never waits for readers: waiting would stop the thread that takes taps. */
  async function bringIntoFile(held: Database): Promise<{ readonly log: number; readonly checkpointed: number }> {
    guard.exec('ROLLBACK');
    try {
      const { rows } = await sql<{ log: number; checkpointed: number }>`PRAGMA wal_checkpoint(PASSIVE)`.execute(held);
      return rows[0]!;
    } finally {
      hold();
    }
  }
  let position = from;
  /** Whether all of the log is in the file: then the next write may begin the log anew. */
  let isEmptied = false;

  return {
    get frames() {
      return position?.frames ?? 0;
    },
    async take() {
      let piece = await readLog(file, position);
      if (piece === 'begunAnew') {
        if (!isEmptied) throw new LogLost(`The log of ${file} was begun anew by another program.`);
        piece = await readLog(file, undefined);
        // SQLite counts how often it has begun a log anew: one that was skipped had commits that nobody has read.
        const next = ((position?.salts[0] ?? 0) + 1) >>> 0;
        if (typeof piece !== 'string' && piece.end.salts[0] !== next) {
          throw new LogLost(`The log of ${file} was begun anew twice.`);
        }
      }
      if (piece === 'nothing' || piece === 'begunAnew') return undefined;
      isEmptied = false;
      position = piece.end;
      return { frames: piece.frames, log: piece.end };
    },
    empty: (take) =>
      db.connection().execute(async (held) => {
        await take();
        const { log, checkpointed } = await bringIntoFile(held);
        if (log !== checkpointed) return undefined;
        const hasAll = () => log === (position?.frames ?? 0) || (log === 0 && isEmptied);
        // Another program wrote between the two steps: its frames are still in the log, or `take` finds them lost.
        if (!hasAll()) await take();
        isEmptied = hasAll();
        return isEmptied ? await markOf(file) : undefined;
      }),
    close() {
      if (guard.isOpen) guard.close();
    },
  };
}
