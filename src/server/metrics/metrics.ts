import { randomUUID } from 'node:crypto';
import { statfsSync } from 'node:fs';
import type { OperatorFigures, OperatorNode } from '../../protocol/operator.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Storage } from '../storage/engine.ts';
import { type Backlog, type CommandMeter, createCommandFigures } from './command-meter.ts';
import { watchEventLoop } from './event-loop.ts';
import { createHistory } from './history.ts';
import { createHttpFigures, type HttpMeter } from './http-meter.ts';
import { createLiveFigures, type LiveCounts, type LiveMeter } from './live-meter.ts';
import { createMailMeter, type MailMeter } from './mail-meter.ts';
import type { Outbox } from './queues.ts';
import { createRegistry, type Registry } from './registry.ts';
import { createSampler, type Sampler } from './sampler.ts';
import { createSlowLog, SLOW, type SlowLimits } from './slow-log.ts';
import { readVersion } from './version.ts';

const KEPT_MS = 3_600_000;

export interface MetricsOptions {
  readonly sampleMs: number;
  readonly slow: Partial<SlowLimits>;
}

export interface MetricsParts {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly log: Log;
  readonly nodeName: string;
  readonly dataDir: string;
  readonly hasBus: boolean;
  /** For how long the copy of the database has not had everything; undefined where there is none. */
  readonly copyBehindMs?: () => number;
  readonly options?: Partial<MetricsOptions> | undefined;
}

/** Figures of this process: counted where things happen, sampled from time to time, kept for an hour. */
export interface Metrics {
  readonly meters: Meters;
  /** Starts the sampling. */
  watch(sources: MetricSources): void;
  busIs(isConnected: boolean): void;
  /** News of another node was heard. */
  heard(): void;
  /** Text for Prometheus. */
  render(): string;
  /** Figures for the operator's page that are newer than `known`, which is in the protocol's form. */
  read(known: string): OperatorFigures;
  stop(): Promise<void>;
}

export interface Meters {
  readonly commands: CommandMeter;
  readonly live: LiveMeter;
  readonly mail: MailMeter;
  readonly http: HttpMeter;
}

interface MetricSources {
  readonly live: () => LiveCounts;
  readonly backlog: () => Backlog;
}

export function createMetrics(parts: MetricsParts): Metrics {
  const { storage, clock, hasBus } = parts;
  const sampleMs = parts.options?.sampleMs ?? 5000;
  const registry = createRegistry();
  const slow = createSlowLog(parts.log, { ...SLOW, ...parts.options?.slow });
  const commands = createCommandFigures(registry, slow, clock);
  const fanOut = createLiveFigures(registry, slow);
  const http = createHttpFigures(registry, slow);
  const mail = createMailMeter(registry, slow);
  const loop = watchEventLoop(registry, slow);
  const history = createHistory(Math.ceil(KEPT_MS / sampleMs));
  const node: Omit<OperatorNode, 'bus'> = {
    id: randomUUID(),
    name: parts.nodeName,
    version: readVersion(),
    engine: storage.engine,
    startedAt: clock.now(),
  };
  let isConnected = false;
  let heardAt: number | null = null;
  let sampler: Sampler | undefined;
  let timer: NodeJS.Timeout | undefined;

  const { name, version, engine } = node;
  registry.gauge('pushoff_info', 'Which node this is.', () => 1, { node: name, version, engine });
  const service = { service_name: 'pushoff', service_version: version, service_instance_id: name };
  registry.gauge('target_info', 'The same by the conventions of OpenTelemetry.', () => 1, service);
  addProcessGauges(registry);
  registry.gauge('pushoff_free_bytes', 'Room on the disk of DATA_DIR.', () => {
    const { bavail, bsize } = statfsSync(parts.dataDir);
    return bavail * bsize;
  });
  const { copyBehindMs } = parts;
  if (copyBehindMs !== undefined) {
    const help = 'For how long the copy at BACKUP_TO has not had everything.';
    registry.gauge('pushoff_copy_behind_seconds', help, () => copyBehindMs() / 1000);
  }
  if (hasBus) {
    registry.gauge(
      'pushoff_clock_offset_seconds',
      'By how much the clock of this machine is behind that of the database, which all nodes follow.',
      () => (clock.now() - Date.now()) / 1000,
    );
    registry.gauge('pushoff_bus_connected', '1 while other nodes can be heard.', () => Number(isConnected));
    registry.gauge('pushoff_bus_heard_timestamp_seconds', 'When another node was last heard.', () =>
      heardAt === null ? null : heardAt / 1000,
    );
  }

  return {
    meters: { commands: commands.meter, live: fanOut.meter, mail, http: http.meter },
    watch({ live, backlog }) {
      const sampledParts = { storage, clock, live, backlog, commands, fanOut, http, loop, slow, copyBehindMs };
      const sampled = createSampler(sampledParts);
      sampler = sampled;
      addSourceGauges(registry, { live, backlog }, sampled);
      const sample = () => history.add(Math.floor(clock.now()), sampled.take());
      timer = setInterval(sample, sampleMs).unref();
    },
    busIs(connected) {
      isConnected = connected;
    },
    heard() {
      heardAt = clock.now();
    },
    render: () => registry.render(),
    read: (known) => ({
      node: { ...node, bus: hasBus ? { isConnected, heardAt } : null },
      now: clock.now(),
      sampleMs,
      ...history.readAfter(timeOf(node.id, known)),
    }),
    async stop() {
      clearInterval(timer);
      loop.stop();
      await sampler?.stop();
    },
  };
}

