import { checkWorld } from './checks/check-world.ts';
import { findUnsettled } from './checks/devices.ts';
import { heal, scheduleFaults, setFaults } from './faults.ts';
import type { Mistake } from './mistake.ts';
import { schedulePurchases } from './provider.ts';
import { actOn, createEvent, createRacer } from './workload.ts';
import { coach, createWorld, guest, helper, watcher, type World } from './world.ts';

export interface SeedResult {
  readonly seed: number;
  readonly operations: number;
  readonly kills: number;
  readonly steps: number;
  readonly trace: string;
  readonly violations: readonly string[];
  readonly lines: readonly string[];
}

export interface SeedOptions {
  readonly mistake?: Mistake;
  readonly keepTrace?: boolean;
  /** Called with the world after the checks. */
  readonly inspect?: (world: World) => void;
}

const SETTLE_EVERY_MS = 500;
const LINGER_MS = 10_000;
const LOOK_EVERY_MS = 30_000;
const SETTLE_MOST_MS = 400_000;

/** One world from its beginning to its end. */
export async function runSeed(seed: number, options: SeedOptions = {}): Promise<SeedResult> {
  const world = createWorld({ seed, ...options });
  const { scheduler, journal } = world;
  try {
    await begin(world);
    await struggle(world);
    await settle(world);
    for (const violation of checkWorld(world)) journal.violate(violation);
    options.inspect?.(world);
  } catch (error) {
    journal.violate(`crash: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }
  return {
    seed,
    operations: journal.operations,
    kills: journal.kills,
    steps: scheduler.steps,
    trace: scheduler.traceHash(),
    violations: [...new Set(journal.violations)],
    lines: scheduler.lines,
  };
}

/** The coach creates an event with racers and hands out its links. */
async function begin({ scheduler, random, database, devices, reads }: World): Promise<void> {
  const chance = random.fork('begin');
  database.give(coach.userId, chance.pick([25, 60, 100, 300]), 'welcome:coach');
  database.give(helper.userId, 100, 'welcome:helper');
  const owners = { phone: coach, tablet: coach, helper, guest, watcher: chance.chance(0.5) ? watcher : null };
  for (const device of devices) {
    device.signIn(owners[device.name as keyof typeof owners]);
    device.openTab();
  }
  const phone = devices[0]!;
  const tab = [...phone.tabs][0]!;
  const eventId = createEvent(phone, tab, chance);
  const racers = Array.from({ length: 1 + chance.below(3) }, () => createRacer(phone, tab, chance));
  const added = racers.map((racerId) => ({ racerId, name: 'Racer', groups: [], bib: null }));
  phone.recordForEvent(tab, eventId, { type: 'entries.add', racers: added });
  phone.recordForEvent(tab, eventId, { type: 'admin.invite', email: helper.verifiedEmail! });
  await scheduler.runUntil(1_500);
  const keys = reads.keys(eventId);
  // An invited helper who opens the link as well is in the list twice.
  const joining = new Set(['guest', ...(random.fork('joins').chance(0.25) ? ['helper'] : [])]);
  for (const device of devices.slice(1)) {
    if (joining.has(device.name)) device.follow(eventId, keys && { kind: 'admin', key: keys.admin });
    else if (device.name === 'watcher') device.follow(eventId, keys && { kind: 'viewer', key: keys.viewer });
    else device.follow(eventId);
    if (!joining.has(device.name)) continue;
    for (const open of device.tabs) device.recordForEvent(open, eventId, { type: 'admin.join' });
  }
  await scheduler.runUntil(2_000);
}

/** People use their devices while faults happen. */
async function struggle(world: World): Promise<void> {
  const { scheduler, random, devices, people, size } = world;
  const chance = random.fork('workload');
  const until = scheduler.now + chance.between(...size.struggleMs);
  setFaults(world, random.fork('faults'));
  scheduleFaults(world, random.fork('strikes'), scheduler.now, until);
  schedulePurchases(world, random.fork('provider'), until);
  const operations = Math.round(chance.between(...size.operations));
  for (let index = 0; index < operations; index += 1) {
    const device = chance.weigh(devices.map((each) => [each.name === 'watcher' ? 0.2 : 1, each] as const));
    scheduler.after(chance.between(0, until - scheduler.now), 'somebody acts', () => {
      const tabs = [...device.tabs];
      if (tabs.length > 0 && device.wakesAt <= scheduler.now) actOn(device, chance.pick(tabs), chance, people);
    });
  }
  await scheduler.runUntil(until);
}

async function settle(world: World): Promise<void> {
  const { scheduler, size } = world;
  heal(world);
  await waitUntilSettled(world);
  if (!size.lingers) return;
  await scheduler.runUntil(scheduler.now + LINGER_MS);
  await waitUntilSettled(world);
}

async function waitUntilSettled(world: World): Promise<void> {
  const { scheduler, devices } = world;
  const until = scheduler.now + SETTLE_MOST_MS;
  let looksAt = scheduler.now + LOOK_EVERY_MS;
  while (scheduler.now < until && findUnsettled(world) !== null) {
    await scheduler.runUntil(scheduler.now + SETTLE_EVERY_MS);
    if (scheduler.now < looksAt) continue;
    // People wake their phones from time to time.
    looksAt = scheduler.now + LOOK_EVERY_MS;
    for (const device of devices) device.signal('visible');
  }
}
