import { strict as assert } from 'node:assert';
import { connect } from 'node:net';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fromRoot } from '../../scripts/lib/project.mjs';
import { createClient } from '../support/running-server.ts';
import { runImageByHand } from './image.ts';
import { createInstallation, execute, type Installation, listFiles } from './installation.ts';
import { finishLast, logIn, readRace, timeRace } from './race.ts';

const [before, now] = process.argv.slice(2) as [string, string];
const folder = mkdtempSync(join(tmpdir(), 'pushoff-try-'));
const show = (line: string) => console.log(`✓ ${line}`);

function packagesForDevelopment(release: string): readonly string[] {
  const { devDependencies } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  return Object.keys(devDependencies).filter((name) => existsSync(join(release, 'node_modules', name)));
}

/** Whether anything but this machine answers; the address is one that is reserved for documentation. */
const reachesOutside = () =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ host: '192.0.2.1', port: 443, timeout: 2000 });
    socket.on('connect', () => resolve(true));
    for (const failure of ['error', 'timeout']) socket.on(failure, () => resolve(socket.destroy() && false));
  });

/** The release with a start that fails, as one that was built badly. */
async function breakRelease(archive: string): Promise<string> {
  const content = join(folder, 'broken');
  const title = basename(archive, '.tar.gz');
  const broken = join(content, basename(archive));
  await execute('sh', ['-c', `mkdir "${content}" && tar -xzf "${archive}" -C "${content}"`], {});
  writeFileSync(join(content, title, 'start.mjs'), 'process.exit(1);\n');
  const pack = `tar -czf "${broken}" -C "${content}" ${title} && sha256sum "${broken}" >"${broken}.sha256"`;
  const { ok, text } = await execute('sh', ['-c', pack], {});
  assert.ok(ok, text);
  return broken;
}

async function upgradeTo(machine: Installation, archive: string): Promise<void> {
  const { ok, text } = await machine.upgrade(archive);
  assert.ok(ok, text);
}

async function tryRelease(machine: Installation): Promise<void> {
  assert.deepEqual(Object.keys(networkInterfaces()), ['lo']);
  assert.equal(await reachesOutside(), false);
  show('No network but this machine itself, and nothing but Node on the path of the server');

  await upgradeTo(machine, before);
  const old = machine.current();
  const race = await timeRace(machine.url);
  const seen = await readRace(race);
  show(`The archive before runs in an empty folder; an account, an event and taps: ${seen}`);

  await upgradeTo(machine, now);
  const release = machine.current();
  assert.notEqual(release, old);
  const files = listFiles(release);
  assert.deepEqual(packagesForDevelopment(release), []);
  assert.equal(await readRace(race), seen);
  show('The upgrade keeps account, session, credits and board; verify is clean');

  const page = await (await race.client.get('/events?id=nobody')).text();
  const [script] = /\/assets\/[\w-]+\.js/.exec(page) ?? [];
  assert.match(page, /Unknown Group/);
  assert.equal((await race.client.get(script!)).status, 200);
  const other = { ...race, client: createClient(machine.url) };
  await logIn(other.client);
  await finishLast(other);
  const after = await readRace(race);
  assert.notEqual(after, seen);
  for (const check of ['verify', 'audit']) {
    const { ok, text } = await machine.admin(release, check);
    assert.ok(ok, text);
  }
  show(`The new release serves its pages, takes the password and the last finish: ${after}`);

  const refused = await machine.upgrade(await breakRelease(now));
  assert.equal(refused.ok, false);
  assert.match(refused.text, /runs again, with all its data/);
  assert.equal(await readRace(race), after);
  show('A release that does not start is left, and the one before it runs on');

  await machine.service('restart');
  assert.deepEqual(listFiles(release), files);
  show(`The running release has written none of its ${files.length} files`);

  await machine.service('stop');
  const backups = readdirSync(join(machine.dataDir, 'backups')).toSorted();
  const restored = await machine.admin(old, 'restore', join(machine.dataDir, 'backups', backups[0]!));
  assert.ok(restored.ok, restored.text);
  await upgradeTo(machine, before);
  assert.equal(await readRace(race), seen);
  show('The copy that the upgrade made brings back the archive before, with its data');

  assert.equal(await runImageByHand(release, join(folder, 'image')), 0);
  show('The paths that the Dockerfile copies are enough to start, and SIGTERM ends the server with 0');
}

const machine = await createInstallation(folder);
try {
  await tryRelease(machine);
} catch (error) {
  const log = join(folder, 'server.log');
  console.error(error, existsSync(log) ? readFileSync(log, 'utf8').slice(-4000) : '');
  process.exitCode = 1;
} finally {
  await machine.service('stop');
  rmSync(folder, { recursive: true, force: true });
}
