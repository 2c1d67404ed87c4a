import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Example, type ExampleId, examplesFor } from '../../src/client/features/developers/examples.ts';
import { plainSeries } from '../../src/domain/series/rules.ts';
import { listedEvents, startList } from '../../src/protocol/api-reads.ts';
import { scopes } from '../../src/protocol/api-tokens.ts';
import { publicResults } from '../../src/protocol/results.ts';
import { api } from '../../src/protocol/routes.ts';
import { seriesPath } from '../../src/protocol/series-paths.ts';
import type { MadeWebhook } from '../../src/protocol/webhooks.ts';
import { makeToken } from '../support/api-programs.ts';
import { batchOf, tap } from '../support/commands.ts';
import { findFreePort } from '../support/free-port.ts';
import { arriveConfirmed } from '../support/people.ts';
import { until } from '../support/purchases.ts';
import { newRace, type Race } from '../support/races.ts';
import { startTestServer, type TestClient, type TestServer } from '../support/running-server.ts';

const run = promisify(execFile);

let server: TestServer;
let client: TestClient;
let race: Race;
let examples: Readonly<Record<ExampleId, Example>>;
let environment: Record<string, string>;

beforeAll(async () => {
  server = await startTestServer('sqlite', {
    environment: { WEBHOOKS_TO_PRIVATE_NETWORKS: 'true' },
    webhookTimes: { pollMs: 50, gatherMs: 5, firstDelayMs: 20 },
  });
  ({ client } = await arriveConfirmed(server));
  race = await newRace(client);
  examples = examplesFor(server.url);
  const path = process.env['PATH'] ?? '';
  const seriesId = randomUUID();
  const document = { name: 'League', rules: plainSeries, eventIds: [race.eventId], helpers: [] };
  await fetch(server.url + seriesPath(seriesId), {
    method: 'PUT',
    headers: { cookie: client.cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ version: 0, document }),
  });
  environment = { PATH: path, TOKEN: await makeToken(client, scopes), EVENT: race.eventId, SERIES: seriesId };
});
afterAll(() => server.stop());

const hasPython = spawnSync('python3', ['--version']).status === 0;

/** Runs an example as it stands on the page, with this for its input, and answers what it prints. */
async function print({ language, code }: Example, input = ''): Promise<string> {
  const [program, args] = {
    Shell: ['sh', ['-c', code]] as const,
    Python: ['python3', ['-c', code]] as const,
    JavaScript: [process.execPath, ['--input-type=module', '--eval', code]] as const,
  }[language];
  const running = run(program, [...args], { env: environment });
  running.child.stdin!.end(input);
  return (await running).stdout;
}

test('[AP40] the examples of /developers run: a race from its start list to a finish of a timing box', async () => {
  expect((await print(examples.entries)).trim()).toBe('accepted accepted accepted accepted');
  const { events } = listedEvents.parse(JSON.parse(await print(examples.events)));
  expect(events).toEqual([expect.objectContaining({ eventId: race.eventId, racers: 3 })]);
  const list = startList.parse(JSON.parse(await print(examples['start-list'])));
  expect(list.racers.map(({ name, bib }) => [name, bib]).slice(0, 2)).toEqual([
    ['Ada Swift', '101'],
    ['Ben Quick', '102'],
  ]);
  const ada = list.racers[0]!.racerId;
  await client.post(api.commands, batchOf(tap(race.eventId, 'start', ada, { at: Date.now() - 60_000 })));
  for (const id of ['box', 'box-python'] as const) {
    expect(examples[id].code.split('\n').length, id).toBeLessThanOrEqual(40);
  }
  // A machine without Python tries the other one alone.
  const box = hasPython ? examples['box-python'] : examples.box;
  expect(await print(box, '101\n')).toBe('101 accepted\n');
  expect(await print(examples.box, '102\n999\n')).toBe('102 accepted\n999 accepted\n');
  const results = publicResults.parse(JSON.parse(await print(examples.results)));
  const result = results.results.find(({ racerId }) => racerId === ada)!;
  expect(result).toMatchObject({ name: 'Ada Swift', rank: 1 });
  expect(result.grossMs).toBeGreaterThan(59_000);
  const standings = await print(examples.standings);
  expect(standings.split('\r\n')[1]).toMatch(/^Overall,1,Ada Swift,100,100$/);
});

test('[AP40] the receiver of /developers takes signed messages, and refuses others', async () => {
  const port = await findFreePort();
  const kinds = ['status', 'result', 'correction'];
  const url = `http://127.0.0.1:${port}/`;
  const made = await client.post<MadeWebhook>(api.createWebhook, { url, kinds });
  const env = { ...environment, SECRET: made.body.secret, PORT: String(port) };
  const { code } = examples.receiver;
  const child: ChildProcess = spawn(process.execPath, ['--input-type=module', '--eval', code], { env });
  let printed = '';
  child.stdout!.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const call = () => fetch(url, { method: 'POST', body: '{"type":"result","data":{}}' }).catch(() => undefined);
  await until(async () => (await call())?.status === 401);
  await client.post(api.testWebhook, { id: made.body.webhooks[0]!.id });
  const at = Date.now();
  const ride = [
    tap(race.eventId, 'start', race.racerId, { at: at - 45_000 }),
    tap(race.eventId, 'finish', race.racerId, { at }),
  ];
  await client.post(api.commands, batchOf(...ride));
  await until(async () => printed.includes('result'));
  expect(printed).toBe('test  \nresult Ada 45000\n');
  child.kill();
  await once(child, 'exit');
});
