import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plainSeries, type SeriesRules } from '../../src/domain/series/rules.ts';
import { epochMs } from '../../src/domain/units.ts';
import type { Command, CommandAnswers } from '../../src/protocol/commands.ts';
import { type ComparisonAnswer, type ProgressAnswer, progressPath } from '../../src/protocol/compare.ts';
import {
  type BestsAnswer,
  HISTORY_KEY_HEADER,
  type HistoryAnswer,
  historyPath,
  type MergePreview,
  mergePath,
  type RacerSeriesAnswer,
  racerSeriesPath,
} from '../../src/protocol/history.ts';
import type { PublicResults } from '../../src/protocol/results.ts';
import { api } from '../../src/protocol/routes.ts';
import { SCHEMA_VERSION } from '../../src/protocol/schema-version.ts';
import { seriesPath } from '../../src/protocol/series-paths.ts';
import type { SeriesAnswer } from '../../src/protocol/series.ts';
import { batchOf, createEvent, createRacer, eventCommand, racerCommand } from '../support/commands.ts';
import { engines } from '../support/database.ts';
import { followerOptionsFor, SECRET } from '../support/follower-server.ts';
import { arriveConfirmed, PASSWORD } from '../support/people.ts';
import { createSubscription, type PushService, startPushService } from '../support/push-service.ts';
import { startTestServer, type TestClient, type TestServer } from '../support/running-server.ts';
import { findWords } from '../support/stored-rows.ts';

const DAY = 86_400_000;
const START = Date.now() - 40 * DAY;
const hill = { name: 'Castle Hill', meters: 16_090 };

