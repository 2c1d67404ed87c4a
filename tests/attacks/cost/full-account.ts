import { randomUUID } from 'node:crypto';
import { courseKeyOf } from '../../../src/domain/history/course-key.ts';
import { plainSeries } from '../../../src/domain/series/rules.ts';
import { scopes } from '../../../src/protocol/api-tokens.ts';
import { handicapTablePath } from '../../../src/protocol/handicap-tables.ts';
import { historyPaths } from '../../../src/protocol/history.ts';
import {
  MAX_COMMANDS,
  MAX_HANDICAP_MS,
  MAX_HANDICAP_TABLES,
  MAX_KEPT_RUNS,
  MAX_LISTED_EVENTS,
  MAX_MERGED,
  MAX_NAME_LENGTH,
  MAX_OFFERS,
  MAX_POINTS_TABLE,
  MAX_RUNS,
  MAX_SERIES,
  MAX_SERIES_EVENTS,
  MAX_SERIES_HELPERS,
  MAX_SERIES_RESULTS,
  MAX_SHARES,
  MAX_TABLE_ROWS,
  MAX_TOKENS,
  MAX_WAITING_MESSAGES,
  MAX_WEBHOOKS,
  MAX_ZONES,
} from '../../../src/protocol/limits.ts';
import { api } from '../../../src/protocol/routes.ts';
import { runPaths } from '../../../src/telemetry/protocol/runs.ts';
import { seriesPath, seriesPaths } from '../../../src/protocol/series-paths.ts';
import { call, parse, sendAll } from '../../matrix/wire.ts';
import { addRacers, createEvent, eventCommand, tap } from '../../support/commands.ts';
import { findFreePort } from '../../support/free-port.ts';
import { until } from '../../support/purchases.ts';
import { detailsOf, runPath, runsOf } from '../../support/runs.ts';
import { newEmail, type Person, signUpConfirmed } from '../people.ts';
import type { Target } from '../target.ts';
import { newIds, type StoredRows, withRows } from './copy-rows.ts';
import { expectOk, type FullEvent } from './full-event.ts';
import { slices } from './stage.ts';

const DAY_MS = 86_400_000;
const RACE_MS = 3_600_000;
const SEASON = { name: 'Season Hill', meters: 2_500 };
/** Each result has a time at two splits and at the finish: 20,000 compared results have 60,000 times. */
const POINTS = [
  { line: 'p1', name: 'Bridge' },
  { line: 'p2', name: 'Top' },
];
/** Events with one racer: lists of events, and the history of that racer. */
const SMALL_EVENTS = MAX_LISTED_EVENTS - MAX_SERIES_EVENTS;

/** An account that has as much of everything as an account can have, beside its full event. */
export interface FullAccount {
  readonly token: string;
  /** The event of the series in which taps are made; the others are copies of its results. */
  readonly seasonId: string;
  /** Racers of that event who have started and not finished. */
  readonly onCourse: string[];
  readonly seriesId: string;
  readonly seriesKey: string;
  /** The course of the series, and the last moment before the events on which taps are made. */
  readonly progress: { readonly courseKey: string; readonly from: number; readonly to: number };
  readonly comparedIds: readonly [string, string];
  /** The racer of all small events, and the key of their history. */
  readonly racerId: string;
  readonly historyKey: string;
  readonly tableId: string;
  readonly runId: string;
}

export async function fillAccount(target: Target, owner: Person, full: FullEvent): Promise<FullAccount> {
  const { url } = target;
  const { cookie } = owner;
  const racerId = full.racerIds[0]!;
  const post = async <Answer>(path: string, body: unknown) =>
    parse<Answer>(await expectOk(call(url, { path, cookie, body })));
  const put = (path: string, body: unknown) => expectOk(call(url, { method: 'PUT', path, cookie, body }));

  const { token } = await post<{ token: string }>(api.createToken, { name: 'Box', scopes: [...scopes], days: 30 });
  await fillHooks();
  const season = await fillSeason(target, owner, full.racerIds.slice(0, MAX_SERIES_RESULTS / MAX_SERIES_EVENTS));
  const tableId = randomUUID();
  const line = [16_093.44, 'Tandem', 'M', 40, 120, MAX_HANDICAP_MS];
  const lines = Array.from({ length: MAX_TABLE_ROWS }, (_, index) => [16_093.44 + index, ...line.slice(1)]);
  await put(handicapTablePath(tableId), { name: 'Standards', version: '1', rows: lines });
  const zones = Array.from({ length: MAX_ZONES }, (_, index) => ({
    name: `Zone ${index}`,
    at: [46, 7],
    radius: 5000,
  }));
  await put(runPaths.zones, { zones });
  const { linkKey: historyKey } = await post<{ linkKey: string }>(historyPaths.link.replace(':racerId', racerId), {
    isOn: true,
  });
  const runId = await fillRuns(target, owner, { eventId: full.eventId, racerId });
  withRows(target, (rows) => {
    const tokenId = String(rows.value('select id from "apiTokens" where "userId" = ?', owner.userId));
    rows.copy('apiTokens', 'id', tokenId, newIds(MAX_TOKENS - 1), { hash: `'hash ' || ?3` });
    rows.copy('racers', 'id', racerId, newIds(MAX_MERGED), { sameAs: `'${racerId}'` });
    rows.copy('handicapTables', 'id', tableId, newIds(MAX_HANDICAP_TABLES - 1));
    rows.copy('series', 'id', season.seriesId, newIds(MAX_SERIES - 1), { linkKey: 'null' });
  });
  await fillSmallEvents(target, owner, racerId);
  await fillWaiting(target, owner);
  return { token, ...season, racerId, historyKey, tableId, runId };

  /** Nobody listens there: the messages wait. */
  async function fillHooks(): Promise<void> {
    const port = await findFreePort();
    for (let index = 0; index < MAX_WEBHOOKS; index += 1) {
      const hook = { url: `http://127.0.0.1:${port}/${index}`, kinds: ['result', 'correction', 'status'] };
      await post(api.createWebhook, hook);
    }
  }
}

