import { join } from 'node:path';
import type { Engine } from '../../src/server/storage/engine.ts';
import { createRandom } from '../simulation/random.ts';
import { type BrowserPhone, openBrowserPhone } from './browser-phone.ts';
import { type Cast, gatherCast } from './cast.ts';
import type { Verdict } from './check-run.ts';
import { countBy, createFaultsLog, type FaultKind, machineNow } from './faults-log.ts';
import type { PhoneOnDisk } from './phone-on-disk.ts';
import { openPhones, planFor, racesFor } from './phones.ts';
import type { Trouble } from '../cluster/proxy.ts';
import { measureRecovery, type Recovery } from './recovery.ts';
import { prepareSetting, type Setting } from './setting.ts';
import { settle } from './settle.ts';
import { strike, type Tempo, usual } from './strikes.ts';

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
    const cast = await gatherCast(setting.nodes[0]!.url()!, setting.storage.dataDir, racesFor(options.minutes));
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

  const { verdict, witnesses } = await settle(setting, cast, phones, browser, log);
  return {
    ...verdict,
    faults: countBy(faults.faults.map(({ kind }) => kind)),
    recovery: measureRecovery(faults.faults, witnesses),
    troubles: proxy.count,
    diskKind,
    seconds: Math.round((machineNow() - began) / 1000),
  };
}