/** Time of this node in `ID.TIME,ID.TIME`; 0 if the node is not named. */
function timeOf(nodeId: string, known: string): number {
  const named = known.split(',').find((part) => part.startsWith(`${nodeId}.`));
  return Number(named?.slice(nodeId.length + 1)) || 0;
}

function addProcessGauges(registry: Registry): void {
  registry.gauge('process_resident_memory_bytes', 'Memory of the process.', () => process.memoryUsage.rss());
  registry.gauge('process_cpu_seconds_total', 'Time that the processor has spent on it.', () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  registry.gauge('process_uptime_seconds', 'Since its start.', () => process.uptime());
}

function addSourceGauges(registry: Registry, { live, backlog }: MetricSources, sampler: Sampler): void {
  const gauge = (name: string, help: string, read: () => number | null) =>
    registry.gauge(`pushoff_${name}`, help, read);
  const seconds = (ms: number | null | undefined) => (ms == null ? null : ms / 1000);
  gauge('connections', 'Sockets that are open.', () => live().connections);
  gauge('follows', 'What they follow, all together.', () => live().follows);
  gauge('topics', 'Events that somebody follows here.', () => live().topics);
  gauge(
    'live_frames_total',
    'Messages turned into bytes, however many sockets they went to.',
    () => live().framesBuilt,
  );
  gauge(
    'live_frame_bytes_total',
    'Bytes of those messages before packing, each counted once.',
    () => live().bytesBuilt,
  );
  gauge('live_slow_readers_cut_total', 'Sockets cut because they did not read.', () => live().cut);
  gauge('commands_waiting', 'Commands that are not answered yet.', () => backlog().commands);
  gauge('commands_oldest_seconds', 'How long the oldest of them has waited.', () => seconds(backlog().ageMs));
  gauge('database_ping_seconds', 'How long the database takes to say anything.', () => seconds(sampler.pingMs));
  gauge('mail_waiting', 'Mails neither sent nor given up.', () => sampler.queues?.mailWaiting ?? null);
  gauge('mail_oldest_seconds', 'Age of the oldest of them.', () => seconds(sampler.queues?.mailAge));
  gauge('mail_given_up_last_day', 'Mails given up in the last day.', () => sampler.queues?.mailGivenUp ?? null);
  gauge('payments_open', 'Payments begun and not settled.', () => sampler.queues?.paymentsOpen ?? null);
  gauge('payments_oldest_seconds', 'Age of the oldest of them.', () => seconds(sampler.queues?.paymentsAge));
  gauge('payments_overdue_seconds', 'By how much the next check of one is late.', () =>
    seconds(sampler.queues?.paymentsOverdue),
  );
  for (const [outbox, whose] of [
    ['webhooks', 'webhook'],
    ['followers', 'follower'],
  ] as const) {
    const read = (figure: keyof Outbox) => sampler.queues?.[outbox][figure];
    gauge(`${whose}_outbox_size`, `Messages to ${outbox} that wait.`, () => read('waiting') ?? null);
    gauge(`${whose}_outbox_age_seconds`, 'Age of the oldest of them.', () => seconds(read('age')));
    gauge(`${whose}_outbox_late_seconds`, 'How long one that is due has waited for its turn.', () =>
      seconds(read('late')),
    );
  }
  gauge(
    'sandbox_messages_waiting',
    'Messages of the sandbox on their way.',
    () => sampler.queues?.sandboxWaiting ?? null,
  );
}
