import type { Config } from '../config.ts';
import { createLog } from '../log.ts';
import { connectStorage, databaseFile } from '../storage/database.ts';
import { ageOf } from '../storage/migrate.ts';
import { verifyLog } from '../storage/verify-log.ts';
import { type AdminAnswer, done, failed, formatTable, printable } from './answers.ts';
import { exists } from './backup-commands.ts';

export const verifyUsage = `  verify                   replay every event's log, and say what does not match what is stored`;

/** Verifying uses a connection of its own: replaying in the running server would hold it up. */
export async function verify(config: Config): Promise<AdminAnswer> {
  const file = databaseFile(config.dataDir);
  // Connecting to a missing file would create it.
  if (config.databaseUrl === undefined && !(await exists(file)))
    return failed(`There is no database ${printable(file)}.`);
  const storage = connectStorage(config, createLog('error'), { leavesLog: true });
  try {
    const age = await ageOf(storage.db);
    if (age !== 'current') return failed(ages[age]);
    const { counts, findings } = await verifyLog(storage);
    const figures = formatTable(['REPLAYED', ''], Object.entries({ ...counts, findings: findings.length }));
    if (findings.length === 0) return done(`${figures}\n\nEvery log makes what is stored.`);
    return failed(`${figures}\n\n${findings.map(printable).join('\n')}`);
  } finally {
    await storage.close();
  }
}

const ages = {
  older: 'The database is from an older version. Start this one on it once, then verify.',
  newer: 'The database is from a newer version of Pushoff. Update this one first.',
  foreign: 'This is not a database of Pushoff.',
} as const;
