import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from '../../src/server/storage/engine.ts';
import { connectStorage } from '../../src/server/storage/database.ts';
import { createRandom } from '../simulation/random.ts';
import { runAdmin } from '../support/admin-program.ts';
import { quiet } from '../support/database.ts';
import { type BrowserPhone, openBrowserPhone } from './browser-phone.ts';
import { type Cast, gatherCast, type Player } from './cast.ts';
import { checkRun, type Verdict, type Witness } from './check-run.ts';
import { countBy, createFaultsLog, type FaultKind, machineNow } from './faults-log.ts';
import { createPhone, type PhoneOnDisk } from './phone-on-disk.ts';
import type { Line } from './phone/lines.ts';
import type { PhonePlan } from './phone/plan.ts';
import type { Trouble } from './proxy.ts';
import { measureRecovery, type Recovery } from './recovery.ts';
import { prepareSetting, type Setting } from './setting.ts';
import { readSeqs, readTables } from './stored.ts';
import { strike, type Tempo, usual } from './strikes.ts';

const RACE_MS = 60_000;
const PAUSE_MS = 200;
const SETTLE_MS = 120_000;
const HOUR = 3_600_000;

export interface FaultsOptions {
  readonly engine: Engine;
  readonly minutes: number;
  readonly seed: number;
  readonly tempo?: Tempo;
  /** A real Chromium among the phones, named by PUSHOFF_CHROMIUM. */
  readonly withBrowser: boolean;
  log?(line: string): void;
}

export interface FaultsReport extends Verdict {
  readonly faults: Readonly<Partial<Record<FaultKind, number>>>;
  readonly recovery: readonly Recovery[];
  readonly troubles: ReadonlyMap<Trouble, number>;
  readonly diskKind: string;
  readonly seconds: number;
}

/** Runs real processes under faults, and then compares the stored data with every answer. */
export async function runFaults(options: FaultsOptions): Promise<FaultsReport> {
  const random = createRandom(`${options.engine} ${options.seed}`);
  const setting = await prepareSetting(options.engine, random);
  const opened: { close(): Promise<unknown> }[] = [];
  try {
    const cast = await gatherCast(
      setting.nodes[0]!.url()!,
      setting.storage.dataDir,
      Math.max(1, Math.ceil((options.minutes * 60_000) / RACE_MS)),
    );
    const phones = await openPhones(setting, cast, options.seed);
    opened.push(...phones.map(({ kill }) => ({ close: kill })));
    const browser = options.withBrowser
      ? await openBrowserPhone(
          join(setting.folder, 'profile'),
          planFor(setting, cast.coach, cast, { seed: `${options.seed} browser`, pauseMs: null }),
          random.fork('browser'),
        )
      : undefined;
    if (browser !== undefined) opened.push(browser);
    return await struggle(options, setting, cast, phones, browser);
  } finally {
    await Promise.all(opened.map((each) => each.close()));
    await setting.remove();
  }
}

