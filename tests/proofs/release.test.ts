import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../../scripts/lib/build.mjs';
import { fromRoot } from '../../scripts/lib/project.mjs';
import { packRelease } from '../../scripts/lib/release.mjs';
import { api } from '../../src/protocol/routes.ts';
import { findFreePort } from '../support/free-port.ts';
import { createClient } from '../support/running-server.ts';

const execute = promisify(execFile);
const { version, devDependencies } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8')) as {
  version: string;
  devDependencies: Record<string, string>;
};

let folder: string;
let content: string;
let server: ChildProcess | undefined;

beforeAll(async () => {
  await ensureBuilt();
  folder = await mkdtemp(join(tmpdir(), 'pushoff-release-'));
  const { archive } = await packRelease(join(folder, 'release'));
  await execute('tar', ['-xzf', archive, '-C', folder]);
  content = join(folder, `pushoff-${version}`);
});

afterAll(async () => {
  if (server !== undefined && server.exitCode === null) {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
  await rm(folder, { recursive: true, force: true });
});

it('The released archive holds no package that is only for development', () => {
  const present = Object.keys(devDependencies).filter((name) => existsSync(join(content, 'node_modules', name)));
  expect(Object.keys(devDependencies)).toContain('vite');
  expect(present).toEqual([]);
});

it('The unpacked archive starts, serves its pages and creates an account, with nothing installed and nothing built', async () => {
  const port = await findFreePort();
  const environment = { PATH: process.env['PATH'], PORT: String(port), DATA_DIR: join(folder, 'data') };
  server = spawn(process.execPath, ['start.mjs'], {
    cwd: content,
    env: environment,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = (await once(createInterface({ input: server.stdout! }), 'line')) as [string];
  expect(line).toBe(`Pushoff is ready at http://localhost:${port}`);

  const client = createClient(`http://127.0.0.1:${port}`);
  const page = await (await client.get('/events?id=nobody')).text();
  expect(page).toContain('Unknown Group');
  const [script] = /\/assets\/[\w-]+\.js/.exec(page) ?? [];
  expect((await client.get(script!)).status).toBe(200);
  const email = 'coach@example.org';
  const password = 'a long enough one';
  expect((await client.post(api.signUp, { email, password, username: 'Coach' })).status).toBe(200);
  expect((await client.post(api.login, { email, password })).body.viewer).toMatchObject({ credits: 100 });

  const { stdout } = await execute(process.execPath, ['admin.mjs', 'list'], { cwd: content, env: environment });
  expect(stdout).toContain(email);
});
