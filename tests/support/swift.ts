import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { S3 } from '@aws-sdk/client-s3';
import { ensureProgram } from '../../scripts/lib/debian.mjs';
import { findFreePort } from './free-port.ts';
import { BUCKET, type S3Store } from './s3-store.ts';

/** OpenStack's Swift from Debian's packages, with its S3 face: it knows parts, and checks signatures. */
export async function startSwift(folder: string): Promise<S3Store> {
  await ensureProgram('swift-proxy-server', 'swift-proxy', 'swift-object', 'swift-container', 'swift-account');
  const etc = join(folder, 'etc');
  for (const each of [etc, join(folder, 'node', 'd1')]) mkdirSync(each, { recursive: true });
  const [port, account, container, object] = await findPorts();
  const common = (bind: number) =>
    `[DEFAULT]\nbind_ip = 127.0.0.1\nbind_port = ${bind}\nuser = root\nswift_dir = /etc/swift\nworkers = 0\n` +
    `devices = ${join(folder, 'node')}\nmount_check = false\nlog_address = /dev/null\n`;
  const confs = {
    'swift.conf': '[swift-hash]\nswift_hash_path_suffix = only\nswift_hash_path_prefix = tests\n',
    'account-server.conf': `${common(account)}[pipeline:main]\npipeline = account-server\n[app:account-server]\nuse = egg:swift#account\n`,
    'container-server.conf': `${common(container)}[pipeline:main]\npipeline = container-server\n[app:container-server]\nuse = egg:swift#container\n`,
    'object-server.conf': `${common(object)}[pipeline:main]\npipeline = object-server\n[app:object-server]\nuse = egg:swift#object\n`,
    'proxy-server.conf': `${common(port)}${PROXY}`,
  };
  for (const [name, text] of Object.entries(confs)) writeFileSync(join(etc, name), text);
  for (const [name, at] of [
    ['account', account],
    ['container', container],
    ['object', object],
  ] as const) {
    const ask = (...args: string[]) =>
      execFileSync('swift-ring-builder', [join(etc, `${name}.builder`), ...args], { cwd: etc, stdio: 'pipe' });
    ask('create', '4', '1', '1');
    ask('add', `r1z1-127.0.0.1:${at}/d1`, '100');
    ask('rebalance');
  }
  const log = openSync(join(folder, 'log'), 'a');
  // Swift reads its settings from /etc/swift alone: each program sees ours there.
  const programs = (['account', 'container', 'object', 'proxy'] as const).map((name) => {
    const run = `mount --bind "${etc}" /etc/swift; exec swift-${name}-server /etc/swift/${name}-server.conf`;
    return spawn('unshare', ['--mount', 'sh', '-ec', run], { stdio: ['ignore', log, log], detached: true });
  });
  const end = () => programs.forEach(kill);
  process.on('exit', end);
  const credentials = { accessKeyId: USER, secretAccessKey: SECRET };
  const url = `http://127.0.0.1:${port}`;
  const s3 = new S3({ endpoint: url, region: 'us-east-1', forcePathStyle: true, credentials });
  const deadline = Date.now() + PATIENCE_MS;
  while (
    !(await s3.createBucket({ Bucket: BUCKET }).then(
      () => true,
      () => false,
    ))
  ) {
    if (Date.now() > deadline) throw new Error(`Swift did not start: ${readFileSync(join(folder, 'log'), 'utf8')}`);
    await sleep(200);
  }
  return {
    port,
    env: { S3_ENDPOINT: url, S3_ACCESS_KEY_ID: USER, S3_SECRET_ACCESS_KEY: SECRET },
    async stop() {
      process.off('exit', end);
      const over = programs.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
      const ends = over.map((each) => once(each, 'exit'));
      end();
      await Promise.all(ends);
    },
  };
}

const USER = 'club:timing';
const SECRET = 'only-for-tests';
const PATIENCE_MS = 60_000;
const PROXY = `[pipeline:main]
pipeline = catch_errors cache listing_formats s3api tempauth slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_club_timing = ${SECRET} .admin
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
`;

async function findPorts(): Promise<[number, number, number, number]> {
  const found = new Set<number>();
  while (found.size < 4) found.add(await findFreePort());
  return [...found] as [number, number, number, number];
}

/** With the processes that it has begun. */
function kill({ pid }: ChildProcess): void {
  try {
    process.kill(-pid!, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
