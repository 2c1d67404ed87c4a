import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plainSeries } from '../../src/domain/series/rules.ts';
import {
  HISTORY_KEY_HEADER,
  historyPaths,
  type RacerSeriesAnswer,
  racerSeriesPath,
} from '../../src/protocol/history.ts';
import { SERIES_KEY_HEADER, seriesPath, seriesPaths } from '../../src/protocol/series-paths.ts';
import type { SeriesAnswer, SeriesDocument } from '../../src/protocol/series.ts';
import { createLane } from '../../src/server/reads/lane.ts';
import { findSeries } from '../../src/server/storage/series.ts';
import { createEvent, createRacer, eventCommand, tap } from '../support/commands.ts';
import { enginesOf } from '../support/database.ts';
import { keptSeriesOf } from '../support/kept-series.ts';
import { arrive } from '../support/people.ts';
import { startTestServer, type TestServer } from '../support/running-server.ts';
import { aReader } from '../support/readers.ts';
import { sendAccepted } from '../support/send-accepted.ts';

const AT = Date.now() - 3_600_000;

describe.each(enginesOf('postgres'))('series on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(engine);
  });
  afterAll(() => server.stop());

  /** Two racers in two events: the first wins one, the second the other, by less. */
  async function season() {
    const { client } = await arrive(server);
    const [ada, bea] = [randomUUID(), randomUUID()];
    await sendAccepted(client, createRacer(ada, 'Ada Swift'), createRacer(bea, 'Bea Quick'));
    const eventIds = [randomUUID(), randomUUID()];
    for (const [index, eventId] of eventIds.entries()) {
      const seconds = index === 0 ? [60, 70] : [66, 65];
      const racers = [ada, bea].map((racerId, at) => ({
        racerId,
        name: ['Ada Swift', 'Bea Quick'][at]!,
        groups: [],
        bib: null,
      }));
      await sendAccepted(
        client,
        createEvent(eventId, `Round ${index + 1}`),
        eventCommand(eventId, { type: 'entries.add', racers }),
      );
      for (const [at, racerId] of [ada, bea].entries()) {
        await sendAccepted(
          client,
          tap(eventId, 'start', racerId, { at: AT + index * 600_000 }),
          tap(eventId, 'finish', racerId, { at: AT + index * 600_000 + seconds[at]! * 1000 }),
        );
      }
    }
    const seriesId = randomUUID();
    const document: SeriesDocument = {
      name: 'Winter league',
      rules: { ...plainSeries, scoring: { kind: 'points', table: [10, 5], rest: 0 } },
      eventIds,
      helpers: [],
    };
    const save = async (change: Partial<SeriesDocument>, version: number) => {
      const reply = await fetch(new URL(seriesPath(seriesId), server.url), {
        method: 'PUT',
        headers: { cookie: client.cookie, 'content-type': 'application/json' },
        body: JSON.stringify({ version, document: { ...document, ...change } }),
      });
      return { status: reply.status, body: (await reply.json()) as unknown };
    };
    expect((await save({}, 0)).status).toBe(200);
    const read = async (headers: Record<string, string> = {}, reader = client) => {
      const reply = await fetch(new URL(seriesPath(seriesId), server.url), {
        headers: { cookie: reader.cookie, ...headers },
      });
      return {
        status: reply.status,
        tag: reply.headers.get('etag'),
        encoding: reply.headers.get('content-encoding'),
        body: reply.status === 200 ? ((await reply.json()) as SeriesAnswer) : null,
      };
    };
    return { client, ada, bea, eventIds, seriesId, save, read };
  }
  const placesIn = (body: SeriesAnswer | null) =>
    body!.standings[0]!.rows.map(({ name, rank, total }) => [rank, name, total]);

  test('[SE1] standings are made of the events, a correction corrects them, and what has not changed is not sent again', async () => {
    const { client, ada, eventIds, read } = await season();
    const first = await read();
    expect(placesIn(first.body)).toEqual([
      [1, 'Bea Quick', 15],
      [2, 'Ada Swift', 15],
    ]);
    // Events that were made long before are dated by the race.
    expect(first.body!.events.map(({ at }) => Math.round((at - AT) / 60_000))).toEqual([0, 10]);
    expect((await read({ 'if-none-match': first.tag! })).status).toBe(304);
    await sendAccepted(
      client,
      eventCommand(eventIds[1]!, { type: 'status.set', racerId: ada, attempt: 1, status: 'DSQ', reason: '' }),
    );
    const second = await read({ 'if-none-match': first.tag! });
    expect(placesIn(second.body)).toEqual([
      [1, 'Bea Quick', 15],
      [2, 'Ada Swift', 10],
    ]);
  });

  test('[SE7] standings are computed once for all who ask at the same moment', async () => {
    const { seriesId } = await season();
    const lane = createLane();
    const { read } = keptSeriesOf(server.storage, lane);
    const series = (await findSeries(server.db, seriesId))!;
    const texts = await Promise.all([1, 2, 3].map(() => read(series, 'link', aReader)));
    expect(new Set(texts.map((each) => typeof each !== 'string' && each.answer)).size).toBe(1);
  });

  test('[SE7] thirty who ask for one series at once look for its state each, and read its events once', async () => {
    const { seriesId } = await season();
    const series = (await findSeries(server.db, seriesId))!;
    const queriesOf = async (readers: number) => {
      let queries = 0;
      const db = server.db.withPlugin({
        transformQuery({ node }) {
          queries += 1;
          return node;
        },
        transformResult: async ({ result }) => result,
      });
      const { read } = keptSeriesOf({ ...server.storage, db }, createLane());
      await Promise.all(Array.from({ length: readers }, () => read(series, 'link', aReader)));
      return queries;
    };
    const alone = await queriesOf(1);
    expect((await queriesOf(30)) - alone).toBe(29);
  });

  test('[SE5] categories stay in their order when results are corrected', async () => {
    const { client, ada, bea, eventIds, save, read } = await season();
    const given = [ada, bea].map((racerId, at) => ({ racerId, details: { category: ['V40', 'Women'][at]! } }));
    for (const eventId of eventIds) await sendAccepted(client, eventCommand(eventId, { type: 'details.set', given }));
    expect((await save({ rules: { ...plainSeries, byCategory: true } }, 1)).status).toBe(200);
    // A database that knows its rows reads them as they lie on its disk, and a correction moves a row.
    await sql`analyze "results"`.execute(server.db);
    const order = async () => (await read()).body!.standings.map(({ category }) => category);
    const before = await order();
    expect(before.toSorted()).toEqual(['V40', 'Women']);
    for (const racerId of [ada, bea]) {
      const status = { type: 'status.set', racerId, attempt: 1, status: 'DSQ', reason: '' } as const;
      await sendAccepted(client, eventCommand(eventIds[0]!, status));
      expect(await order()).toEqual(before);
    }
    expect((await save({ rules: { ...plainSeries, byCategory: true, overall: true } }, 2)).status).toBe(200);
    expect(await order(), 'and everybody before them').toEqual([null, ...before]);
  });

  test('[SE11] a series by adjusted times ranks what handicaps make of them, and says what an event scores', async () => {
    const { client, ada, bea, eventIds, save, read } = await season();
    const scoring = { kind: 'points', table: [10, 5], rest: 0 } as const;
    const rules = { ...plainSeries, scoring, times: 'adjusted' } as const;
    expect((await save({ rules: { ...rules, of: 'teams' } }, 1)).status).toBe(400);
    expect((await save({ rules }, 1)).status).toBe(200);
    const none = await read();
    expect(placesIn(none.body), 'no event has handicaps').toEqual([]);
    expect(none.body!.events.map(({ adjusted }) => adjusted)).toEqual(['none', 'none']);
    // Ada won by ten seconds, and has no handicap; Bea has twenty.
    const given = [
      { racerId: ada, handicap: { ms: 0, source: 'Club' } },
      { racerId: bea, handicap: { ms: 20_000, source: 'Club' } },
    ];
    await sendAccepted(
      client,
      eventCommand(eventIds[0]!, { type: 'format.set', format: { handicap: 'time' } }),
      eventCommand(eventIds[0]!, { type: 'handicaps.set', given }),
    );
    const first = await read({ 'if-none-match': none.tag! });
    expect(first.body!.events.map(({ adjusted }) => adjusted)).toEqual(['time', 'none']);
    expect(placesIn(first.body)).toEqual([
      [1, 'Bea Quick', 10],
      [2, 'Ada Swift', 5],
    ]);
    expect((await save({ rules: { ...rules, scoring: { kind: 'time' } } }, 2)).status).toBe(200);
    expect(placesIn((await read()).body)).toEqual([
      [1, 'Bea Quick', 50_000],
      [2, 'Ada Swift', 60_000],
    ]);
  });

  test('[HI12] a racer’s page says the series: to the owner all tables, by its link the places in series that are shared', async () => {
    const { client, ada, bea, eventIds, seriesId, save } = await season();
    const given = [{ racerId: ada, details: { category: 'V40' } }];
    for (const eventId of eventIds) await sendAccepted(client, eventCommand(eventId, { type: 'details.set', given }));
    const rules = { ...plainSeries, scoring: { kind: 'points', table: [10, 5], rest: 0 }, minimum: 2 } as const;
    expect((await save({ rules: { ...rules, byCategory: true, overall: true } }, 1)).status).toBe(200);
    const of = async (racerId: string, reader = client, headers: Record<string, string> = {}) => {
      const url = new URL(racerSeriesPath(racerId), server.url);
      const reply = await fetch(url, { headers: { cookie: reader.cookie, ...headers } });
      return reply.status === 200 ? ((await reply.json()) as RacerSeriesAnswer) : reply.status;
    };
    const own = { id: seriesId, name: 'Winter league', scoring: 'points', isAdjusted: false, minimum: 2 };
    const overall = { category: null, isOverall: true, rank: 2, ranked: 2, total: 15, scores: 2 };
    const inCategory = { category: 'V40', isOverall: false, rank: 1, ranked: 1, total: 20, scores: 2 };
    expect(await of(ada)).toEqual({ series: [{ ...own, standings: [overall, inCategory] }], isCut: false });
    expect(await of(bea)).toMatchObject({ series: [{ standings: [{ rank: 1, total: 15 }] }] });
    expect(await of(randomUUID())).toEqual({ series: [], isCut: false });

    const stranger = server.client();
    expect(await of(ada, stranger)).toBe(404);
    const keyOf = async (path: string) =>
      ((await client.post(path, { isOn: true })).body as unknown as { linkKey: string }).linkKey;
    const key = { [HISTORY_KEY_HEADER]: await keyOf(historyPaths.link.replace(':racerId', ada)) };
    expect(await of(ada, stranger, key), 'the series has no link').toEqual({ series: [], isCut: false });
    await keyOf(`${seriesPath(seriesId)}/link`);
    expect(await of(ada, stranger, key)).toEqual({
      series: [{ ...own, id: null, standings: [overall, { ...inCategory, category: null }] }],
      isCut: false,
    });
    for (let more = 0; more < 5; more += 1) {
      const document = { name: `Series ${more}`, rules, eventIds, helpers: [] };
      await fetch(new URL(seriesPath(randomUUID()), server.url), {
        method: 'PUT',
        headers: { cookie: client.cookie, 'content-type': 'application/json' },
        body: JSON.stringify({ version: 0, document }),
      });
    }
    const many = (await of(ada)) as RacerSeriesAnswer;
    expect([many.series.length, many.isCut]).toEqual([5, true]);
  });

  test('[SE2] a personal best has points of its own, and a corrected earlier time takes them back', async () => {
    const { client, bea, eventIds, save, read } = await season();
    for (const eventId of eventIds) {
      const format = { course: { name: 'Castle Hill', meters: null } };
      await sendAccepted(client, eventCommand(eventId, { type: 'format.set', format }));
    }
    const rules = { ...plainSeries, scoring: { kind: 'points', table: [10, 5], rest: 0 } as const, personalBest: 2 };
    expect((await save({ rules }, 1)).status).toBe(200);
    const first = await read();
    // Bea was five seconds faster in the second event, Ada slower.
    expect(placesIn(first.body)).toEqual([
      [1, 'Bea Quick', 17],
      [2, 'Ada Swift', 15],
    ]);
    await sendAccepted(
      client,
      eventCommand(eventIds[0]!, { type: 'status.set', racerId: bea, attempt: 1, status: 'DNF', reason: '' }),
    );
    expect(placesIn((await read({ 'if-none-match': first.tag! })).body)).toEqual([
      [1, 'Ada Swift', 15],
      [2, 'Bea Quick', 10],
    ]);
  });

  test('[SE1] a series with a deleted event goes on without it, the owner reads that it is gone, and restored it counts again', async () => {
    const { client, eventIds, read } = await season();
    const before = await read();
    await sendAccepted(client, eventCommand(eventIds[0]!, { type: 'event.delete' }));
    const { body } = await read();
    expect(body!.events.map(({ state }) => state)).toEqual(['gone', 'scored']);
    expect(placesIn(body)).toEqual([
      [1, 'Bea Quick', 10],
      [2, 'Ada Swift', 5],
    ]);
    await sendAccepted(client, eventCommand(eventIds[0]!, { type: 'event.restore' }));
    expect(placesIn((await read()).body)).toEqual(placesIn(before.body));
  });

  test('[SE7] standings come compressed to readers who take that, under a tag of their own', async () => {
    const { read } = await season();
    const plain = await read({ 'accept-encoding': 'identity' });
    const packed = await read({ 'accept-encoding': 'gzip' });
    expect(packed.encoding).toBe('gzip');
    expect(plain.encoding).toBeNull();
    expect(packed.body).toEqual(plain.body);
    expect(packed.tag).not.toBe(plain.tag);
    expect((await read({ 'accept-encoding': 'gzip', 'if-none-match': packed.tag! })).status).toBe(304);
  });

  test('[SE6] nobody else reads it without its link; with the link names are those of the events, and a withdrawn link is closed', async () => {
    const { client, seriesId, eventIds, read } = await season();
    const stranger = server.client();
    expect((await read({}, stranger)).status).toBe(404);
    await sendAccepted(client, eventCommand(eventIds[1]!, { type: 'event.configure', initialsOnly: true }));
    const { linkKey } = (await client.post(`${seriesPath(seriesId)}/link`, { isOn: true })).body as unknown as {
      linkKey: string;
    };
    const seen = await read({ [SERIES_KEY_HEADER]: linkKey }, stranger);
    expect(seen.body).not.toHaveProperty('own');
    expect(placesIn(seen.body).map(([, name]) => name)).toEqual(['B. Q.', 'A. S.']);
    expect((await read({ [SERIES_KEY_HEADER]: `${linkKey}x` }, stranger)).status).toBe(404);
    await client.post(`${seriesPath(seriesId)}/link`, { isOn: false });
    expect((await read({ [SERIES_KEY_HEADER]: linkKey }, stranger)).status).toBe(404);
  });

  test('[SE7] a broken points table, a blank name and a change of an older version are refused, and nothing is changed', async () => {
    const { save, read } = await season();
    const before = await read();
    const codeOf = ({ body }: { body: unknown }) => (body as { error: { code: string } }).error.code;
    for (const table of [[], [10, null, 5], [10, 5, 6], [-1], ['10'], Array.from({ length: 301 }, () => 1)]) {
      const scoring = { kind: 'points', table, rest: 0 } as never;
      expect(codeOf(await save({ rules: { ...plainSeries, scoring } }, 1)), JSON.stringify(table)).toBe(
        'points-table-broken',
      );
    }
    expect(codeOf(await save({ name: ' ' }, 1))).toBe('series-name-blank');
    expect(codeOf(await save({ name: 'Else' }, 0))).toBe('series-changed');
    expect((await read()).tag).toBe(before.tag);
    expect((await save({ name: 'Else' }, 1)).body).toEqual({ version: 2 });
  });

  test('[SE8] teams get points by their place in each event, and others see them where the owner shows them', async () => {
    const { client, ada, bea, seriesId, eventIds, save, read } = await season();
    const scoring = { kind: 'points', table: [10, 5], rest: 0 } as const;
    const rules = { ...plainSeries, scoring, of: 'teams' } as const;
    expect((await save({ rules: { ...rules, scoring: { kind: 'time' } } }, 1)).status).toBe(400);
    expect((await save({ rules: { ...rules, byCategory: true } }, 1)).status).toBe(400);
    expect((await save({ rules }, 1)).status).toBe(200);
    expect(placesIn((await read()).body), 'no event ranks teams yet').toEqual([]);
    const given = [ada, bea].map((racerId) => ({
      racerId,
      details: { club: racerId === ada ? 'Wheelers' : 'Rovers' },
    }));
    const teams = { of: 'club', score: 'nth', n: 1, displaces: true, quota: null, startsTogether: false } as const;
    for (const [index, eventId] of eventIds.entries()) {
      const shows = index === 0 ? (['club'] as const) : [];
      await sendAccepted(
        client,
        eventCommand(eventId, { type: 'details.set', given }),
        eventCommand(eventId, { type: 'format.set', format: { teams, shows } }),
      );
    }
    expect(placesIn((await read()).body)).toEqual([
      [1, 'Rovers', 15],
      [2, 'Wheelers', 15],
    ]);
    const { linkKey } = (await client.post(`${seriesPath(seriesId)}/link`, { isOn: true })).body as unknown as {
      linkKey: string;
    };
    const seen = await read({ [SERIES_KEY_HEADER]: linkKey }, server.client());
    expect(placesIn(seen.body), 'the second event shows no clubs').toEqual([
      [1, 'Wheelers', 10],
      [2, 'Rovers', 5],
    ]);
  });

  test('another person’s event in a series scores nothing', async () => {
    const { eventIds } = await season();
    const other = await season();
    await other.save({ eventIds }, 1);
    const { body } = await other.read();
    expect(body!.events.map(({ state, name }) => [state, name])).toEqual([
      ['gone', ''],
      ['gone', ''],
    ]);
    expect(body!.standings[0]!.rows).toEqual([]);
    expect(await (await other.client.get(seriesPaths.list)).json()).toMatchObject({
      series: [{ events: 2, isPublic: false }],
    });
  });
});
