import type { Sample } from '../../protocol/operator.ts';
import type { Clock } from '../clock.ts';
import type { Storage } from '../storage/engine.ts';
import type { Backlog, CommandFigures } from './command-meter.ts';
import type { EventLoop } from './event-loop.ts';
import type { HttpFigures } from './http-meter.ts';
import type { LiveCounts, LiveFigures } from './live-meter.ts';
import { createWindow } from './quantile.ts';
import { type Queues, readQueues, timePing } from './queues.ts';
import type { SlowLog } from './slow-log.ts';

export interface SampledParts {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly live: () => LiveCounts;
  readonly backlog: () => Backlog;
  readonly commands: CommandFigures;
  readonly fanOut: LiveFigures;
  readonly http: HttpFigures;
  readonly loop: EventLoop;
  readonly slow: SlowLog;
  readonly copyBehindMs: (() => number) | undefined;
}

export interface Sampler {
  /** Figures since the last `take`, and of this moment. */
  take(): Sample;
  /** Queues as last read from the database; null while the database does not answer. */
  readonly queues: Queues | null;
  readonly pingMs: number | null;
  stop(): Promise<void>;
}

export function createSampler(parts: SampledParts): Sampler {
  const { commands, fanOut, http, loop } = parts;
  const windows = {
    commit: createWindow(commands.commit),
    tapAge: createWindow(commands.tapAge),
    fanOut: createWindow(fanOut.fanOut),
    request: createWindow(...http.durations),
    loop: createWindow(loop.delay),
  };
  let takenAt = performance.now();
  let cpu = process.cpuUsage();
  let totals = readTotals();
  let queues: Queues | null = null;
  let pingMs: number | null = null;
  let asking: Promise<void> | undefined;
  let askedAt = 0;

  function readTotals() {
    const { cut } = parts.live();
    const { deliveries } = fanOut;
    return {
      commands: commands.handled(),
      refused: commands.refused(),
      deliveries: deliveries.value,
      cut,
      failures: http.failures(),
    };
  }

  /** Questions are never asked twice at once: they would pile up before a database that hangs. */
  function askDatabase(): void {
    if (asking !== undefined) {
      pingMs = performance.now() - askedAt;
      parts.slow.note('database', pingMs, { isAnswered: false });
      return;
    }
    askedAt = performance.now();
    asking = ask().finally(() => (asking = undefined));
  }
  async function ask(): Promise<void> {
    try {
      pingMs = await timePing(parts.storage.db);
      parts.slow.note('database', pingMs);
      queues = await readQueues(parts.storage.db, parts.clock);
    } catch {
      // Callers that needed the database have logged the failure; here the figure is only not known.
      pingMs = null;
      queues = null;
    }
  }
  askDatabase();

  return {
    take() {
      const now = performance.now();
      const seconds = Math.max((now - takenAt) / 1000, 0.001);
      const used = process.cpuUsage(cpu);
      const before = totals;
      totals = readTotals();
      takenAt = now;
      cpu = process.cpuUsage();
      const rate = (name: keyof typeof totals) => (totals[name] - before[name]) / seconds;
      const taken = {
        commit: windows.commit.take(),
        tapAge: windows.tapAge.take(),
        fanOut: windows.fanOut.take(),
        request: windows.request.take(),
        loop: windows.loop.take(),
      };
      const { connections, follows, topics } = parts.live();
      const { commands: queued, ageMs } = parts.backlog();
      const sample: Sample = {
        connections,
        follows,
        topics,
        commands: rate('commands'),
        refused: rate('refused'),
        commitP50: taken.commit.quantile(0.5),
        commitP99: taken.commit.quantile(0.99),
        queued,
        queueAge: ageMs,
        tapAgeP50: taken.tapAge.quantile(0.5),
        tapAgeP99: taken.tapAge.quantile(0.99),
        fanOutP50: taken.fanOut.quantile(0.5),
        fanOutP99: taken.fanOut.quantile(0.99),
        deliveries: rate('deliveries'),
        // Counts, not rates: a single one matters.
        cut: totals.cut - before.cut,
        failures: totals.failures - before.failures,
        requests: taken.request.count / seconds,
        requestP50: taken.request.quantile(0.5),
        requestP99: taken.request.quantile(0.99),
        mailWaiting: queues?.mailWaiting ?? null,
        mailAge: queues?.mailAge ?? null,
        mailGivenUp: queues?.mailGivenUp ?? null,
        paymentsOpen: queues?.paymentsOpen ?? null,
        paymentsAge: queues?.paymentsAge ?? null,
        paymentsOverdue: queues?.paymentsOverdue ?? null,
        webhooksWaiting: queues?.webhooks.waiting ?? null,
        webhooksAge: queues?.webhooks.age ?? null,
        webhooksLate: queues?.webhooks.late ?? null,
        followersWaiting: queues?.followers.waiting ?? null,
        followersAge: queues?.followers.age ?? null,
        followersLate: queues?.followers.late ?? null,
        copyBehind: parts.copyBehindMs?.() ?? null,
        loopP50: taken.loop.quantile(0.5),
        loopP99: taken.loop.quantile(0.99),
        memory: process.memoryUsage.rss(),
        cpu: (used.user + used.system) / 1e6 / seconds,
        database: pingMs,
      };
      askDatabase();
      return sample;
    },
    get queues() {
      return queues;
    },
    get pingMs() {
      return pingMs;
    },
    stop: async () => asking,
  };
}