describe.each(engines)('two racers who are one person, on %s', (engine) => {
  let server: TestServer;
  let service: PushService;
  beforeAll(async () => {
    service = await startPushService();
    server = await startTestServer(engine, {
      environment: { PUSH_SERVICE_URL: service.url, SECRET },
      followerOptions: followerOptionsFor(service),
    });
  });
  afterAll(async () => {
    await server.stop();
    await service.stop();
  });

  async function answersOf(client: TestClient, ...commands: Command[]): Promise<string[]> {
    const { body } = await client.post<CommandAnswers>(api.commands, {
      ...batchOf(...commands),
      schema: SCHEMA_VERSION,
    });
    await server.followers.workOff();
    return body.answers.map((answer) => (answer.status === 'refused' ? answer.code : answer.status));
  }
  const enter = (eventId: string, line: string, racerId: string, at: number) =>
    eventCommand(eventId, { type: 'tap.enter', line, racerId, to: epochMs(at) });

  /** In the first event the misspelt racer has raced, in the second the right one; both days Bea was second, then first. */
  async function club(misspelt = 'A. Swft') {
    const { client } = await arriveConfirmed(server);
    const send = async (...commands: Command[]) =>
      expect(await answersOf(client, ...commands)).toEqual(commands.map(() => 'accepted'));
    const names = { ada: 'Ada Swift', old: misspelt, bea: 'Bea Quick' } as const;
    type Who = keyof typeof names;
    const ids = { ada: randomUUID(), old: randomUUID(), bea: randomUUID() };
    const raced = (eventId: string, day: number, who: Who, seconds: number) => [
      enter(eventId, 'start', ids[who], START + day * DAY),
      enter(eventId, 'finish', ids[who], START + day * DAY + seconds * 1000),
    ];
    async function race(day: number, times: Partial<Record<Who, number | null>>): Promise<string> {
      const eventId = randomUUID();
      const racers = (Object.keys(times) as Who[]).map((who) => ({
        racerId: ids[who],
        name: names[who],
        groups: [],
        bib: null,
      }));
      await send(
        createEvent(eventId, `Day ${day}`),
        eventCommand(eventId, { type: 'entries.add', racers }),
        eventCommand(eventId, { type: 'format.set', format: { course: hill } }),
        ...(Object.entries(times) as [Who, number | null][]).flatMap(([who, seconds]) =>
          seconds === null ? [] : raced(eventId, day, who, seconds),
        ),
      );
      return eventId;
    }
    await send(...(Object.keys(names) as Who[]).map((who) => createRacer(ids[who], names[who])));
    const first = await race(0, { old: 1500, bea: 1600 });
    const second = await race(7, { ada: 1480, bea: 1470 });
    const json = async <Answer>(path: string, headers: Record<string, string> = {}, from = client) => {
      const reply = await fetch(new URL(path, server.url), { headers: { cookie: from.cookie, ...headers } });
      return { status: reply.status, body: (await reply.json()) as Answer };
    };
    const history = async (racerId: string) => (await json<HistoryAnswer>(historyPath(racerId))).body;
    const timesOf = ({ courses }: HistoryAnswer) =>
      courses.flatMap(({ results }) => results.map(({ event, ms, bestByMs }) => [event.name, ms, bestByMs]));
    const seriesId = randomUUID();
    const ofRacers = { personalBest: 3, helpers: null };
    const save = async (version: number, eventIds: readonly string[], more: Partial<SeriesRules> = ofRacers) => {
      const rules = { ...plainSeries, scoring: { kind: 'points', table: [10, 5], rest: 1 }, ...more };
      const reply = await fetch(new URL(seriesPath(seriesId), server.url), {
        method: 'PUT',
        headers: { cookie: client.cookie, 'content-type': 'application/json' },
        body: JSON.stringify({ version, document: { name: 'Winter league', rules, eventIds, helpers: [] } }),
      });
      expect(reply.status).toBe(200);
    };
    await save(0, [first, second]);
    const standings = async () =>
      (await json<SeriesAnswer>(seriesPath(seriesId))).body.standings[0]!.rows.map(({ name, total, scores }) => [
        name,
        total,
        scores.length,
      ]);
    const follow = async (eventId: string, racerId: string | null) => {
      const { viewer } = await server.db
        .selectFrom('eventKeys')
        .select('viewer')
        .where('eventId', '=', eventId)
        .executeTakeFirstOrThrow();
      const { by, received } = createSubscription(service);
      const path = `${api.followers.replace(':eventId', eventId)}?key=${viewer}`;
      expect((await server.client().post(path, { racerId, by })).status).toBe(200);
      return () => received().map(({ notification: { title, body } }) => `${title}. ${body}`);
    };
    const merge = () => racerCommand(ids.old, { type: 'racer.merge', into: ids.ada });
    const separate = () => racerCommand(ids.old, { type: 'racer.separate' });
    return {
      client,
      ids,
      first,
      second,
      seriesId,
      save,
      follow,
      send,
      race,
      raced,
      json,
      history,
      timesOf,
      standings,
      merge,
      separate,
    };
  }
  const bestsOf = (eventId: string) => api.bests.replace(':eventId', eventId);
  const resultsOf = (eventId: string) => api.results.replace(':eventId', eventId);

  test('[NM5] histories, bests, series, comparisons and trends are the person’s; separated, each has exactly its own again, with what was timed meanwhile', async () => {
    const at = await club();
    const { ids, first, second, json } = at;
    const before = [await at.history(ids.ada), await at.history(ids.old), await at.standings()];
    expect(at.timesOf(await at.history(ids.ada))).toEqual([['Day 7', 1_480_000, null]]);
    expect((await json<BestsAnswer>(bestsOf(second))).body.bests).not.toHaveProperty(ids.ada);

    await at.send(at.merge());
    for (const racerId of [ids.ada, ids.old]) {
      const joined = await at.history(racerId);
      expect(at.timesOf(joined)).toEqual([
        ['Day 7', 1_480_000, 20_000],
        ['Day 0', 1_500_000, null],
      ]);
      expect(joined).toMatchObject({
        name: 'Ada Swift',
        own: {
          racerId: ids.ada,
          merged: [{ racerId: ids.old, name: 'A. Swft' }],
          elsewhere: [{ eventId: first, racerId: ids.old, name: 'A. Swft' }],
          met: [],
        },
      });
    }
    expect((await json<BestsAnswer>(bestsOf(second))).body.bests[ids.ada]).toMatchObject({ ms: 1_500_000, count: 1 });
    // Ten for the win, five for the second place, three for the best; of equal totals the better one of the last event is ahead.
    expect(await at.standings()).toEqual([
      ['Bea Quick', 18, 2],
      ['Ada Swift', 18, 2],
    ]);
    expect((await json<RacerSeriesAnswer>(racerSeriesPath(ids.old))).body.series).toMatchObject([
      { standings: [{ total: 18, scores: 2 }] },
    ]);
    const compared = (await json<ComparisonAnswer>(api.compare.replace(':eventId', second).replace(':otherId', first)))
      .body;
    expect(compared.racers.map(({ name, change }) => [name, change])).toEqual([
      ['Bea Quick', -130_000],
      ['Ada Swift', -20_000],
    ]);
    const { courseKey } = compared.after;
    const progress = await json<ProgressAnswer>(progressPath({ courseKey: courseKey!, from: 0, to: Date.now() }));
    expect(progress.body.racers.map(({ times }) => times.length)).toEqual([2, 2]);

    // A phone that has not heard of it times the old racer.
    const third = await at.race(14, { old: 1450 });
    expect(at.timesOf(await at.history(ids.ada))).toHaveLength(3);
    await at.send(at.separate());
    expect(at.timesOf(await at.history(ids.old)).map(([name]) => name)).toEqual(['Day 14', 'Day 0']);
    await at.send(eventCommand(third, { type: 'event.delete' }));
    expect([await at.history(ids.ada), await at.history(ids.old), await at.standings()]).toEqual(before);
  });

  test('[NM4] the log and the results of an event stay as they are, official ones without a mark', async () => {
    const at = await club();
    await at.send(eventCommand(at.first, { type: 'official.set', note: '' }));
    const log = () =>
      server.db.selectFrom('changes').selectAll().where('eventId', '=', at.first).orderBy('seq').execute();
    const before = [await log(), (await at.json<unknown>(resultsOf(at.first))).body];
    await at.send(at.merge());
    expect([await log(), (await at.json<unknown>(resultsOf(at.first))).body]).toEqual(before);
    expect(JSON.stringify(before)).toContain('A. Swft');
  });

  test('[NM6] in one event the one with times counts; with times of both they stay two and the page says so', async () => {
    const at = await club();
    const { ids } = at;
    const eventId = await at.race(14, { ada: 1450, old: null });
    const dns = { type: 'status.set', racerId: ids.old, attempt: 1, status: 'DNS', reason: '' } as const;
    await at.send(eventCommand(eventId, dns), at.merge());
    expect(at.timesOf(await at.history(ids.ada))[0]).toEqual(['Day 14', 1_450_000, 30_000]);
    expect(at.timesOf(await at.history(ids.ada))).toHaveLength(3);
    await at.send(eventCommand(eventId, { ...dns, status: 'OK' }), ...at.raced(eventId, 14, 'old', 1440));
    const met = await at.history(ids.ada);
    expect(met.own?.met).toEqual(['Day 14']);
    expect(at.timesOf(met).map(([, ms]) => ms)).toEqual(expect.arrayContaining([1_450_000, 1_440_000]));
    expect(at.timesOf(met)).toHaveLength(4);
    await at.send(at.separate());
    expect(await answersOf(at.client, at.merge())).toEqual(['racers-met']);
  });

  test('[NM7] the look says what is joined, and whose racers they are is never told', async () => {
    const at = await club();
    const { ids } = at;
    const look = (one: string, other: string) =>
      at.json<MergePreview & { error: { code: string } }>(mergePath(one, other));
    expect((await look(ids.old, ids.ada)).body).toEqual({
      sides: [
        { racerId: ids.old, name: 'A. Swft', events: 1, series: 1, followers: 0, runs: 0 },
        { racerId: ids.ada, name: 'Ada Swift', events: 1, series: 1, followers: 0, runs: 0 },
      ],
      met: [],
    });
    expect((await look(ids.bea, ids.ada)).body.met).toEqual(['Day 7']);
    const other = await club();
    for (const pair of [
      [ids.old, other.ids.ada],
      [other.ids.ada, ids.old],
      [ids.old, randomUUID()],
    ]) {
      expect((await look(pair[0]!, pair[1]!)).body.error.code).toBe('racer-not-found');
    }
    expect((await look(ids.old, ids.old)).body.error.code).toBe('racer-with-itself');
    const theirs = racerCommand(ids.old, { type: 'racer.merge', into: other.ids.ada });
    expect(await answersOf(at.client, theirs)).toEqual(['racer-not-found']);
  });

  test('[NM8] links that were given for one of them show the person, and are withdrawn together', async () => {
    const at = await club();
    const { ids } = at;
    const turn = async (racerId: string, isOn: boolean) =>
      (await at.client.post(`${historyPath(racerId)}/link`, { isOn })).body as unknown as { linkKey: string };
    const { linkKey } = await turn(ids.old, true);
    const read = (racerId: string) =>
      at.json<HistoryAnswer>(historyPath(racerId), { [HISTORY_KEY_HEADER]: linkKey }, server.client());
    await at.send(at.merge());
    expect((await at.history(ids.ada)).own?.linkKey).toBe(linkKey);
    for (const racerId of [ids.old, ids.ada]) expect(at.timesOf((await read(racerId)).body)).toHaveLength(2);
    await at.send(at.separate());
    expect(at.timesOf((await read(ids.old)).body)).toHaveLength(1);
    expect((await read(ids.ada)).status).toBe(404);
    await at.send(at.merge());
    await turn(ids.ada, false);
    expect((await read(ids.old)).status).toBe(404);
  });

  test('[NM4] deleting the one that stands for both takes the person off the list, and what was said is there when they are back', async () => {
    const at = await club();
    const { ids } = at;
    await at.send(at.merge(), racerCommand(ids.ada, { type: 'racer.delete' }));
    expect(at.timesOf(await at.history(ids.old))).toHaveLength(2);
    expect(await at.standings()).toHaveLength(2);
    await at.send(racerCommand(ids.ada, { type: 'racer.restore' }));
    expect((await at.history(ids.ada)).own?.merged).toHaveLength(1);
    const data = await (await at.client.get(api.accountData)).text();
    expect(data).toContain(`"sameAs": "${ids.ada}"`);
  });

  test('[NM9] who follows the one hears of the other in the same event, and of the person’s place in a series', async () => {
    const at = await club();
    const { ids } = at;
    const eventId = await at.race(14, { ada: null, old: null });
    const [ofOld, ofAda] = [await at.follow(eventId, ids.old), await at.follow(eventId, ids.ada)];
    expect((await at.json<MergePreview>(mergePath(ids.old, ids.ada))).body.sides).toMatchObject([
      { followers: 1 },
      { followers: 1 },
    ]);
    await at.send(at.merge());
    await at.send(...at.raced(eventId, 14, 'ada', 1450));
    expect(ofAda()).toEqual([expect.stringContaining('Ada Swift finished')]);
    expect(ofOld()).toEqual(ofAda());
  });

  test('[NM9] [FO16] the place in a series that followers hear is the person’s, whichever of the two is in the event', async () => {
    const at = await club();
    const { ids, first, second, seriesId } = at;
    const third = await at.race(14, { old: null, bea: null });
    await at.save(1, [first, second, third]);
    expect((await at.client.post(`${seriesPath(seriesId)}/link`, { isOn: true })).status).toBe(200);
    const [ofOld, ofResults] = [await at.follow(third, ids.old), await at.follow(third, null)];
    await at.send(at.merge());
    await at.send(...at.raced(third, 14, 'old', 1450), ...at.raced(third, 14, 'bea', 1500));
    const ofSeries = (texts: readonly string[]) => texts.filter((text) => text.includes('league'));
    expect(ofSeries(ofOld())).toEqual(['Winter league: A. Swft. #1 with 31 points after 3 events.']);
    expect(ofSeries(ofResults())).toEqual([
      'Winter league: the standings after 3 events. #1 A. Swft 31 points, #2 Bea Quick 23 points',
    ]);
  });

  test('[NM5] teams, in an event and in a series, have each time once and for the team that it was ridden for', async () => {
    const at = await club();
    const { ids, first, second } = at;
    const teams = { of: 'club', score: 'nth', n: 1, displaces: true, quota: null, startsTogether: false } as const;
    for (const eventId of [first, second]) {
      const here = eventId === first ? ids.old : ids.ada;
      const given = [
        { racerId: here, details: { club: eventId === first ? 'Rovers' : 'Wheelers' } },
        { racerId: ids.bea, details: { club: 'Milers' } },
      ];
      await at.send(
        eventCommand(eventId, { type: 'details.set', given }),
        eventCommand(eventId, { type: 'format.set', format: { teams } }),
      );
    }
    await at.save(1, [first, second], { of: 'teams' });
    const before = [await at.standings(), (await at.json<PublicResults>(resultsOf(first))).body.teams];
    expect(before[0]).toEqual([
      ['Milers', 15, 2],
      ['Rovers', 10, 1],
      ['Wheelers', 5, 1],
    ]);
    expect(before[1]).toBeDefined();
    await at.send(at.merge());
    expect([await at.standings(), (await at.json<PublicResults>(resultsOf(first))).body.teams]).toEqual(before);
  });

  test('[NM10] a deleted account leaves no name and no row of racers who were merged, and no more than of any other racer', async () => {
    const name = 'Zelda Zwft';
    const at = await club(name);
    const { client, ids, first } = at;
    await at.follow(first, ids.old);
    await at.send(at.merge());
    const words = { ...ids, name };
    expect(await findWords(server.db, words)).toEqual(
      expect.arrayContaining(['racers.id: old', 'racers.name: name', 'racers.sameAs: ada', 'results.racerId: old']),
    );
    expect((await client.post(api.deleteAccount, { password: PASSWORD })).status).toBe(200);
    await server.upkeep.workOff('erasures');
    const left = await findWords(server.db, words);
    // The ledger, and receipts of commands that may be sent again: ids alone, of everybody alike.
    const kept = ['creditTransfers.subjectId', 'receipts.outcome'];
    expect(left).toEqual(kept.flatMap((place) => ['ada', 'bea', 'old'].map((who) => `${place}: ${who}`)));
  });
});
