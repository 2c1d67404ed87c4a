import { setTimeout as sleep } from 'node:timers/promises';
import { type BuiltServer, type BuiltServerOptions, startServer } from './server.ts';

const AGAIN_MS = 200;

/** One server over all its processes: killed, frozen, restarted, upgraded. */
export interface ServerLife {
  /** Undefined while no process serves. */
  url(): string | undefined;
  start(): Promise<void>;
  /** Ends it like a power cut, with requests under way. Resolves when it serves again. */
  kill(): Promise<void>;
  /** Stops the process for this long; it may be killed meanwhile. False: there was none. */
  freeze(ms: number): Promise<boolean>;
  /** Stops it cleanly and starts it again, from another build if one is named; the exit code, if there was a process. */
  restart(entry?: string): Promise<number | null | undefined>;
  /** Resolves when the server serves. */
  settled(): Promise<void>;
  stop(): Promise<number | null>;
  /** The duration of its last start. */
  startMs(): number;
  /** All lines that were logged as errors, over all processes. */
  errors(): readonly string[];
  /** Exit codes of clean stops before the last. */
  readonly exits: (number | null)[];
  /** The last output of processes that ended by themselves. */
  readonly crashes: string[];
  readonly count: { readonly kills: number; readonly starts: number };
}

export interface LifeOptions extends BuiltServerOptions {
  /**
   * As by a service manager: starts it again whenever it ends, until it runs, because the database may be away or the disk
   * full. Otherwise a failed start fails, and a server that ended by itself stays away.
   */
  readonly keepsTrying?: boolean;
}

export function createServerLife({ entry, keepsTrying = false, ...options }: LifeOptions): ServerLife {
  const crashes: string[] = [];
  const exits: (number | null)[] = [];
  const lives: BuiltServer[] = [];
  const count = { kills: 0, starts: 0 };
  let build = entry;
  let current: BuiltServer | undefined;
  let starting: Promise<void> = Promise.resolve();
  let startMs = 0;
  let isOver = false;

  async function start(): Promise<void> {
    const began = performance.now();
    const life = await startServer({ ...options, ...(build !== undefined && { entry: build }) });
    startMs = performance.now() - began;
    count.starts += 1;
    lives.push(life);
    current = life;
    life.child.once('exit', () => {
      if (current !== life) return;
      current = undefined;
      crashes.push(life.logs().slice(-2_000));
      if (keepsTrying) starting = startAgain();
    });
  }
  async function startAgain(): Promise<void> {
    while (!isOver && current === undefined) {
      try {
        await start();
      } catch (error) {
        if (!keepsTrying) throw error;
        await sleep(AGAIN_MS);
      }
    }
  }

  return {
    url: () => current?.url,
    start,
    async kill() {
      const killed = current;
      if (killed === undefined) return;
      current = undefined;
      count.kills += 1;
      starting = killed.kill9().then(startAgain);
      await starting;
    },
    async freeze(ms) {
      const frozen = current;
      if (frozen === undefined) return false;
      frozen.child.kill('SIGSTOP');
      await sleep(ms);
      frozen.child.kill('SIGCONT');
      return true;
    },
    async restart(next) {
      const asked = current;
      if (asked === undefined) return undefined;
      build = next ?? build;
      current = undefined;
      const stopping = asked.stop();
      starting = stopping.then((code) => {
        exits.push(code);
        return startAgain();
      });
      await starting;
      return stopping;
    },
    async settled() {
      while (current === undefined) await starting;
    },
    async stop() {
      isOver = true;
      await starting.catch(() => undefined);
      const last = current;
      current = undefined;
      return last === undefined ? null : last.stop();
    },
    startMs: () => startMs,
    errors: () => lives.flatMap((life) => life.logs().split('\n')).filter((line) => line.includes('"level":"error"')),
    exits,
    crashes,
    count,
  };
}
