import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Command, CommandAnswers } from '../../src/protocol/commands.ts';
import { api } from '../../src/protocol/routes.ts';
import { engines } from '../support/database.ts';
import { batchOf, eventCommand, tap } from '../support/commands.ts';
import { lengthenLog } from '../support/long-log.ts';
import { arrive } from '../support/people.ts';
import { newRace, type Race } from '../support/races.ts';
import { type ReadOrder, type ReaderProcess, startReaderProcess } from '../support/reader-process.ts';
import { startTestServer, type TestClient, type TestServer } from '../support/running-server.ts';
import { MAX_CHANGES } from '../../src/protocol/limits.ts';

/** The processor time that one request may take, in plain pages. */
const MOST_TIMES_PLAIN = 20;
/**
 * An event that the reader may not see must cost as much as a missing one; the factor allows for the error of
 * measuring.
 */
const ABOUT_AS_MUCH = 4;
const TIMES = 10;

describe.each(engines)('an event that is full, %s', (engine) => {
  let server: TestServer;
  let reader: ReaderProcess;
  let owner: TestClient;
  let race: Race;
  let tapId: string;
  let plainMs: number;

  const sendAs = async (client: TestClient, ...commands: Command[]) =>
    (await client.post<CommandAnswers>(api.commands, batchOf(...commands))).body.answers;
  const codesOf = (answers: CommandAnswers['answers']) =>
    answers.map((answer) => (answer.status === 'refused' ? answer.code : answer.status));

  /** The cost of a request in plain pages. */
  async function timesPlain(order: ReadOrder, status: number, times = TIMES): Promise<number> {
    const cost = await reader.measure(order, times);
    expect(cost.status).toBe(status);
    return cost.ms / plainMs;
  }

  beforeAll(async () => {
    server = await startTestServer(engine, { rendersPages: true });
    reader = startReaderProcess();
    ({ client: owner } = await arrive(server));
    const other = await newRace(owner);
    const plain = { url: `${server.url}/timer?eventId=${other.eventId}&guestViewerKey=${other.keys.viewer}` };
    await reader.measure(plain, 300);
    plainMs = (await reader.measure(plain, 300)).ms;
    race = await newRace(owner);
    const first = tap(race.eventId, 'start', race.racerId);
    tapId = first.id;
    await sendAs(owner, first);
    await lengthenLog(server.db, race.eventId, MAX_CHANGES);
  });
  afterAll(async () => {
    reader.stop();
    await server.stop();
  });

  test('[V26] a stranger’s request makes the server read nothing of it', async () => {
    const { client: stranger } = await arrive(server);
    const { eventId } = race;
    const path = `/api/events/${eventId}`;
    const cookie = { cookie: stranger.cookie };
    const reads = [path, `${path}/changes?after=0`, `${path}/history`, `${path}/people`, `${path}/runs`];
    for (const read of [...reads, `${path}?key=wrongkey`]) {
      for (const headers of [{}, cookie]) {
        expect(await timesPlain({ url: server.url + read, headers }, 404), read).toBeLessThan(ABOUT_AS_MUCH);
      }
    }
    const page = `${server.url}/timer?eventId=${eventId}&guestViewerKey=wrongkey`;
    expect(await timesPlain({ url: page }, 200), 'page').toBeLessThan(ABOUT_AS_MUCH);
    const live = {
      url: `${server.url.replace('http', 'ws')}/live`,
      follow: { type: 'follow-event', eventId, after: null },
    };
    expect(await timesPlain(live, 0), 'socket').toBeLessThan(ABOUT_AS_MUCH);

    const headers = { ...cookie, 'content-type': 'application/json' };
    const post = (...commands: Command[]) => ({
      url: server.url + api.commands,
      method: 'POST',
      headers,
      body: JSON.stringify(batchOf(...commands)),
    });
    const tapped = tap(eventId, 'finish', race.racerId);
    expect(await timesPlain(post(tapped), 200), 'tap').toBeLessThan(ABOUT_AS_MUCH);
    const copied = eventCommand(randomUUID(), { type: 'event.duplicate', sourceId: eventId });
    expect(await timesPlain(post(copied), 200), 'copy').toBeLessThan(ABOUT_AS_MUCH);
    expect(codesOf(await sendAs(stranger, tapped, copied))).toEqual(['event-not-found', 'event-not-found']);
  });

  test('[V26] each read costs at most 20 plain pages', async () => {
    const { eventId, keys } = race;
    const path = `${server.url}/api/events/${eventId}`;
    const guest = server.client();
    await guest.post(api.anonymous);
    const page = `${server.url}/timer?eventId=${eventId}&guestViewerKey=${keys.viewer}`;
    const gzip = { 'accept-encoding': 'gzip' };
    const reads: Record<string, ReadOrder> = {
      viewer: { url: `${path}?key=${keys.viewer}` },
      owner: { url: path, headers: { cookie: owner.cookie } },
      'changes, near': { url: `${path}/changes?after=${MAX_CHANGES - 5}&key=${keys.viewer}` },
      'changes, far': { url: `${path}/changes?after=1&key=${keys.viewer}` },
      history: { url: `${path}/history`, headers: { cookie: owner.cookie } },
      people: { url: `${path}/people`, headers: { cookie: owner.cookie } },
      page: { url: page, headers: gzip },
      "a guest's page": { url: page, headers: { ...gzip, cookie: guest.cookie } },
      "the owner's page": { url: page, headers: { ...gzip, cookie: owner.cookie } },
    };
    for (const [name, order] of Object.entries(reads)) {
      await reader.measure(order, 1);
      expect(await timesPlain(order, 200), name).toBeLessThan(MOST_TIMES_PLAIN);
    }
    const follow = { type: 'follow-event', eventId, after: null, key: keys.viewer };
    const live = { url: `${server.url.replace('http', 'ws')}/live?packed`, follow };
    await reader.measure(live, 1);
    expect(await timesPlain(live, 0), 'socket').toBeLessThan(MOST_TIMES_PLAIN);
  });

  test('[V26] the first read after each tap costs no more', async () => {
    const { eventId, keys } = race;
    const viewer = { url: `${server.url}/api/events/${eventId}?key=${keys.viewer}` };
    const live = {
      url: `${server.url.replace('http', 'ws')}/live?packed`,
      follow: { type: 'follow-event', eventId, after: null, key: keys.viewer },
    };
    const costs = { viewer: [] as number[], live: [] as number[] };
    for (let index = 0; index < TIMES; index += 1) {
      const correct = eventCommand(eventId, { type: index % 2 === 0 ? 'tap.undo' : 'tap.redo', tapId });
      expect(codesOf(await sendAs(owner, correct))).toEqual(['accepted']);
      costs.viewer.push(await timesPlain(viewer, 200, 1));
      costs.live.push(await timesPlain(live, 0, 1));
    }
    // The median, because garbage is collected during some of them.
    const median = (all: number[]) => all.toSorted((one, other) => one - other)[TIMES / 2]!;
    expect(median(costs.viewer)).toBeLessThan(MOST_TIMES_PLAIN);
    expect(median(costs.live)).toBeLessThan(MOST_TIMES_PLAIN);
  });

  test('[V25] it takes no more taps and says so, and can still be corrected', async () => {
    const { eventId, racerId } = race;
    const more = tap(eventId, 'finish', racerId);
    const correct = eventCommand(eventId, { type: 'tap.undo', tapId });
    expect(codesOf(await sendAs(owner, more, correct))).toEqual(['event-full', 'accepted']);
    expect(codesOf(await sendAs(owner, more)), 'the same again').toEqual(['event-full']);
  });
});
