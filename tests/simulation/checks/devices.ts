import { type Sight, type View, viewEvent } from '../../../src/domain/sights/views.ts';
import type { EventState } from '../../../src/domain/model/state.ts';
import type { ShownEvent } from '../../../src/client/sync/event-store.ts';
import type { Device, Tab } from '../device.ts';
import type { Disk } from '../device-disk.ts';
import type { Journal } from '../journal.ts';
import type { Tables } from '../memory-tables.ts';
import type { World } from '../world.ts';
import { type History, isSame } from './history.ts';
import { isRemembered } from './storage.ts';

type Report = (what: string) => void;

/** The data that remains after a run, of the simulator or of real processes. */
export interface Kept {
  readonly journal: Journal;
  readonly database: { readonly tables: Tables };
  readonly devices: readonly { readonly name: string; readonly disk: Pick<Disk, 'rows'> }[];
}

/**
 * Every tap that was shown as recorded is on the server, or in the device's list of refused commands, or waits on its
 * device.
 */
export function checkOutboxes({ journal, database, devices }: Kept, report: Report): void {
  const { receipts } = database.tables;
  for (const { command, isConfirmed, device: name, person } of journal.recorded.values()) {
    const device = devices.find((each) => each.name === name)!;
    const outcome = receipts.get(command.id)?.outcome;
    const row = device.disk.rows.get(command.id);
    const answers = journal.answers.get(command.id) ?? [];
    const where = `${command.type} ${command.id} on ${name}`;
    if (row !== undefined && row.userId !== person.userId) report(`author: ${where} waits as another person's`);
    if (row?.state === 'refused') {
      if (!answers.some((answer) => answer.status === 'refused' && answer.code === row.code)) {
        report(`lost: ${where} is given up, and nobody refused it`);
      }
      if (outcome?.status === 'accepted' && isRemembered(row.code)) {
        report(`lost: ${where} is given up, and it is stored`);
      }
      continue;
    }
    if (!isConfirmed || row !== undefined || outcome?.status === 'accepted') continue;
    if (journal.dismissed.has(command.id)) continue;
    report(
      `lost: ${where} was recorded, and it is nowhere${outcome === undefined ? '' : ` (${JSON.stringify(outcome)})`}`,
    );
  }
}

/** A device's copy of an event equals the event at that number, as a reader with that view gets it. */
export function checkCaches({ devices }: World, histories: ReadonlyMap<string, History>, report: Report): void {
  for (const { name, disk } of devices) {
    for (const { event, view } of disk.events.values()) {
      const state = histories.get(event.id)?.states[event.seq];
      if (!state) report(`phantom: ${name} keeps ${event.id} at ${event.seq}, which is not stored`);
      else if (!sightsOf(view).some((sight) => isSeen(event, state, sight)))
        report(`skipped: ${name} keeps ${event.id} at ${event.seq} otherwise than it was`);
    }
  }
}

/** After every message a viewer has exactly what a viewer is given who opens the page at that number. */
export function checkViewers({ watched }: Journal, histories: ReadonlyMap<string, History>, report: Report): void {
  for (const { device, event } of watched) {
    const state = histories.get(event.id)?.states[event.seq];
    if (!state) report(`phantom: ${device} showed ${event.id} at ${event.seq}, which is not stored`);
    else if (!isSeen(event, state, 'viewer'))
      report(`rows: ${device} showed ${event.id} at ${event.seq} otherwise than its leaderboard was`);
  }
}

/** Whether a page has what its reader is to see of an event. */
export const isSeen = (shown: EventState, stored: EventState, sight: Sight): boolean =>
  isSame(shown, viewOnce(stored, sight));

const viewed = new WeakMap<EventState, Map<Sight, EventState>>();

/** States of a history never change, and are compared with many pages. */
function viewOnce(stored: EventState, sight: Sight): EventState {
  const views = viewed.get(stored) ?? new Map<Sight, EventState>();
  viewed.set(stored, views);
  const view = views.get(sight) ?? viewEvent(stored, sight);
  views.set(sight, view);
  return view;
}

