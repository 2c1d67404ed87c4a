import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { plainSeries } from '../../../src/domain/series/rules.ts';
import { SERIES_KEY_HEADER, seriesPath, seriesPaths } from '../../../src/protocol/series-paths.ts';
import { askRunningServer } from '../../../src/server/admin/socket.ts';
import { call, type Call, parse, sendAll } from '../../matrix/wire.ts';
import { createEvent, createRacer, eventCommand, tap } from '../../support/commands.ts';
import { type Person, type Race, newRace, signUpConfirmed } from '../people.ts';
import type { Target } from '../target.ts';
import { COURSE, slices } from './stage.ts';

/** Commands of an account: 20,000 at once, then 100 a second. A stage stays below. */
const RACE_MS = 600_000;

/** One event, in which all have started and every second racer has finished. */
export interface LargeEvent extends Race {
  readonly owner: Person;
  readonly racerIds: readonly string[];
}

export async function createLargeEvent(target: Target, racers: number): Promise<LargeEvent> {
  const owner = await signUpConfirmed(target);
  await askRunningServer(target.dataDir, ['grant', owner.email, String(racers * 4 + 1_000)]);
  const race = await newRace(target, owner);
  const racerIds = Array.from({ length: racers - 1 }, () => randomUUID());
  await addAll(target, owner, race.eventId, racerIds);
  return { ...race, owner, racerIds };
}

async function addAll(target: Target, owner: Person, eventId: string, racerIds: readonly string[]): Promise<void> {
  const send = (...commands: Parameters<typeof sendAll>[3][]) => sendAll(target.url, owner.cookie, {}, ...commands);
  const at = Date.now() - RACE_MS;
  for (const ids of slices(racerIds, 100)) {
    await send(...ids.map((racerId) => createRacer(racerId)));
    const racers = ids.map((racerId, index) => ({
      racerId,
      name: `Ada Swift ${index}`,
      groups: ['U18'],
      bib: `${index}`,
    }));
    await send(eventCommand(eventId, { type: 'entries.add', racers }));
    await send(...ids.map((racerId) => tap(eventId, 'start', racerId, { at })));
    const first = ids.filter((_, index) => index % 2 === 0);
    await send(...first.map((racerId, index) => tap(eventId, 'finish', racerId, { at: at + 60_000 + index * 37 })));
  }
}

/** A series of events on one course, with points for personal bests, and its link. */
export interface LargeSeries {
  readonly owner: Person;
  /** The newest event, in which taps are made; the others are copies of its results, as SQL makes them. */
  readonly eventId: string;
  readonly racerIds: readonly string[];
  readonly read: Call;
}

export async function createLargeSeries(target: Target, events: number, racers: number): Promise<LargeSeries> {
  const owner = await signUpConfirmed(target);
  await askRunningServer(target.dataDir, ['grant', owner.email, String(racers * 4 + 1_000)]);
  const eventId = randomUUID();
  await sendAll(target.url, owner.cookie, {}, createEvent(eventId));
  await sendAll(
    target.url,
    owner.cookie,
    {},
    eventCommand(eventId, { type: 'format.set', format: { course: COURSE } }),
  );
  const racerIds = Array.from({ length: racers }, () => randomUUID());
  await addAll(target, owner, eventId, racerIds);
  const copies = Array.from({ length: events - 1 }, () => randomUUID());
  copyEvents(target, eventId, copies);
  const seriesId = randomUUID();
  const rules = { ...plainSeries, personalBest: 5 };
  const document = { name: 'Season', rules, eventIds: [...copies, eventId], helpers: [] };
  const { cookie } = owner;
  await call(target.url, { method: 'PUT', path: seriesPath(seriesId), cookie, body: { version: 0, document } });
  const linked = await call(target.url, {
    path: seriesPaths.link.replace(':seriesId', seriesId),
    cookie,
    body: { isOn: true },
  });
  const { linkKey } = parse<{ linkKey: string }>(linked);
  const headers = { [SERIES_KEY_HEADER]: linkKey, 'accept-encoding': 'gzip' };
  return { owner, eventId, racerIds, read: { path: seriesPath(seriesId), headers } };
}

/** A hundred events of 500 racers are 150,000 commands, which no account may send within an hour. */
function copyEvents({ dataDir, databaseUrl }: Target, eventId: string, copies: readonly string[]): void {
  if (databaseUrl !== undefined) throw new Error('The stage at the limits is made on SQLite');
  const file = readdirSync(dataDir).find((name) => /\.(db|sqlite)$/.test(name))!;
  const database = new DatabaseSync(join(dataDir, file), { timeout: 30_000 });
  try {
    const columns = (table: string) =>
      (database.prepare(`select name from pragma_table_info('${table}')`).all() as { name: string }[]).map(
        ({ name }) => `"${name}"`,
      );
    const copy = (table: string, key: string, changed: Readonly<Record<string, string>>) =>
      database.prepare(
        `insert into ${table} (${columns(table).join(', ')}) ` +
          `select ${columns(table)
            .map((name) => changed[name] ?? name)
            .join(', ')} from ${table} where "${key}" = ?2`,
      );
    const event = copy('events', 'id', { '"id"': '?1', '"createdAt"': '"createdAt" - ?3 * 86400000' });
    const keys = copy('eventKeys', 'eventId', {
      '"eventId"': '?1',
      '"admin"': `'a' || ?3 || "admin"`,
      '"viewer"': `'v' || ?3 || "viewer"`,
    });
    // All have finished in the earlier events, each in another time.
    const time = `60000 + abs(random()) % 60000`;
    const results = copy('results', 'eventId', {
      '"eventId"': '?1',
      '"startAt"': '"startAt" - ?3 * 86400000',
      '"publishedMs"': time,
      '"netMs"': time,
      '"grossMs"': time,
    });
    database.exec('begin immediate');
    for (const [index, id] of copies.entries()) {
      for (const statement of [event, keys, results]) statement.run(id, eventId, index + 1);
    }
    database.exec('commit');
  } finally {
    database.close();
  }
}
