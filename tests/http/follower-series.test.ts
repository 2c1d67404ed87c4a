import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plainSeries } from '../../src/domain/series/rules.ts';
import { epochMs } from '../../src/domain/units.ts';
import type { Command } from '../../src/protocol/commands.ts';
import type { FollowAnswer } from '../../src/protocol/followers.ts';
import { api } from '../../src/protocol/routes.ts';
import { seriesPath } from '../../src/protocol/series-paths.ts';
import { systemClock } from '../../src/server/clock.ts';
import { tellFollowers } from '../../src/server/followers/tell.ts';
import { createLane, type Lane } from '../../src/server/reads/lane.ts';
import { readEvent } from '../../src/server/storage/event-reads.ts';
import { readResultsSince } from '../../src/server/storage/results.ts';
import { createEvent, createRacer, eventCommand } from '../support/commands.ts';
import { enginesOf } from '../support/database.ts';
import { enter, followerOptionsFor, SECRET, START } from '../support/follower-server.ts';
import { keptSeriesOf } from '../support/kept-series.ts';
import { arriveConfirmed } from '../support/people.ts';
import { createSubscription, type PushService, startPushService } from '../support/push-service.ts';
import { startTestServer, type TestServer } from '../support/running-server.ts';
import { aReader } from '../support/readers.ts';
import { sendAccepted } from '../support/send-accepted.ts';