/** A series of events on one course with points for personal bests: one event, and copies of its results. */
async function fillSeason(target: Target, owner: Person, racerIds: readonly string[]) {
  const { url } = target;
  const { cookie } = owner;
  const seasonId = randomUUID();
  const at = Date.now() - RACE_MS;
  const send = (...commands: Parameters<typeof sendAll>[3][]) => sendAll(url, cookie, {}, ...commands);
  await send(
    createEvent(seasonId, 'Season'),
    eventCommand(seasonId, { type: 'race.configure', settings: { points: POINTS } }),
    eventCommand(seasonId, { type: 'format.set', format: { course: SEASON } }),
  );
  for (const ids of slices(racerIds, MAX_COMMANDS)) {
    await send(addRacers(seasonId, ...ids));
    for (const [index, line] of ['start', 'p1', 'p2', 'finish'].entries()) {
      await send(...ids.map((racerId, place) => tap(seasonId, line, racerId, { at: at + index * 20_000 + place })));
    }
  }
  // Nobody of the second half has finished: a finish of each is one change of the results.
  const onCourse = racerIds.filter((_, index) => index % 2 === 1);
  const finishes = withRows(target, (rows) =>
    rows.texts(
      `select json_extract(body, '$.tapId') from changes where "eventId" = ? and json_extract(body, '$.line') = 'finish' ` +
        `and json_extract(body, '$.racerId') in (select value from json_each(?))`,
      seasonId,
      JSON.stringify(onCourse),
    ),
  );
  const ids = newIds(MAX_SERIES_EVENTS - 1);
  await untilStored(target, seasonId);
  withRows(target, (rows) => copyEvent(rows, seasonId, ids, 's'));
  for (const some of slices(finishes, MAX_COMMANDS)) {
    await send(...some.map((tapId) => eventCommand(seasonId, { type: 'tap.undo', tapId })));
  }
  const seriesId = randomUUID();
  const eventIds = [...ids.toReversed(), seasonId];
  const rules = {
    ...plainSeries,
    scoring: { kind: 'points', table: Array.from({ length: MAX_POINTS_TABLE }, (_, index) => 400 - index), rest: 1 },
    helpers: { kind: 'fixed', points: 5, most: 3 },
    personalBest: 5,
  };
  const helpers = Array.from({ length: MAX_SERIES_HELPERS }, (_, index) => ({
    eventId: eventIds[index % eventIds.length]!,
    racerId: racerIds[Math.floor(index / eventIds.length)]!,
  }));
  const document = { name: 'W'.repeat(MAX_NAME_LENGTH), rules, eventIds, helpers };
  const put = (given: typeof document) =>
    call(url, { method: 'PUT', path: seriesPath(seriesId), cookie, body: { version: 0, document: given } });
  const made = await put(document);
  // The release of the third attack takes no more than about 1,900 helpers in a request.
  if (made.status === 413) {
    await expectOk(put({ ...document, helpers: [] }));
    withRows(target, (rows) =>
      rows.change('update series set document = ? where id = ?', JSON.stringify(document), seriesId),
    );
  } else await expectOk(made);
  const linked = await expectOk(
    call(url, { path: seriesPaths.link.replace(':seriesId', seriesId), cookie, body: { isOn: true } }),
  );
  const { linkKey: seriesKey } = parse<{ linkKey: string }>(linked);
  const progress = { courseKey: courseKeyOf(SEASON)!, from: 0, to: Date.now() - DAY_MS / 2 };
  const comparedIds = [ids[0]!, ids[1]!] as const;
  return { seasonId, onCourse, seriesId, seriesKey, progress, comparedIds };
}

