import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromRoot } from '../../scripts/lib/project.mjs';
import { findFreePort } from '../support/free-port.ts';

/** A Prometheus with the operator's own configuration (`deploy/prometheus`). */
export interface Prometheus {
  /** Names of the alerts that fire; undefined while it does not answer. */
  firing(): Promise<readonly string[] | undefined>;
  /** The values that an expression has now. */
  ask(expression: string): Promise<readonly number[]>;
  stop(): Promise<void>;
}

interface Answer<Data> {
  readonly data: Data;
}
type Alerts = Answer<{ alerts: readonly { labels: { alertname: string }; state: string }[] }>;
type Values = Answer<{ result: readonly { value: readonly [number, string] }[] }>;

export async function startPrometheus(
  program: string,
  home: string,
  nodes: { readonly urls: readonly string[]; readonly token: string },
): Promise<Prometheus> {
  const folder = join(home, 'prometheus');
  mkdirSync(folder);
  const deploy = fromRoot('deploy', 'prometheus');
  cpSync(join(deploy, 'pushoff.rules.yml'), join(folder, 'pushoff.rules.yml'));
  const hosts = nodes.urls.map((url) => new URL(url).host).join(`', '`);
  const config = readFileSync(join(deploy, 'prometheus.yml'), 'utf8').replace('127.0.0.1:3000', hosts);
  writeFileSync(join(folder, 'prometheus.yml'), config);
  writeFileSync(join(folder, 'metrics-token'), nodes.token);
  const url = `http://127.0.0.1:${await findFreePort()}`;
  const log = openSync(join(folder, 'log'), 'a');
  const child = spawn(
    program,
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=${new URL(url).host}`,
    ],
    { stdio: ['ignore', log, log] },
  );
  const killIt = () => child.kill('SIGKILL');
  process.on('exit', killIt);
  const read = async <Shape>(path: string): Promise<Shape> => (await fetch(url + path)).json() as Promise<Shape>;
  return {
    async firing() {
      try {
        const { alerts } = (await read<Alerts>('/api/v1/alerts')).data;
        return alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname);
      } catch {
        return undefined;
      }
    },
    async ask(expression) {
      const { result } = (await read<Values>(`/api/v1/query?query=${encodeURIComponent(expression)}`)).data;
      return result.map(({ value }) => Number(value[1]));
    },
    async stop() {
      process.off('exit', killIt);
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
