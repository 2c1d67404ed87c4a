import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fromRoot } from '../../scripts/lib/project.mjs';
import { unprivileged } from '../../scripts/lib/unprivileged.mjs';
import type { BuiltServer } from './server.ts';

/** `taskset` gives the cache one core. */
const CACHE_CORE = '1';
const TICKS_A_SECOND = 100;

export interface RowCache {
  readonly child: ChildProcess;
  /** Of its worker: the master does nothing. */
  processorSeconds(): number;
  stop(): Promise<void>;
}

/** deploy/nginx-rows.conf, with the values that every installation sets, and without TLS, which is measured nowhere here. */
function readSite(folder: string, node: string, port: number): string {
  const site = readFileSync(fromRoot('deploy', 'nginx-rows.conf'), 'utf8');
  const own: readonly (readonly [RegExp, string])[] = [
    [/\/var\/cache\/nginx\//, `${folder}/`],
    [/\/var\/log\/nginx\//, `${folder}/`],
    [/10\.0\.0\.11:3000/, node],
    [/ *server 10\.0\.0\.12:3000.*\n/, ''],
    [/listen 443 ssl http2;/, `listen 127.0.0.1:${port};`],
    [/ *listen \[::\]:443.*\n/, ''],
    [/ *ssl_\w+ .*\n/g, ''],
  ];
  return own.reduce((text, [example, here]) => {
    if (text.search(example) === -1) throw new Error(`deploy/nginx-rows.conf has no ${example}`);
    return text.replace(example, here);
  }, site);
}

/** nginx with deploy/nginx-rows.conf, on one core, in front of one node. */
export async function startRowCache(nginx: string, node: BuiltServer, port: number): Promise<RowCache> {
  const folder = mkdtempSync(join(tmpdir(), 'pushoff-cache-'));
  mkdirSync(join(folder, 'pushoff-rows'));
  writeFileSync(join(folder, 'site.conf'), readSite(folder, new URL(node.url).host, port));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const main = [
    'daemon off;',
    'worker_processes 1;',
    `pid ${folder}/nginx.pid;`,
    'events { worker_connections 4096; }',
  ];
  const http = ['keepalive_requests 1000000;', ...temporary, `include ${folder}/site.conf;`];
  writeFileSync(join(folder, 'nginx.conf'), [...main, 'http {', ...http, '}', ''].join('\n'));
  const user = unprivileged();
  if (user) for (const path of [folder, join(folder, 'pushoff-rows')]) chownSync(path, user.uid, user.gid);
  const args = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'start.log')];
  const child = spawn('taskset', ['-c', CACHE_CORE, nginx, ...args], { ...user, cwd: folder, stdio: 'ignore' });
  const end = () => child.kill('SIGTERM');
  process.once('exit', end);
  for (;;) {
    if (child.exitCode !== null)
      throw new Error(`nginx did not start: ${readFileSync(join(folder, 'start.log'), 'utf8')}`);
    if (
      await fetch(`http://127.0.0.1:${port}/`).then(
        () => true,
        () => false,
      )
    )
      break;
    await sleep(50);
  }
  return {
    child,
    processorSeconds: () => {
      const workers = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ');
      return workers.reduce((sum, pid) => sum + processorSeconds(Number(pid)), 0);
    },
    async stop() {
      process.off('exit', end);
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What a process has used of a processor so far. */
export function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
}