/** Rows of results are stored a little after the changes. */
const untilStored = (target: Target, eventId: string) =>
  until(async () =>
    withRows(target, (rows) => rows.value('select seq = "resultsSeq" from events where id = ?', eventId) === 1),
  );

/** Events of earlier days with the same racers, each with other times. Their logs stay empty: nobody opens them. */
function copyEvent(rows: StoredRows, eventId: string, ids: readonly string[], prefix: string): void {
  const time = `60000 + abs(random()) % 60000`;
  const before = (column: string) => `"${column}" - ?3 * ${DAY_MS}`;
  rows.copy('events', 'id', eventId, ids, { createdAt: before('createdAt') });
  rows.copy('eventAdmins', 'eventId', eventId, ids);
  rows.copy('eventKeys', 'eventId', eventId, ids, {
    admin: `'${prefix}a' || ?3 || "admin"`,
    viewer: `'${prefix}v' || ?3 || "viewer"`,
  });
  rows.copy('results', 'eventId', eventId, ids, {
    startAt: before('startAt'),
    finishAt: before('finishAt'),
    publishedMs: time,
    netMs: time,
    grossMs: time,
  });
}

async function fillSmallEvents(target: Target, owner: Person, racerId: string): Promise<void> {
  const eventId = randomUUID();
  const at = Date.now() - RACE_MS;
  await sendAll(
    target.url,
    owner.cookie,
    {},
    createEvent(eventId, 'Evening'),
    addRacers(eventId, racerId),
    eventCommand(eventId, { type: 'format.set', format: { course: { name: 'Short Hill', meters: 500 } } }),
    tap(eventId, 'start', racerId, { at }),
    tap(eventId, 'finish', racerId, { at: at + 50_000 }),
    eventCommand(eventId, { type: 'group.share' }),
  );
  await untilStored(target, eventId);
  withRows(target, (rows) => copyEvent(rows, eventId, newIds(SMALL_EVENTS - 1), 'e'));
}

/** Messages of a webhook that nobody answers: a first one of the season, and copies of it. */
async function fillWaiting(target: Target, { userId }: Person): Promise<void> {
  const firsts = () =>
    withRows(target, (rows) =>
      rows.texts(
        `select min(id) from "webhookDeliveries" where "doneAt" is null and "webhookId" in ` +
          `(select id from webhooks where "userId" = ?) group by "webhookId"`,
        userId,
      ),
    );
  await until(async () => firsts().length === MAX_WEBHOOKS);
  const originals = firsts();
  withRows(target, (rows) => {
    for (const first of originals) {
      rows.copy('webhookDeliveries', 'id', first, newIds(MAX_WAITING_MESSAGES - 1), {
        position: '"position" + ?3 * 1000',
      });
    }
  });
}

/** Own runs, all of one race; runs of a friend that the account keeps; offers of another. */
async function fillRuns(target: Target, owner: Person, race: { eventId: string; racerId: string }): Promise<string> {
  const { url } = target;
  const [friend, other] = [await signUpConfirmed(target), await signUpConfirmed(target)];
  async function putRun(person: Person, details = detailsOf()): Promise<string> {
    const runId = randomUUID();
    const made = await runsOf(target, person).put(runId, { details });
    if (made.status !== 200) throw new Error(`A run was refused: ${JSON.stringify(made.error)}`);
    return runId;
  }
  const share = (person: Person, runId: string, email: string) =>
    expectOk(call(url, { path: runPath(runPaths.shares, runId), cookie: person.cookie, body: { email } }));
  const runId = await putRun(owner, detailsOf({ race }));
  const email = newEmail();
  await share(owner, runId, email);
  const kept = await putRun(friend);
  await share(friend, kept, owner.email);
  await expectOk(
    call(url, { path: runPath(runPaths.sharedRun, kept), cookie: owner.cookie, body: { answer: 'keep' } }),
  );
  const offered = await putRun(other);
  await share(other, offered, owner.email);
  withRows(target, (rows) => {
    rows.copy('runShares', 'email', email, Array.from({ length: MAX_SHARES - 1 }, newEmail));
    rows.copy('runs', 'id', runId, newIds(MAX_RUNS - 1));
    for (const [original, count] of [
      [kept, MAX_KEPT_RUNS],
      [offered, MAX_OFFERS],
    ] as const) {
      const ids = newIds(count - 1);
      rows.copy('runs', 'id', original, ids);
      rows.copy('runShares', 'runId', original, ids);
    }
  });
  return runId;
}