describe.each(enginesOf('postgres'))('followers and series on %s', (engine) => {
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

  /** Two events of two racers. Bea has won the first; in the second both are on course. */
  async function newSeason() {
    const owner = (await arriveConfirmed(server)).client;
    const send = async (...commands: Command[]) => {
      await sendAccepted(owner, ...commands);
      await server.followers.workOff();
    };
    const [ada, bea] = [randomUUID(), randomUUID()];
    const racers = [ada, bea].map((racerId, at) => ({ racerId, name: at === 0 ? 'Ada Swift' : 'Bea Quick' }));
    const [first, eventId] = [randomUUID(), randomUUID()];
    await send(...racers.map(({ racerId, name }) => createRacer(racerId, name)));
    for (const [index, id] of [first, eventId].entries()) {
      const entered = racers.map((racer) => ({ ...racer, groups: [], bib: null }));
      await send(createEvent(id, `Round ${index + 1}`), eventCommand(id, { type: 'entries.add', racers: entered }));
      await send(enter(id, 'start', ada, 0), enter(id, 'start', bea, 60));
    }
    const finishOfAda = enter(first, 'finish', ada, 1000);
    await send(finishOfAda, enter(first, 'finish', bea, 60 + 900));
    const { viewer } = await server.db
      .selectFrom('eventKeys')
      .select('viewer')
      .where('eventId', '=', eventId)
      .executeTakeFirstOrThrow();
    const follow = async (racerId: string | null) => {
      const { by, received } = createSubscription(service);
      const path = `${api.followers.replace(':eventId', eventId)}?key=${viewer}`;
      expect((await server.client().post<FollowAnswer>(path, { racerId, by })).status).toBe(200);
      /** Of all messages those about a series. */
      return () =>
        received()
          .map(({ notification: { title, body } }) => `${title}. ${body}`)
          .filter((text) => text.includes('league'));
    };
    const link = async (seriesId: string, isOn: boolean) =>
      expect((await owner.post(`${seriesPath(seriesId)}/link`, { isOn })).status).toBe(200);
    const save = async (seriesId: string, version: number, change: object = {}, by = owner) => {
      const rules = { ...plainSeries, scoring: { kind: 'points', table: [10, 6], rest: 0 } };
      const document = { name: 'Winter league', rules, eventIds: [first, eventId], helpers: [], ...change };
      const reply = await fetch(new URL(seriesPath(seriesId), server.url), {
        method: 'PUT',
        headers: { cookie: by.cookie, 'content-type': 'application/json' },
        body: JSON.stringify({ version, document }),
      });
      expect(reply.status).toBe(200);
    };
    const newSeries = async (isOn: boolean, change: object = {}, by = owner) => {
      const seriesId = randomUUID();
      await save(seriesId, 0, change, by);
      if (isOn) expect((await by.post(`${seriesPath(seriesId)}/link`, { isOn })).status).toBe(200);
      return seriesId;
    };
    const finishes = { ada: enter(eventId, 'finish', ada, 1000), bea: enter(eventId, 'finish', bea, 60 + 1001) };
    return { owner, send, first, eventId, ada, bea, finishOfAda, finishes, follow, link, save, newSeries };
  }
  const correct = (eventId: string, tapId: string, seconds: number) =>
    eventCommand(eventId, { type: 'tap.correct', tapId, to: epochMs(START + seconds * 1000) });
  const byHand = (eventId: string) => ({
    db: server.db,
    clock: systemClock,
    readEvent: () => readEvent(server.db, eventId),
    readResults: () => readResultsSince(server.db, eventId, 0),
  });

  test('[FO16] each follower hears of a series with a link once, when everyone is in, and again when a correction here moves them', async () => {
    const { send, eventId, first, ada, bea, finishOfAda, finishes, follow, save, newSeries } = await newSeason();
    const seriesId = await newSeries(true);
    const [ofAda, ofResults] = [await follow(ada), await follow(null)];
    await send(finishes.ada);
    expect([ofAda(), ofResults()]).toEqual([[], []]);
    await send(finishes.bea);
    // Other rules of the series are no news of this event.
    await save(seriesId, 1, { rules: { ...plainSeries, scoring: { kind: 'points', table: [20, 11], rest: 0 } } });
    await send(eventCommand(eventId, { type: 'official.set', note: '' }));
    await save(seriesId, 2);
    expect([ofAda(), ofResults()]).toEqual([
      ['Winter league: Ada Swift. #1 with 16 points after 2 events.'],
      ['Winter league: the standings after 2 events. #1 Ada Swift 16 points, #2 Bea Quick 16 points'],
    ]);
    const ofBea = await follow(bea);
    // In the other event Ada comes before Bea now: no news of this event, whatever happens in it next.
    await send(correct(first, finishOfAda.id, 800));
    await send(correct(eventId, finishes.ada.id, 1000.5));
    await send(eventCommand(eventId, { type: 'official.set', note: null }));
    expect([ofAda().slice(1), ofBea()]).toEqual([[], []]);
    await send(correct(eventId, finishes.ada.id, 1030));
    expect([ofAda().slice(1), ofBea()]).toEqual([
      ['Winter league: Ada Swift. #2 with 16 points after 2 events.'],
      ['Winter league: Bea Quick. #1 with 16 points after 2 events.'],
    ]);
    expect(ofResults().slice(1)).toEqual([
      'Winter league: the standings after 2 events. #1 Bea Quick 16 points, #2 Ada Swift 16 points',
    ]);
  });

  test('[FO16] nobody learns of a series without a link, of a withdrawn link, or of another person’s series', async () => {
    const { send, eventId, first, ada, finishes, follow, link, newSeries } = await newSeason();
    const seriesId = await newSeries(false);
    await newSeries(true, { name: 'league of a stranger' }, (await arriveConfirmed(server)).client);
    // This event is in it as one that Ada helped in, and counts for nothing.
    await newSeries(true, { name: 'league of other events', eventIds: [first], helpers: [{ eventId, racerId: ada }] });
    const ofResults = await follow(null);
    await send(finishes.ada, finishes.bea);
    expect(ofResults()).toEqual([]);
    // A link that is made later is no news; a correction after it is.
    await link(seriesId, true);
    await send(correct(eventId, finishes.ada.id, 1030));
    expect(ofResults()).toEqual([]);
    await send(correct(eventId, finishes.ada.id, 990));
    expect(ofResults()).toHaveLength(1);
    await link(seriesId, false);
    await send(correct(eventId, finishes.ada.id, 1030));
    expect(ofResults()).toHaveLength(1);
  });

  test('[FO16] a message that waits is not sent once the link of its series is withdrawn', async () => {
    const { owner, eventId, finishes, follow, link, newSeries } = await newSeason();
    const seriesId = await newSeries(true);
    const ofResults = await follow(null);
    await sendAccepted(owner, finishes.ada, finishes.bea);
    await tellFollowers({ ...byHand(eventId), readSeries: newNode() }, eventId);
    await link(seriesId, false);
    await server.followers.workOff();
    expect(ofResults()).toEqual([]);
    const waiting = server.db.selectFrom('followerMessages').select('id').where('id', 'like', `%${seriesId}%`);
    expect(await waiting.where('doneAt', 'is', null).execute()).toEqual([]);
    expect(await waiting.execute()).toHaveLength(1);
  });
  test('[FO16] standings that have not changed are taken apart once, however many begin to follow', async () => {
    const { send, eventId, finishes, newSeries } = await newSeason();
    await newSeries(true);
    const lane = createLane();
    let pieces = 0;
    const counted: Lane = {
      run(reader, work) {
        pieces += 1;
        return lane.run(reader, work);
      },
    };
    const readLinked = newNode(counted);
    const [first] = await readLinked(eventId, 3);
    const before = pieces;
    await Promise.all([1, 2, 3].map(async () => expect(await readLinked(eventId, 3)).toEqual([first])));
    expect(pieces).toBe(before);
    await send(finishes.ada);
    expect(await readLinked(eventId, 3)).not.toEqual([first]);
  });
  function newNode(lane = createLane()) {
    const { readLinked } = keptSeriesOf(server.storage, lane);
    return (event: string, most: number) => readLinked(event, most, aReader);
  }

  test('[FO16] names are those of this event, whatever the others of the series show; three series at most are told', async () => {
    const { send, eventId, ada, finishes, follow, newSeries } = await newSeason();
    for (const name of ['league 1', 'league 2', 'league 3', 'league 4']) await newSeries(true, { name });
    await send(eventCommand(eventId, { type: 'event.configure', initialsOnly: true, isIndexed: false }));
    const [ofAda, ofResults] = [await follow(ada), await follow(null)];
    await send(finishes.ada, finishes.bea);
    expect(ofAda().toSorted()).toEqual(
      [1, 2, 3].map((number) => `league ${number}: A. S.. #1 with 16 points after 2 events.`),
    );
    expect(ofResults()).toHaveLength(3);
    expect(ofResults().join()).not.toMatch(/Ada|Bea/);
  });

  test('[FO16] [FO13] nodes that tell at once queue each message once, and nothing of a state that is over', async () => {
    const { owner, eventId, ada, bea, finishes, follow, newSeries } = await newSeason();
    await newSeries(true);
    const [ofAda, ofResults] = [await follow(ada), await follow(null)];
    await sendAccepted(owner, finishes.ada, finishes.bea);
    const undo = eventCommand(eventId, { type: 'tap.undo', tapId: finishes.bea.id });
    const late = newNode();
    await tellFollowers(
      {
        ...byHand(eventId),
        async readSeries(of, most) {
          await sendAccepted(owner, undo);
          return late(of, most);
        },
      },
      eventId,
    );
    await server.followers.workOff();
    expect([ofAda(), ofResults()]).toEqual([[], []]);
    await sendAccepted(owner, enter(eventId, 'finish', bea, 60 + 1001));
    const nodes = [1, 2, 3].map(() => ({ ...byHand(eventId), readSeries: newNode() }));
    await Promise.all(nodes.map((node) => tellFollowers(node, eventId)));
    for (const node of nodes) await tellFollowers(node, eventId);
    await server.followers.workOff();
    expect([ofAda().length, ofResults().length]).toEqual([1, 1]);
  });

  test('[FO16] what the release before has stored of a race is taken for the standing of now', async () => {
    const { send, eventId, ada, finishes, follow, newSeries } = await newSeason();
    await newSeries(true);
    const [ofAda, ofResults] = [await follow(ada), await follow(null)];
    await send(finishes.ada, finishes.bea);
    expect([ofAda().length, ofResults().length]).toEqual([1, 1]);
    const rows = server.db.selectFrom('followedRacers').select(['racerId', 'told']).where('eventId', '=', eventId);
    for (const { racerId, told } of await rows.execute()) {
      const { series: _series, ...before } = JSON.parse(told) as { readonly series: unknown };
      await server.db
        .updateTable('followedRacers')
        .set({ told: JSON.stringify(before) })
        .where('eventId', '=', eventId)
        .where('racerId', '=', racerId)
        .execute();
    }
    await send(eventCommand(eventId, { type: 'event.rename', name: 'Round two' }));
    expect([ofAda().length, ofResults().length]).toEqual([1, 1]);
    await send(correct(eventId, finishes.ada.id, 1030));
    expect([ofAda().length, ofResults().length]).toEqual([2, 2]);
  });
});
