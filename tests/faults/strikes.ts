import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../simulation/random.ts';
import type { BrowserPhone } from './browser-phone.ts';
import { type FaultsLog, machineNow } from './faults-log.ts';
import type { KillablePostgres } from '../cluster/killable-postgres.ts';
import type { PhoneOnDisk } from './phone-on-disk.ts';
import type { ServerNode } from './server-node.ts';

export interface Stage {
  readonly nodes: readonly ServerNode[];
  readonly phones: readonly PhoneOnDisk[];
  readonly browser: BrowserPhone | undefined;
  readonly postgres: KillablePostgres | undefined;
  /** Undefined where no disk can be filled. */
  readonly disk: { fill(): void; makeRoom(): void } | undefined;
  readonly faults: FaultsLog;
}

export interface Tempo {
  /** The time between two kills of nodes. */
  readonly killEveryMs: readonly [number, number];
  /** The duration of a frozen node, a stopped database, a full disk. */
  readonly lastingMs: readonly [number, number];
  readonly browserEveryMs: number;
  /** The least number of kills, however long they take: a busy machine does little in half a minute. */
  readonly leastKills: number;
}

export const usual: Tempo = {
  killEveryMs: [1_500, 4_500],
  lastingMs: [500, 10_000],
  browserEveryMs: 20_000,
  leastKills: 0,
};
/** For half a minute in which every fault has to happen once. */
export const hasty: Tempo = {
  killEveryMs: [1_500, 4_000],
  lastingMs: [300, 2_500],
  browserEveryMs: 20_000,
  leastKills: 2,
};

const HOUR = 3_600_000;
const AGAIN_MS = 50;

/** Causes faults, some at the same time, until the time is up; then repairs everything. */
export async function strike(stage: Stage, tempo: Tempo, random: Random, untilMs: number): Promise<void> {
  const isOver = () => machineNow() >= untilMs;
  /** No fault begins after the end. */
  const pause = (ms: number) => sleep(Math.max(0, Math.min(ms, untilMs - machineNow())));
  await Promise.all([
    killNodes(stage, tempo, random.fork('kills'), isOver, pause),
    strikeInTurn(stage, tempo, random.fork('strikes'), isOver, pause),
    killBrowser(stage, tempo, isOver, pause),
  ]);
  await Promise.all(stage.nodes.map((node) => node.settled()));
}

type IsOver = () => boolean;
type Pause = (ms: number) => Promise<void>;

async function killNodes({ nodes, faults }: Stage, tempo: Tempo, random: Random, isOver: IsOver, pause: Pause) {
  let kills = 0;
  const isEnough = () => isOver() && kills >= tempo.leastKills;
  while (!isEnough()) {
    // On a busy machine nodes take long to start, and must also run for a while, or nothing is tested.
    while (!isEnough() && nodes.every((node) => node.url() === undefined)) await sleep(AGAIN_MS);
    const gap = Math.max(random.between(...tempo.killEveryMs), ...nodes.map((node) => node.startMs()));
    await (isOver() ? sleep(gap) : pause(gap));
    const running = nodes.filter((node) => node.url() !== undefined);
    if (isEnough() || running.length === 0) continue;
    void random.pick(running).kill();
    kills += 1;
    faults.note('node killed');
  }
}

/** Every kind of fault once, in random order, then again. */
async function strikeInTurn(stage: Stage, tempo: Tempo, random: Random, isOver: IsOver, pause: Pause) {
  const { nodes, postgres, disk } = stage;
  const lasting = () => random.between(...tempo.lastingMs);
  const strikes: (() => Promise<void>)[] = [
    async () => {
      if (await random.pick(nodes).freeze(lasting())) stage.faults.note('node frozen');
    },
    async () => {
      for (const node of nodes) await node.restart();
      stage.faults.note('nodes restarted');
    },
    async () => moveClocks(stage, random),
    ...[1, 2].map(() => () => killPhone(stage, random, pause)),
    ...(postgres === undefined ? [] : [() => killDatabase(stage, postgres, random, lasting())]),
    ...(disk === undefined ? [] : [() => fillDisk(stage, disk, lasting())]),
  ];
  for (;;) {
    for (const perform of shuffle(strikes, random)) {
      await pause(random.between(200, 2_000));
      if (isOver()) return;
      await perform();
    }
  }
}

function moveClocks({ nodes, phones, faults }: Stage, random: Random): void {
  const by = () => random.between(-HOUR, HOUR);
  if (random.chance(0.5)) random.pick(phones).jump(by());
  else random.pick(nodes).tell({ clockOffsetMs: by() });
  faults.note('clocks moved');
}

async function killPhone({ phones, faults }: Stage, random: Random, pause: Pause): Promise<void> {
  const phone = random.pick(phones);
  await phone.kill();
  faults.note('phone killed');
  await pause(random.between(0, 1_500));
  await phone.open();
}

async function killDatabase({ faults }: Stage, postgres: KillablePostgres, random: Random, ms: number): Promise<void> {
  await postgres.kill(random.chance(0.7) ? 'SIGQUIT' : 'SIGKILL');
  faults.note('database killed');
  await sleep(ms / 2);
  await postgres.start();
}

async function fillDisk({ faults, postgres }: Stage, disk: NonNullable<Stage['disk']>, ms: number): Promise<void> {
  disk.fill();
  await sleep(ms);
  disk.makeRoom();
  faults.note('disk full');
  // PostgreSQL stops when there is no room for its log.
  if (postgres !== undefined && !postgres.isRunning()) await postgres.start();
}

async function killBrowser({ browser, faults }: Stage, tempo: Tempo, isOver: IsOver, pause: Pause): Promise<void> {
  if (browser === undefined) return;
  for (;;) {
    await pause(tempo.browserEveryMs / 2);
    if (isOver()) return;
    await browser.tapAndDie(() => faults.note('browser killed'));
    await pause(tempo.browserEveryMs / 2);
  }
}

function shuffle<Item>(items: readonly Item[], random: Random): Item[] {
  return items
    .map((item) => [random.next(), item] as const)
    .toSorted(([one], [other]) => one - other)
    .map(([, item]) => item);
}
