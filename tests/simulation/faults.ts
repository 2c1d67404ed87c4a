import type { Device } from './device.ts';
import type { Random } from './random.ts';
import { coach, helper, type World } from './world.ts';

/**
 * Chooses the faults of this run and their strength. Not all faults at once each time: some mistakes show only while
 * the rest works.
 */
export function setFaults({ faults }: World, random: Random): void {
  const sometimes = (most: number): number => (random.chance(0.5) ? random.between(0, most) : 0);
  Object.assign(faults.network, {
    drop: sometimes(0.2),
    double: sometimes(0.3),
    slow: sometimes(0.08),
    answerOtherwise: sometimes(0.25),
    closeSocket: sometimes(0.05),
  });
  Object.assign(faults.node, { statement: sometimes(0.02), frame: sometimes(0.2) });
  faults.bus = sometimes(0.5);
}

/** Schedules kills, cuts and wrong clocks at random times in the interval. */
export function scheduleFaults(world: World, random: Random, from: number, until: number): void {
  const kinds: readonly [number, () => void][] = [
    [3, () => killNode(world, random)],
    [4, () => killDevice(world, random)],
    [3, () => cutLink(world, random)],
    [1, () => stopDatabase(world, random)],
    [1, () => turnClock(world, random)],
    [1, () => sendToSleep(world, random)],
    [1, () => endSession(world, random)],
    [1, () => changeTabs(world, random)],
    [1, () => switchUser(world, random)],
    [1, () => fillDisk(world, random)],
    [1, () => dismiss(world, random)],
  ];
  const chosen = kinds.filter(() => random.chance(0.5));
  if (chosen.length === 0) return;
  const count = 2 + random.below(8);
  for (let index = 0; index < count; index += 1) {
    const strike = random.weigh(chosen);
    world.scheduler.after(random.between(from, until) - world.scheduler.now, 'fault', strike);
  }
}

function later(world: World, random: Random, most: number, what: string, run: () => void): void {
  world.scheduler.after(random.chance(0.3) ? random.between(1, 300) : random.between(1, most), what, run);
}

function killNode(world: World, random: Random): void {
  const node = random.pick(world.nodes);
  if (!node.isUp) return;
  world.journal.kills += 1;
  node.kill();
  later(world, random, 20_000, `${node.name} starts`, () => node.start());
}

function killDevice(world: World, random: Random): void {
  const device = random.pick(world.devices);
  if (device.tabs.size === 0) return;
  world.journal.kills += 1;
  if (random.chance(0.6)) device.cutPower();
  else for (const tab of device.tabs) device.closeTab(tab);
  later(world, random, 30_000, `${device.name} opens`, () => {
    if (device.tabs.size === 0) device.openTab();
  });
}

function cutLink(world: World, random: Random): void {
  const device = random.pick(world.devices);
  if (device.link.isCut) return;
  device.link.cut(random.chance(0.5));
  later(world, random, 60_000, `${device.name} back online`, () => {
    device.link.mend();
    if (random.chance(0.8)) device.signal('online');
  });
}

function stopDatabase(world: World, random: Random): void {
  if (world.database.isStopped) return;
  world.database.stop();
  later(world, random, 15_000, 'database starts', () => world.database.start());
}

function turnClock(world: World, random: Random): void {
  const by = random.chance(0.5) ? 3_600_000 * (1 + random.below(3)) : random.between(50, 30_000);
  random.pick(world.devices).clock.jump(random.chance(0.5) ? by : -by);
}

function sendToSleep(world: World, random: Random): void {
  const device = random.pick(world.devices);
  if (device.link.isCut || device.tabs.size === 0) return;
  const ms = random.between(2_000, 60_000);
  device.wakesAt = world.scheduler.now + ms;
  device.link.cut(true);
  world.scheduler.after(ms, `${device.name} wakes`, () => {
    device.clock.sleep(ms);
    device.link.mend();
    if (random.chance(0.9)) device.signal('visible');
  });
}

/** Expires a cookie; some time later the user signs in again. */
function endSession(world: World, random: Random): void {
  const device = random.pick(world.devices);
  if (device.token === null) return;
  world.sessions.expire(device.token);
  later(world, random, 30_000, `${device.name} signs in`, () => signInAgain(world, device));
}

function signInAgain(world: World, device: Device): void {
  if (device.person === null || world.sessions.find(device.token) !== null) return;
  const wasOpen = device.tabs.size > 0;
  leave(device);
  device.signIn(device.person);
  if (wasOpen) device.openTab();
}

function leave(device: Device): void {
  for (const tab of device.tabs) {
    tab.sync.stop();
    device.closeTab(tab);
  }
}

function changeTabs(world: World, random: Random): void {
  const device = random.pick(world.devices);
  if (device.tabs.size === 1) device.openTab();
  else if (device.tabs.size > 1) device.closeTab(random.pick([...device.tabs]));
}

/** Another user signs in on a shared tablet; the commands of the first wait until that user is back. */
function switchUser(world: World, random: Random): void {
  const tablet = world.devices.find(({ name }) => name === 'tablet');
  if (tablet === undefined || tablet.tabs.size === 0) return;
  const tab = random.pick([...tablet.tabs]);
  if (random.chance(0.5)) void tab.sync.forgetCaches().catch(() => {});
  leave(tablet);
  tablet.signIn(tablet.person === coach ? helper : coach);
  tablet.openTab();
}

function fillDisk(world: World, random: Random): void {
  const device = random.pick(world.devices);
  device.arm.failing = random.between(0.05, 0.6);
  later(world, random, 20_000, `${device.name} disk has room`, () => (device.arm.failing = 0));
}

function dismiss(world: World, random: Random): void {
  const device = random.pick(world.devices);
  const tab = [...device.tabs][0];
  const row = tab?.sync.status.getSnapshot().needsAttention[0];
  if (tab === undefined || row === undefined) return;
  world.journal.dismissed.add(row.command.id);
  void tab.sync.dismiss(row.command.id).catch(() => {});
}

/** Ends all faults for good. */
export function heal(world: World): void {
  const { faults, nodes, devices, database } = world;
  Object.assign(faults.network, { drop: 0, double: 0, slow: 0, answerOtherwise: 0, closeSocket: 0 });
  Object.assign(faults.node, { statement: 0, frame: 0 });
  faults.bus = 0;
  database.start();
  for (const node of nodes) node.start();
  for (const device of devices) {
    device.arm.failing = 0;
    device.link.mend();
    signInAgain(world, device);
    if (device.tabs.size === 0) device.openTab();
    device.signal('online');
  }
}
