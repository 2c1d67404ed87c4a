import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { databaseFile } from '../storage/database.ts';
import type { Storage } from '../storage/engine.ts';
import { type Copier, type CopierTimes, startCopier } from './copier.ts';
import { nameOf, openPlace } from './open-copy-place.ts';
import { findPosition } from './position.ts';

/**
 * Checks the database as the last process left it, and so must run before the database is opened; the returned function begins
 * the copying. Undefined where no copy is wanted.
 */
export async function prepareCopies(
  { copy, copyDays, dataDir }: Config,
  log: Log,
  times: Partial<CopierTimes> | undefined,
): Promise<((storage: Storage, clock: Clock) => Copier) | undefined> {
  if (copy === undefined) return undefined;
  const file = databaseFile(dataDir);
  const [place, placeName] = [await openPlace(copy), nameOf(copy)];
  const position = await findPosition(file, placeName);
  return ({ db }, clock) => startCopier({ db, file, place, placeName, position, days: copyDays, clock, log, times });
}