async function struggle(
  { minutes, seed, engine, tempo = usual, log = () => undefined }: FaultsOptions,
  setting: Setting,
  cast: Cast,
  phones: readonly PhoneOnDisk[],
  browser: BrowserPhone | undefined,
): Promise<FaultsReport> {
  const { nodes, proxy, postgres, disk, diskKind } = setting;
  const began = machineNow();
  const faults = createFaultsLog(log);
  const stage = { nodes, phones, browser, postgres, disk, faults };
  await strike(stage, tempo, createRandom(`${engine} ${seed} strikes`), began + minutes * 60_000);
  proxy.calm();
  log(`faults are over after ${Math.round((machineNow() - began) / 1000)} s`);

  const everybody = [...phones, ...(browser === undefined ? [] : [browser])];
  const violations: string[] = [];
  const patiently = (name: string, work: Promise<unknown>) =>
    Promise.race([
      work.catch((error: unknown) => violations.push(`stuck: ${String(error)}`)),
      sleep(SETTLE_MS, undefined, { ref: false }).then(() => violations.push(`stuck: ${name} does not come to rest`)),
    ]);
  await Promise.all(everybody.map((phone) => patiently(phone.name, phone.rest())));
  log('nothing waits any more');
  const storage = connectStorage(setting.storage, quiet);
  try {
    const seqs = await readSeqs(storage.db);
    await Promise.all(everybody.map((phone) => patiently(phone.name, phone.show(seqs))));
    for (const phone of phones) await phone.kill();
    const exits = [...nodes.flatMap((node) => node.exits), ...(await Promise.all(nodes.map((node) => node.stop())))];
    for (const code of exits) if (code !== 0) violations.push(`stop: a node that was asked to stop ended with ${code}`);
    for (const { crashes } of nodes)
      violations.push(...crashes.map((said) => `crash: a node ended by itself: ${said}`));
    violations.push(...(await askOperator(setting)));
    const witnesses = [...cast.before, ...(await Promise.all(everybody.map((phone) => hear(phone, cast))))];
    log(
      `what batches came to: ${JSON.stringify(countBy(witnesses.flatMap(({ lines }) => lines.flatMap(outcomesOf))))}`,
    );
    const verdict = checkRun(await readTables(storage.db), witnesses);
    return {
      ...verdict,
      violations: [...violations, ...verdict.violations],
      faults: countBy(faults.faults.map(({ kind }) => kind)),
      recovery: measureRecovery(faults.faults, witnesses),
      troubles: proxy.count,
      diskKind,
      seconds: Math.round((machineNow() - began) / 1000),
    };
  } finally {
    await storage.close();
  }
}

function outcomesOf(line: Line): readonly string[] {
  if (line.kind === 'answered') return line.answers.map(({ status }) => status);
  return line.kind === 'failed' ? [line.code] : [];
}

/** Runs `verify` and `audit`: the state must equal the replay of the log, and the ledger must add up. */
async function askOperator({ build, storage: { dataDir, databaseUrl } }: Setting): Promise<string[]> {
  const environment = { DATA_DIR: dataDir, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) };
  const problems: string[] = [];
  for (const word of ['verify', 'audit']) {
    const { ok, text } = await runAdmin(build.adminEntry, environment, word);
    if (!ok) problems.push(`${word}: ${text}`);
  }
  return problems;
}

async function openPhones(setting: Setting, cast: Cast, seed: number): Promise<PhoneOnDisk[]> {
  const { coach, guest, watcher } = cast;
  const hands: readonly (readonly [string, Player, Partial<PhonePlan>])[] = [
    ['phone', coach, { createsRaces: true }],
    ['tablet', coach, { clockOffsetMs: 3 * HOUR }],
    ['guest', guest, { clockOffsetMs: -HOUR / 2 }],
    ['watcher', watcher, { pauseMs: null }],
  ];
  const phones = hands.map(([name, player, more]) => {
    const plan = planFor(setting, player, cast, { seed: `${seed} ${name}`, ...more });
    return createPhone(name, setting.phoneProgram, join(setting.folder, name), plan);
  });
  await Promise.all(phones.map((phone) => phone.open()));
  return phones;
}

function planFor({ proxy }: Setting, player: Player, { races }: Cast, more: Partial<PhonePlan>): PhonePlan {
  const { viewer, cookie, keys } = player;
  return {
    viewer,
    cookie,
    keys,
    url: proxy.url,
    races,
    seed: '',
    beganAt: machineNow(),
    raceMs: RACE_MS,
    pauseMs: PAUSE_MS,
    createsRaces: false,
    clockOffsetMs: 0,
    ...more,
  };
}

async function hear(phone: PhoneOnDisk | BrowserPhone, { coach, guest, watcher }: Cast): Promise<Witness> {
  const owner = [coach, guest, watcher].find(({ viewer }) => viewer === phone.plan.viewer)!;
  return { name: phone.name, person: owner.person, lines: phone.lines(), rows: await phone.rows() };
}
