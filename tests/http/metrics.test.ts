import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CommandAnswers } from '../../src/protocol/commands.ts';
import { figureNames, type OperatorFigures, operatorPaths } from '../../src/protocol/operator.ts';
import { api } from '../../src/protocol/routes.ts';
import type { SlowLimits, SlowThing } from '../../src/server/metrics/slow-log.ts';
import { addRacers, batchOf, createEvent, createRacer, eventCommand, tap } from '../support/commands.ts';
import { engines } from '../support/database.ts';
import { openLive } from '../support/live-client.ts';
import { arrive, confirmAddress, newPerson } from '../support/people.ts';
import { startTestServer, type TestClient, type TestServer } from '../support/running-server.ts';

const TOKEN = 'a-token-that-only-prometheus-has-0123456789';
/** The second operator's address is never confirmed. */
const OPERATORS = 'Operator@example.org, unverified@example.org';
const LATE_MS = 90_000;
const ALL_SLOW: SlowLimits = { request: -1, commit: -1, 'fan-out': -1, 'event loop': -1, mail: -1, database: -1 };

describe('on sqlite and PostgreSQL', () => {
  let servers: Record<string, TestServer>;
  beforeAll(async () => {
    const started = engines.map(async (engine) => {
      const environment = { METRICS_TOKEN: TOKEN, OPERATORS, SMTP_URL: 'smtp://127.0.0.1:1', NODE_NAME: 'hut-1' };
      const metricsOptions = { sampleMs: 50, slow: ALL_SLOW };
      const server = await startTestServer(engine, { environment, metricsOptions });
      // The first request is the one that is reported as slow.
      await fetch(`${server.url}/timer?eventId=x&guestViewerKey=hunter2`);
      return [engine, server] as const;
    });
    servers = Object.fromEntries(await Promise.all(started));
  });
  afterAll(() => Promise.all(Object.values(servers).map((server) => server.stop())));

  const scrape = async (server: TestServer, authorization = `Bearer ${TOKEN}`) =>
    fetch(server.url + operatorPaths.metrics, { headers: { authorization }, redirect: 'manual' });
  const figuresOf = async (server: TestServer) => parseFigures(await (await scrape(server)).text());
  async function expectFigures(server: TestServer, expected: Record<string, number>): Promise<void> {
    await expect.poll(async () => pick(await figuresOf(server), Object.keys(expected))).toEqual(expected);
  }

  test.each(engines)('[O3] the figures show what happened on %s', async (engine) => {
    const server = servers[engine]!;
    const { client, person } = await arrive(server);
    const stranger = await arrive(server);
    const [eventId, racerId] = [randomUUID(), randomUUID()];
    const send = (sender: TestClient, ...commands: Parameters<typeof batchOf>) =>
      sender.post<CommandAnswers>(api.commands, batchOf(...commands));
    await send(client, createEvent(eventId), createRacer(racerId), addRacers(eventId, racerId));
    const live = await openLive(server.url, client.cookie);
    live.send({ type: 'follow-event', eventId, after: null });
    await live.until('event');
    const late = tap(eventId, 'start', racerId, { at: Date.now() - LATE_MS });
    await send(client, late);
    await live.until('changes');
    await send(client, late);
    await send(stranger.client, eventCommand(eventId, { type: 'event.rename', name: 'Mine' }));
    await client.post(api.createPaymentIntent, { data: { amount: 150 } });

    await expectFigures(server, {
      'pushoff_commands_total{outcome="stored"}': 4,
      'pushoff_commands_total{outcome="repeated"}': 1,
      'pushoff_commands_refused_total{reason="not-found"}': 1,
      pushoff_commit_seconds_count: 4,
      pushoff_commit_commands_sum: 6,
      pushoff_commands_waiting: 0,
      // The tap had waited between one and five minutes, and is counted once however often it is sent.
      'pushoff_tap_age_seconds_bucket{le="60"}': 0,
      'pushoff_tap_age_seconds_bucket{le="300"}': 1,
      pushoff_tap_to_commit_seconds_count: 1,
      pushoff_connections: 1,
      pushoff_follows: 1,
      pushoff_topics: 1,
      pushoff_live_deliveries_total: 1,
      pushoff_fan_out_seconds_count: 1,
      'pushoff_http_requests_total{route="commands",status="2xx"}': 4,
      'pushoff_http_requests_total{route="payments",status="2xx"}': 1,
      'pushoff_mails_total{outcome="sent"}': 0,
      pushoff_mail_waiting: 4,
      pushoff_mail_outbox_size: 4,
      pushoff_commit_duration_seconds_count: 4,
      pushoff_live_connections: 1,
      'http_server_request_duration_seconds_bucket{http_route="payments",le="+Inf"}': 1,
      'target_info{service_name="pushoff",service_version="0.23.0",service_instance_id="hut-1"}': 1,
      pushoff_payments_open: 1,
      [`pushoff_info{node="hut-1",version="0.23.0",engine="${engine}"}`]: 1,
    });
    const figures = await figuresOf(server);
    expect(figures['pushoff_mail_oldest_seconds']).toBeGreaterThan(0);
    expect(figures['pushoff_mails_total{outcome="postponed"}']).toBeGreaterThan(0);
    expect(figures['pushoff_event_loop_delay_seconds_count']).toBeGreaterThan(0);
    expect(figures['pushoff_database_ping_seconds']).toBeGreaterThan(0);
    expect('pushoff_bus_connected' in figures).toBe(engine === 'postgres');
    if (engine === 'postgres') await expectFigures(server, { pushoff_bus_connected: 1 });
    expect('pushoff_clock_offset_seconds' in figures).toBe(engine === 'postgres');
    await live.close();
    await expectFigures(server, { pushoff_connections: 0, pushoff_topics: 0 });

    const text = await (await scrape(server)).text();
    for (const secret of [eventId, racerId, client.cookie, TOKEN, person.email, stranger.person.email, '127.0.0.1']) {
      expect(text).not.toContain(secret);
    }
  });

  test('slow work is logged, without secrets', () => {
    const { sqlite } = servers as { sqlite: TestServer };
    const lines = sqlite.logged
      .map((line) => JSON.parse(line) as { message: string; what: SlowThing; level: string; ms: number })
      .filter(({ message }) => message === 'Slow');
    expect([...new Set(lines.map(({ what }) => what))].toSorted()).toEqual(Object.keys(ALL_SLOW).toSorted());
    expect(lines.every(({ level, ms }) => level === 'warn' && Number.isInteger(ms))).toBe(true);
    expect(JSON.stringify(lines)).not.toMatch(/person-|hunter2|\?/);
  });

  test('[O2] the token opens /metrics, and nothing else does', async () => {
    const { sqlite } = servers as { sqlite: TestServer };
    const right = await scrape(sqlite);
    expect([right.status, right.headers.get('content-type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ]);
    for (const wrong of ['', 'Bearer', `Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`, `Basic ${TOKEN}`, TOKEN]) {
      const refused = await scrape(sqlite, wrong);
      expect(refused.status, wrong).toBe(401);
      expect(await refused.text()).not.toContain('pushoff_');
    }
  });

  test('[O1] [O5] the operator sees the figures; for everybody else the path does not exist', async () => {
    const { sqlite: server } = servers as { sqlite: TestServer };
    async function arriveAs(email: string): Promise<TestClient> {
      const client = server.client();
      const person = { ...newPerson(), email };
      await client.post(api.signUp, person);
      await client.post(api.login, person);
      return client;
    }
    const operator = await arriveAs('operator@example.org');
    const unverified = await arriveAs('unverified@example.org');
    const others = { nobody: server.client(), unverified, 'somebody else': (await arrive(server)).client };
    const read = (client: TestClient, query = '') => client.get(operatorPaths.figures + query);
    expect((await read(operator)).status, 'nor is the operator one before the address is verified').toBe(404);
    await confirmAddress(server, 'operator@example.org');

    for (const [who, client] of Object.entries(others)) {
      for (const path of [operatorPaths.figures, operatorPaths.page]) {
        const missing = await client.get(path.replace('operator', 'nothing'));
        expect(await shapeOf(await client.get(path)), `${who} ${path}`).toEqual(await shapeOf(missing));
      }
      const { viewer } = await client.boot();
      expect('isOperator' in viewer).toBe(false);
    }
    expect((await operator.boot()).viewer).toMatchObject({ isOperator: true });
    expect((await operator.get(operatorPaths.page)).status).toBe(200);

    const first = (await (await read(operator)).json()) as OperatorFigures;
    expect(first.node).toMatchObject({ name: 'hut-1', version: '0.23.0', engine: 'sqlite', bus: null });
    expect(first.at.length).toBeGreaterThan(1);
    for (const name of figureNames) expect(first.series[name], name).toHaveLength(first.at.length);
    expect(Math.max(...first.series.connections.map(Number))).toBe(1);
    expect(first.series.mailWaiting.at(-1)).toBeGreaterThan(0);
    const last = first.at.at(-1)!;
    await expect
      .poll(async () => ((await (await read(operator)).json()) as OperatorFigures).at.at(-1))
      .toBeGreaterThan(last);
    const more = (await (await read(operator, `?known=another.5,${first.node.id}.${last}`)).json()) as OperatorFigures;
    expect(more.at.every((at) => at > last)).toBe(true);
    const other = (await (await read(operator, `?known=another.${last}`)).json()) as OperatorFigures;
    expect(other.at.slice(0, 2), 'a page that knows another node gets everything').toEqual(first.at.slice(0, 2));
  });
});

test('[O2] with nothing configured there is neither /metrics nor an operator', async () => {
  const server = await startTestServer('sqlite');
  try {
    const { client, person } = await arrive(server);
    await confirmAddress(server, person.email);
    for (const path of Object.values(operatorPaths)) {
      const missing = await client.get(path.replace(/operator|metrics/, 'nothing'));
      expect(await shapeOf(await client.get(path)), path).toEqual(await shapeOf(missing));
    }
  } finally {
    await server.stop();
  }
});

async function shapeOf(response: Response): Promise<object> {
  const text = (await response.text()).replaceAll(/"requestId":"[^"]*"/g, '');
  const names = [...response.headers.keys()].filter((name) => name !== 'set-cookie');
  return { status: response.status, location: response.headers.get('location'), names, text };
}

/** By the grammar of the text format 0.0.4; a line that does not fit it fails. */
function parseFigures(text: string): Record<string, number> {
  const figures: Record<string, number> = {};
  let family = '';
  for (const line of text.trimEnd().split('\n')) {
    const head = /^# (?:HELP|TYPE) ([a-z_]+) .+$/.exec(line);
    if (head) {
      family = head[1]!;
      continue;
    }
    const [, series, value] = /^([a-z_]+(?:\{(?:[a-z_]+="[^"]*",?)+\})?) (-?[\d.e+-]+)$/.exec(line) ?? [];
    if (series === undefined || !series.startsWith(family)) throw new Error(`Not understood: ${line}`);
    if (series in figures) throw new Error(`Twice: ${series}`);
    figures[series] = Number(value);
  }
  return figures;
}

function pick(figures: Record<string, number>, names: readonly string[]): Record<string, number | undefined> {
  return Object.fromEntries(names.map((name) => [name, figures[name]]));
}
