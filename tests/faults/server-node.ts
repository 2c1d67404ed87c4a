import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type BuiltServer, startServer } from '../support/server.ts';

const preload = fileURLToPath(new URL('./node-preload.mjs', import.meta.url));
const AGAIN_MS = 200;

export interface NodeParts {
  readonly entry: string;
  readonly dataDir: string;
  /** A folder for files of the harness. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

/** One server, which is restarted whenever it ends, as by a service manager. */
export interface ServerNode {
  /** Undefined while no server runs. */
  url(): string | undefined;
  start(): Promise<void>;
  kill(): void;
  /** Stops the process for this long; it may be killed meanwhile. */
  freeze(ms: number): Promise<boolean>;
  /** Stops it cleanly and starts it again, as for a new release. */
  restart(): Promise<boolean>;
  tell(control: Partial<Control>): void;
  /** The duration of its last start. */
  startMs(): number;
  /** Resolves when the server serves. */
  settled(): Promise<void>;
  stop(): Promise<number | null>;
  /** Exit codes of clean stops. */
  readonly exits: (number | null)[];
  /** The last output of processes that ended by themselves. */
  readonly crashes: string[];
}

interface Control {
  readonly clockOffsetMs: number;
  readonly isFull: boolean;
}

export function createServerNode({ entry, dataDir, folder, env }: NodeParts): ServerNode {
  const controlFile = join(folder, 'control.json');
  const crashes: string[] = [];
  const exits: (number | null)[] = [];
  let control: Control = { clockOffsetMs: 0, isFull: false };
  let current: BuiltServer | undefined;
  let starting: Promise<void> = Promise.resolve();
  let startMs = 0;
  let isOver = false;

  async function start(): Promise<void> {
    const options = { NODE_OPTIONS: `--import=${preload}`, FAULTS_CONTROL: controlFile, LOG_LEVEL: 'warn', ...env };
    const began = performance.now();
    const life = await startServer({ entry, dataDir, env: options });
    startMs = performance.now() - began;
    current = life;
    life.child.once('exit', () => {
      if (current !== life) return;
      current = undefined;
      crashes.push(life.logs().slice(-2_000));
      starting = startAgain();
    });
  }
  async function startAgain(): Promise<void> {
    while (!isOver && current === undefined) {
      // The database may be away, or the disk full.
      await start().catch(() => sleep(AGAIN_MS));
    }
  }

  return {
    url: () => current?.url,
    start,
    kill() {
      const killed = current;
      if (killed === undefined) return;
      current = undefined;
      starting = killed.kill9().then(startAgain);
    },
    async freeze(ms) {
      const frozen = current;
      if (frozen === undefined) return false;
      frozen.child.kill('SIGSTOP');
      await sleep(ms);
      frozen.child.kill('SIGCONT');
      return true;
    },
    async restart() {
      const asked = current;
      if (asked === undefined) return false;
      current = undefined;
      starting = asked.stop().then((code) => {
        exits.push(code);
        return startAgain();
      });
      await starting;
      return true;
    },
    tell(change) {
      control = { ...control, ...change };
      writeFileSync(controlFile, JSON.stringify(control));
    },
    startMs: () => startMs,
    async settled() {
      while (current === undefined) await starting;
    },
    async stop() {
      isOver = true;
      await starting;
      const last = current;
      current = undefined;
      return last === undefined ? null : last.stop();
    },
    exits,
    crashes,
  };
}
