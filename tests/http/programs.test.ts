import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensurePeers } from '../../scripts/lib/install.mjs';
import { commandOf, fromRoot } from '../../scripts/lib/project.mjs';
import { plainSeries } from '../../src/domain/series/rules.ts';
import { scopes } from '../../src/protocol/api-tokens.ts';
import { api } from '../../src/protocol/routes.ts';
import { seriesPath } from '../../src/protocol/series-paths.ts';
import { makeToken } from '../support/api-programs.ts';
import { batchOf, eventCommand, tap } from '../support/commands.ts';
import { arriveConfirmed } from '../support/people.ts';
import { newRace } from '../support/races.ts';
import { startTestServer, type TestServer } from '../support/running-server.ts';

const MINUTES = 5 * 60_000;
const run = promisify(execFile);
const cwd = fromRoot('tests', 'programs');

let server: TestServer;
beforeAll(async () => {
  await ensurePeers('tests', 'programs');
  server = await startTestServer('sqlite');
  const document = await (await server.client().get(api.openApi)).text();
  await mkdir(fromRoot('tests', 'programs', 'made'), { recursive: true });
  await writeFile(fromRoot('tests', 'programs', 'made', 'openapi.json'), document);
}, MINUTES);
afterAll(() => server.stop());

/** Runs a program of the folder, as a programmer would, and answers what it prints. */
async function program(script: string, args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const environment = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', ...env };
  try {
    return (await run(process.execPath, [script, ...args], { cwd, env: environment })).stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${script} ${args.join(' ')}\n${stdout}${stderr}`, { cause: error });
  }
}

test('[AP41] the document has no error that redocly finds', { timeout: MINUTES }, async () => {
  const args = ['lint', 'made/openapi.json', '--config=redocly.yaml', '--format=json'];
  const { totals } = JSON.parse(await program('node_modules/@redocly/cli/bin/cli.js', args)) as { totals: object };
  expect(totals).toMatchObject({ errors: 0, warnings: 0 });
});

test('[AP41] a client that is generated from it compiles, and reads a season', { timeout: MINUTES }, async () => {
  const { client } = await arriveConfirmed(server);
  const at = Date.UTC(2026, 4, 31, 10);
  const eventIds: string[] = [];
  for (const [index, name] of ['Hill climb', 'Flat ten'].entries()) {
    const { eventId, racerId } = await newRace(client);
    const start = at + index * 86_400_000;
    const ride = [
      tap(eventId, 'start', racerId, { at: start }),
      tap(eventId, 'finish', racerId, { at: start + 61_234 }),
    ];
    await client.post(api.commands, batchOf(eventCommand(eventId, { type: 'event.rename', name }), ...ride));
    eventIds.push(eventId);
  }
  const document = { name: 'League', rules: plainSeries, eventIds, helpers: [] };
  const headers = { cookie: client.cookie, 'content-type': 'application/json' };
  const body = JSON.stringify({ version: 0, document });
  await fetch(server.url + seriesPath(randomUUID()), { method: 'PUT', headers, body });

  await program('node_modules/openapi-typescript/bin/cli.js', ['made/openapi.json', '--output=made/api.d.ts']);
  // The compiler of the product: the older one, which programmers may have as well, takes seven times as long.
  await program(commandOf('typescript'), ['--project', '.', '--singleThreaded']);
  const TOKEN = await makeToken(client, scopes);
  const printed = await program('made/season.js', [], { SERVER: server.url, TOKEN });
  const lines = printed.trim().split(/\r?\n/);
  expect(lines).toHaveLength(9);
  expect(lines).toEqual(
    expect.arrayContaining([
      '2026-05-31 Hill climb (10)',
      '  1 Ada 61230',
      '2026-06-01 Flat ten (10)',
      'Category,Rank,Racer,Hill climb,Flat ten,Total',
      'Overall,1,Ada,,100,100',
      'League: Ada 100, Ada 100',
      'invalid-argument #/commands/0/racerId',
    ]),
  );
});
