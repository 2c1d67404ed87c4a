import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import { holdsPosition, type LogPosition } from './log-reader.ts';

/** Progress of the copy. It is written beside the database, so that a start needs no answer from the place. */
export interface Position {
  /** The place that the progress is about. */
  readonly place: string;
  readonly line: string;
  /** Number of the last piece that is in the copy. */
  readonly sequence: number;
  /** The end of that piece in the log. */
  readonly log: LogPosition | undefined;
  /** The inode of the database's file: a copied folder has another one, and goes on in a line of its own. */
  readonly inode: string;
  /** The database's file when all of the log was in it: while the file is unchanged, a new log goes on from there. */
  readonly file: FileMark | undefined;
}

export interface FileMark {
  readonly size: number;
  readonly changed: string;
}

export interface FoundFile extends FileMark {
  readonly inode: string;
}

const pathOf = (database: string): string => `${database}-copied`;

export async function writePosition(database: string, position: Omit<Position, 'inode'>): Promise<void> {
  const part = `${pathOf(database)}.part`;
  const inode = (await markOf(database))?.inode;
  await writeFile(part, JSON.stringify({ ...position, inode }), { mode: 0o600 });
  await rename(part, pathOf(database));
}

/**
 * The stored position, if everything that was committed after it is still in the log: a database that was restored,
 * or changed by another program while no server ran, needs a new line. To be asked before the database is opened.
 */
export async function findPosition(database: string, place: string): Promise<Position | undefined> {
  const position = await readFile(pathOf(database), 'utf8').then(
    (text) => JSON.parse(text) as Position,
    () => undefined,
  );
  const found = await markOf(database);
  if (position === undefined || found === undefined) return undefined;
  if (position.place !== place || position.inode !== found.inode) return undefined;
  if (position.log !== undefined && (await holdsPosition(database, position.log))) return position;
  const isAsItWas = position.file?.size === found.size && position.file.changed === found.changed;
  return isAsItWas ? { ...position, log: undefined } : undefined;
}

export async function markOf(database: string): Promise<FoundFile | undefined> {
  const found = await stat(database, { bigint: true }).catch(() => undefined);
  if (found === undefined) return undefined;
  return { size: Number(found.size), changed: String(found.mtimeNs), inode: String(found.ino) };
}
