import { mkdir } from 'node:fs/promises';
import type { Config } from '../config.ts';
import { nameOf, openPlace } from '../copies/open-copy-place.ts';
import { rebuildDatabase } from '../copies/rebuild.ts';
import { removeDatabase } from '../storage/backup.ts';
import { databaseFile } from '../storage/database.ts';
import { type AdminAnswer, done, failed, printable } from './answers.ts';
import { restore } from './restore-commands.ts';
import { isServerRunning } from './socket.ts';

const LATEST = 'latest';
const MOMENT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?$/;

/** Restores the database as it was at a moment, from the continuous copy. */
export async function restoreMoment(config: Config, text: string): Promise<AdminAnswer> {
  if (config.databaseUrl !== undefined) return failed(advice);
  if (config.copy === undefined) return failed('BACKUP_TO is not set: it says where the copy is.');
  const moment = momentOf(text);
  if (moment === undefined) {
    return failed(`MOMENT is '${LATEST}' or a time such as 2026-11-19T14:05:30, with Z at its end for UTC.`);
  }
  if (await isServerRunning(config.dataDir))
    return failed('The server is running. Stop it first; nothing was changed.');
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const file = `${databaseFile(config.dataDir)}.rebuilt-${process.pid}`;
  try {
    const place = printable(nameOf(config.copy));
    const rebuilt = await rebuildDatabase(await openPlace(config.copy), moment, file);
    if (!rebuilt.ok) return failed(`Nothing was restored: ${whyNot(place, rebuilt.error.oldest)}`);
    const { until, hasGap } = rebuilt.value;
    const answer = await restore(config, file, `the copy at ${place} up to ${shown(until)}`);
    const gap = 'What came after that is in the copy, but a piece before it is missing.';
    return answer.ok && hasGap ? done(`${answer.text}\n${gap}`) : answer;
  } finally {
    await removeDatabase(file);
  }
}

function momentOf(text: string): number | undefined {
  if (text === LATEST) return Infinity;
  const moment = MOMENT.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(moment) ? undefined : moment;
}

function whyNot(place: string, oldest: number | undefined): string {
  if (oldest === undefined) return `there is no copy of a database at ${place}.`;
  return `the oldest moment in the copy at ${place} is ${shown(oldest)}.`;
}

const shown = (time: number): string => new Date(time).toISOString();

const advice = `With DATABASE_URL the database is PostgreSQL's to restore to a moment: docs/guide/operators.md, 'To a moment',
says how with pgBackRest.`;