/** An admin's screens may be a guest's, who is not shown addresses. */
const sightsOf = (view: View): readonly Sight[] => (view === 'viewer' ? ['viewer'] : ['admin', 'guest']);

/** After healing, nothing waits and every screen shows the server's state. Null when this holds. */
export function findUnsettled(world: World): string | null {
  const problem = findWaiting(world);
  if (problem !== null) return problem;
  for (const device of world.devices) {
    for (const tab of device.tabs) {
      const difference = findDifference(world, device, tab);
      if (difference !== null) return difference;
    }
  }
  return null;
}

/** The cheap checks, so that the expensive ones run only once. */
function findWaiting({ devices, journal }: World): string | null {
  const unheard = journal.purchases.find(({ isHeard }) => !isHeard);
  if (unheard !== undefined) return `stuck: the purchase ${unheard.id} has not been heard of`;
  for (const { name, person, disk, tabs } of devices) {
    const waiting = [...disk.rows.values()].find((row) => row.state === 'pending' && row.userId === person?.userId);
    if (waiting !== undefined) return `stuck: ${waiting.command.type} ${waiting.command.id} still waits on ${name}`;
    for (const tab of tabs) {
      const { unsynced } = tab.sync.status.getSnapshot();
      if (unsynced > 0) return `stuck: ${name} says that ${unsynced} wait`;
    }
  }
  return null;
}

function findDifference(world: World, device: Device, tab: Tab): string | null {
  for (const eventId of device.follows.keys()) {
    const shown = tab.sync.event(eventId).getSnapshot();
    const problem = differenceOf(world, device, eventId, shown);
    if (problem !== null) return `differs: ${device.name} shows ${eventId} ${problem}`;
  }
  if (device.person === null || device.person.isAnonymous) return null;
  const account = tab.sync.account.getSnapshot();
  const expected = world.reads.account(device.person);
  if (account.credits !== expected.credits)
    return `differs: ${device.name} shows ${account.credits} credits, not ${expected.credits}`;
  if (!isSame(byId(account.events), byId(expected.events)))
    return `differs: ${device.name} lists other events: ${difference(account.events, expected.events)}`;
  const racers = [...account.racers, ...account.merged];
  if (!isSame(byId(racers), byId(expected.racers)))
    return `differs: ${device.name} lists other racers: ${difference(racers, expected.racers)}`;
  const merged = account.racers.find(({ sameAs }) => sameAs !== undefined);
  return merged === undefined ? null : `differs: ${device.name} lists ${merged.id}, who was merged`;
}

function differenceOf({ reads }: World, device: Device, eventId: string, shown: ShownEvent): string | null {
  const key = device.disk.guestKeys.get(eventId)?.key;
  const looked = reads.look(device.person, eventId, key);
  if (!looked.ok)
    return shown.problem !== null || shown.event === null ? null : `though it gets no more of it (${looked.error})`;
  const { event, access } = looked.value;
  if (shown.problem !== null) return `as gone (${shown.problem})`;
  if (shown.event === null) return 'not at all';
  if (shown.event.seq !== event.seq) return `at ${shown.event.seq}, not ${event.seq}`;
  if (shown.view !== access.view) return `as ${shown.view}, not ${access.view}`;
  if (!isSeen(shown.event, event, access.sight)) return 'otherwise than the server';
  const keys = access.seesKeys ? reads.whole(looked.value).keys : undefined;
  if (keys !== undefined && !isSame(shown.keys, keys)) return 'with other keys';
  return null;
}

const byId = <Item extends { readonly id: string }>(items: readonly Item[]): Item[] =>
  items.toSorted((one, other) => (one.id < other.id ? -1 : 1));

function difference<Item extends { readonly id: string }>(shown: readonly Item[], expected: readonly Item[]): string {
  const only = (some: readonly Item[], others: readonly Item[]): string =>
    JSON.stringify(some.filter((item) => !others.some((other) => isSame(item, other))));
  return `${only(shown, expected)} instead of ${only(expected, shown)}`;
}
