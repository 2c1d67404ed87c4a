import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CommandAnswers } from '../../src/protocol/commands.ts';
import { api } from '../../src/protocol/routes.ts';
import { SCHEMA_VERSION } from '../../src/protocol/schema-version.ts';
import { openSchemaGateAlone } from '../../src/server/storage/nodes.ts';
import { batchOf, tap } from '../support/commands.ts';
import { engines } from '../support/database.ts';
import { arrive } from '../support/people.ts';
import { newRace, type Race } from '../support/races.ts';
import { startTestServer, type TestClient, type TestServer } from '../support/running-server.ts';

interface Health {
  readonly schema: { readonly known: number; readonly open: number };
  readonly unreadableEvents: number;
}

/** Writes a change as a node of a later release does. */
async function addFromTheFuture({ db }: TestServer, { eventId }: Race): Promise<void> {
  const { seq } = await db.selectFrom('events').select('seq').where('id', '=', eventId).executeTakeFirstOrThrow();
  const changes = db.selectFrom('changes').select('body').where('eventId', '=', eventId).where('seq', '=', seq);
  const { body } = await changes.executeTakeFirstOrThrow();
  const change = { ...(JSON.parse(body) as object), seq: seq + 1, type: 'x-from-the-future' };
  await db
    .insertInto('changes')
    .values({ eventId, seq: seq + 1, body: JSON.stringify(change) })
    .execute();
  await sql`update "events" set "seq" = "seq" + 1 where "id" = ${eventId}`.execute(db);
}

async function readHealth(server: TestServer): Promise<Health> {
  const answer = await server.client().get('/healthz');
  expect(answer.status).toBe(200);
  return (await answer.json()) as Health;
}

async function tapIn(client: TestClient, ...races: Race[]) {
  const commands = races.map(({ eventId, racerId }) => tap(eventId, 'start', racerId));
  const { body } = await client.post<CommandAnswers>(api.commands, batchOf(...commands));
  return body.answers.map(({ status }) => status);
}

describe.each(engines)('a node that is older than a log, on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(engine);
  });
  afterAll(() => server.stop());

  test('[UP1] serves nothing of that event, says so once, and goes on with the others', async () => {
    const { client } = await arrive(server);
    const [race, other] = [await newRace(client), await newRace(client)];
    expect(await readHealth(server)).toMatchObject({
      schema: { known: SCHEMA_VERSION, open: SCHEMA_VERSION },
      unreadableEvents: 0,
    });
    await addFromTheFuture(server, race);
    for (let times = 0; times < 3; times += 1) {
      expect(await tapIn(client, race, other)).toEqual(['later', 'accepted']);
      const answer = await client.get(api.event.replace(':eventId', race.eventId));
      expect(answer.status).not.toBe(200);
      expect(await answer.text()).not.toContain('"entries"');
    }
    expect((await readHealth(server)).unreadableEvents).toBe(1);
    expect(server.logged.filter((line) => line.includes('does not know; it is not served here'))).toHaveLength(1);
    const snapshot = await server.db
      .selectFrom('stateSnapshots')
      .select('state')
      .where('eventId', '=', race.eventId)
      .executeTakeFirstOrThrow();
    expect((JSON.parse(snapshot.state) as { seq: number }).seq, 'of before').toBeLessThan(3);
  });
});

test('[UP3] a node that was cut off while the others were upgraded answers 503', async () => {
  const server = await startTestServer('postgres', { gateTimes: { beatMs: 20 } });
  await openSchemaGateAlone(server.db, SCHEMA_VERSION + 1);
  while ((await server.client().get('/healthz')).status !== 503) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(server.logged.some((line) => line.includes('This database is written by a newer Pushoff'))).toBe(true);
  await server.stop();
});
