import { openStorage } from '../src/server/storage/database.ts';
import { quiet } from '../tests/support/database.ts';
import { lengthenLog as lengthenIn } from '../tests/support/long-log.ts';

/** Lengthens a log in the database of a stopped server. */
export async function lengthenLog(dataDir: string, eventId: string, length: number): Promise<void> {
  const storage = await openStorage({ dataDir, databaseUrl: undefined }, quiet);
  await lengthenIn(storage.db, eventId, length);
  await storage.close();
}
