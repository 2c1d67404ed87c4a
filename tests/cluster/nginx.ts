import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fromRoot } from '../../scripts/lib/project.mjs';
import { unprivileged } from '../../scripts/lib/unprivileged.mjs';
import { findFreePort } from '../support/free-port.ts';

const START_MS = 20_000;

export interface NginxPorts {
  readonly http: number;
  readonly https: number;
}

export interface Nginx {
  readonly url: string;
  readonly plainUrl: string;
  /** The certificate that clients have to trust. */
  readonly ca: string;
  /** Everything that nginx has written to its logs. */
  logs(): string;
  stop(): Promise<void>;
}

export const findNginxPorts = async (): Promise<NginxPorts> => ({
  http: await findFreePort(),
  https: await findFreePort(),
});

/** deploy/nginx.conf unchanged, except for the values that every installation sets: ports, folders, nodes. */
function readSite(folder: string, nodes: readonly [string, string], ports: NginxPorts): string {
  const own: readonly (readonly [example: string, times: number, here: string])[] = [
    ['10.0.0.11:3000', 1, nodes[0]],
    ['10.0.0.12:3000', 1, nodes[1]],
    ['listen 80;', 1, `listen 127.0.0.1:${ports.http};`],
    ['listen [::]:80;', 1, ''],
    ['listen 443 ssl', 1, `listen 127.0.0.1:${ports.https} ssl`],
    ['listen [::]:443 ssl http2;', 1, ''],
    ['/etc/ssl/pushoff/', 2, `${folder}/`],
    ['/var/log/nginx/', 4, `${folder}/`],
  ];
  let site = readFileSync(fromRoot('deploy', 'nginx.conf'), 'utf8');
  for (const [example, times, here] of own) {
    const parts = site.split(example);
    if (parts.length - 1 !== times) throw new Error(`deploy/nginx.conf has '${example}' ${parts.length - 1} times`);
    site = parts.join(here);
  }
  return site;
}

const mainConfig = (folder: string): string => `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
events { worker_connections 4096; }
http {
    client_body_temp_path ${folder}/body;
    proxy_temp_path ${folder}/proxy;
    fastcgi_temp_path ${folder}/fastcgi;
    uwsgi_temp_path ${folder}/uwsgi;
    scgi_temp_path ${folder}/scgi;
    include ${folder}/site.conf;
}
`;

function makeCertificate(folder: string): string {
  const [key, certificate] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')];
  const subject = ['-subj', '/CN=timing.example.org', '-addext', 'subjectAltName=IP:127.0.0.1,DNS:timing.example.org'];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync('openssl', ['req', '-x509', ...kind, ...subject, '-keyout', key, '-out', certificate], {
    stdio: 'pipe',
  });
  return readFileSync(certificate, 'utf8');
}

/** A real nginx in a folder of its own, as an unprivileged user; never the system's. */
export async function startNginx(nodeUrls: readonly [string, string], ports: NginxPorts): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'pushoff-nginx-'));
  const ca = makeCertificate(folder);
  const [one, other] = nodeUrls.map((url) => new URL(url).host) as [string, string];
  writeFileSync(join(folder, 'site.conf'), readSite(folder, [one, other], ports));
  writeFileSync(join(folder, 'nginx.conf'), mainConfig(folder));
  const user = unprivileged();
  if (user) for (const path of [folder, join(folder, 'privkey.pem')]) chownSync(path, user.uid, user.gid);
  const program = process.env['PUSHOFF_NGINX'] ?? '/usr/sbin/nginx';
  const child = spawn(program, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'start.log')], {
    ...user,
    cwd: folder,
    stdio: 'ignore',
  });
  // SIGTERM, because after a kill its workers would stay.
  const end = () => child.kill('SIGTERM');
  process.once('exit', end);
  const logs = () =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.log'))
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('');
  await untilListening(child, ports, logs);
  return {
    url: `https://127.0.0.1:${ports.https}`,
    plainUrl: `http://127.0.0.1:${ports.http}`,
    ca,
    logs,
    async stop() {
      process.off('exit', end);
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilListening(child: ChildProcess, { https }: NginxPorts, logs: () => string): Promise<void> {
  const deadline = Date.now() + START_MS;
  for (;;) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`nginx did not start: ${logs()}`);
    const probe = connect(https, '127.0.0.1');
    const isThere = await Promise.race([
      once(probe, 'connect').then(
        () => true,
        () => false,
      ),
      sleep(1000, false),
    ]);
    probe.destroy();
    if (isThere) return;
    await sleep(20);
  }
}
