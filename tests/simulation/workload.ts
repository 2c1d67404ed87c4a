import { roleOf } from '../../src/domain/access/can.ts';
import type { EventCommandBody } from '../../src/domain/events/commands.ts';
import { readingRules, startPolicies } from '../../src/domain/model/race-settings.ts';
import type { EventState } from '../../src/domain/model/state.ts';
import { stopNow } from '../../src/domain/model/stops.ts';
import { directions } from '../../src/domain/model/precision.ts';
import { rulingKey, statuses } from '../../src/domain/model/ruling.ts';
import { readResult } from '../../src/domain/results/read-results.ts';
import { durationMs, epochMs } from '../../src/domain/units.ts';
import type { Device, Tab } from './device.ts';
import { EPOCH } from './device-clock.ts';
import type { Person } from './people.ts';
import type { Random } from './random.ts';

type Maker = () => EventCommandBody | null;

/** A user acts on a device: mostly with actions that the screen offers, sometimes with others. */
export function actOn(device: Device, tab: Tab, random: Random, people: readonly Person[]): void {
  if (tab.person === null) return;
  const shown = [...device.follows.keys()].map((eventId) => tab.sync.event(eventId).getSnapshot());
  const known = shown.filter(({ event }) => event !== null);
  if (!tab.person.isAnonymous && random.chance(known.length === 0 ? 0.6 : 0.16))
    return actOnAccount(device, tab, random);
  if (known.length === 0) return;
  const { event, actor } = random.pick(known);
  const role = roleOf(actor, event!);
  const isOwner = role === 'owner' || random.chance(0.02);
  const isAdmin = role === 'admin' || isOwner;
  if (!isAdmin) {
    if (actor.key === 'admin') device.recordForEvent(tab, event!.id, { type: 'admin.join' });
    else if (random.chance(0.1)) device.recordForEvent(tab, event!.id, tapOf(event!, random));
    return;
  }
  const body = chooseBody(event!, tab, random, people, isOwner)();
  if (body !== null) device.recordForEvent(tab, event!.id, body);
}

function chooseBody(event: EventState, tab: Tab, random: Random, people: readonly Person[], isOwner: boolean): Maker {
  const taps = Object.keys(event.taps);
  const entries = Object.keys(event.entries);
  const onTap =
    (make: (tapId: string) => EventCommandBody): Maker =>
    () =>
      taps.length === 0 ? null : make(random.pick(taps));
  const owners = isOwner ? 1 : 0;
  return random.weigh<Maker>([
    [14, () => tapOf(event, random)],
    [3, () => addRacers(event, tab, random)],
    [2, onTap((tapId) => ({ type: 'tap.undo', tapId }))],
    [1.2, onTap((tapId) => ({ type: 'tap.redo', tapId }))],
    [
      1,
      onTap((tapId) => ({
        type: 'tap.correct',
        tapId,
        to: random.chance(0.2) ? null : epochMs(EPOCH + random.below(600_000)),
      })),
    ],
    [1, onTap((tapId) => ({ type: 'tap.choose', tapId }))],
    [1, onTap((tapId) => ({ type: 'tap.assign', tapId, racerId: random.pick([null, ...entries]) }))],
    [1, () => (entries.length === 0 ? null : rule(event, random.pick(entries), random.below(1000)))],
    [2, () => (entries.length === 0 ? null : arrange(event, random.pick(entries), random))],
    [1, onTap((tapId) => moveTimes(event, tapId, random.below(1000)))],
    [0.7, () => (entries.length === 0 ? null : { type: 'entry.remove', racerId: random.pick(entries) })],
    [0.5, () => (entries.length === 0 ? null : { type: 'entry.restore', racerId: random.pick(entries) })],
    [0.5, () => ({ type: 'admin.invite', email: random.pick(people).verifiedEmail ?? 'nobody@example.org' })],
    [0.2, () => ({ type: 'admin.leave' })],
    [owners * 1.2, () => renameOrConfigure(random.below(1000))],
    [owners * 1, () => runRace(event, random)],
    // A race that stands still is let go on soon: most of a seed is timed.
    [0.4, () => ({ type: 'race.stop' })],
    [stopNow(event) === null ? 0 : 3, () => letGoOn(event, random)],
    [event.stops?.at(-1)?.resumed === undefined ? 0 : 0.2, () => stopAgain(event)],
    [event.rehearsal === null ? 0 : 3, () => ({ type: 'rehearsal.end', keeps: random.chance(0.3) })],
    [owners * 0.5, () => ({ type: 'event.delete' })],
    [event.deletedAt === null ? 0 : owners * 12, () => ({ type: 'event.restore' })],
    [owners * 0.8, () => ({ type: 'admin.remove', userId: random.pick(people).userId })],
    [
      owners * 0.3,
      () => ({ type: 'admin.uninvite', email: random.pick(people).verifiedEmail ?? 'nobody@example.org' }),
    ],
    [owners * 0.15, () => ({ type: 'owner.change', userId: random.pick(people).userId })],
    [owners * 0.5, () => ({ type: 'group.share' })],
    [owners * 0.3, () => ({ type: 'group.withdraw' })],
    [owners * 0.8, () => ({ type: 'keys.rotate', which: random.chance(0.6) ? 'admin' : 'viewer' })],
  ]);
}

/** A status, a penalty or a bonus, each of them taken back, a time that somebody says is right, and a name put right. */
function rule(event: EventState, racerId: string, draw: number): EventCommandBody {
  const ofAttempt = { racerId, attempt: 1 };
  const known = event.rulings[rulingKey(racerId, 1)]?.adjustments[0];
  if (draw % 3 === 0) {
    return { type: 'status.set', ...ofAttempt, status: statuses[draw % statuses.length]!, reason: `Rule ${draw}` };
  }
  if (draw % 7 === 0) {
    const gross = readResult(event, event.entries[racerId]!).gross;
    return {
      type: 'times.check',
      times: [{ ...ofAttempt, ms: gross === null ? null : durationMs(Math.round(gross)) }],
    };
  }
  if (draw % 11 === 0) return { type: 'entry.rename', racerId, name: `Ada ${draw}` };
  if (draw % 3 === 1 && known !== undefined) return { type: 'adjustment.remove', ...ofAttempt, adjustmentId: known.id };
  return { type: 'adjustment.add', ...ofAttempt, ms: durationMs(draw * 10 - 4995), reason: '' };
}

/** Numbers, the start list and a timekeeper's name. */
function arrange(event: EventState, racerId: string, random: Random): EventCommandBody {
  const at = epochMs(EPOCH + random.below(600_000));
  return random.weigh<() => EventCommandBody>([
    [2, () => ({ type: 'bibs.set', bibs: [{ racerId, bib: random.chance(0.2) ? null : String(random.below(6)) }] })],
    [2, () => ({ type: 'schedule.set', slots: [{ racerId, order: random.below(20), at }] })],
    [
      2,
      () => ({
        type: 'schedule.set',
        slots: Object.keys(event.entries).map((id, order) => ({ racerId: id, order, at })),
        was: random.chance(0.2) ? null : event.arrangedBy,
      }),
    ],
    [1, () => ({ type: 'schedule.shift', from: at, ms: durationMs(30_000) })],
    [1, () => ({ type: 'helper.name', name: `Sam ${random.below(5)}`, post: random.pick([null, 'finish']) })],
  ])();
}

const LINES = ['start', 'top', 'bridge', 'finish'] as const;

/** Several times at once, or a time that no clock has read; and taken back. */
function moveTimes(event: EventState, tapId: string, draw: number): EventCommandBody {
  const [shiftId] = Object.keys(event.shifts);
  const to = epochMs(EPOCH + draw * 600);
  if (draw % 4 === 0 && shiftId !== undefined) return { type: 'shift.undo', shiftId };
  if (draw % 4 === 1) return { type: 'tap.fill', tapId, to, correction: durationMs(draw - 500), of: 10 };
  if (draw % 8 === 6) return { type: 'tap.see', tapId, uncertainty: durationMs(draw % 100) };
  if (draw % 4 === 2) return { type: 'tap.enter', line: 'finish', racerId: event.taps[tapId]!.racerId, to };
  const tapIds = Object.keys(event.taps).slice(0, 5);
  if (draw % 8 === 3) {
    return { type: 'taps.move', taps: tapIds.map((id, index) => ({ tapId: id, line: LINES[(draw + index) % 4]! })) };
  }
  return { type: 'taps.shift', tapIds, ms: durationMs(draw + 1), reason: '' };
}

/** Now and then of a stop that is over, as a phone without a signal may. */
function letGoOn(event: EventState, random: Random): EventCommandBody {
  const stop = random.pick(event.stops!);
  return { type: 'race.resume', stopId: stop.id, ms: durationMs(random.below(3) * 60_000) };
}

function stopAgain(event: EventState): EventCommandBody {
  return { type: 'race.stop', undoes: event.stops!.at(-1)!.resumed!.by };
}

function runRace(event: EventState, random: Random): EventCommandBody {
  if (random.chance(0.4)) return { type: 'rehearsal.begin' };
  const readings = random.pick(readingRules);
  // Viewers get no devices, and times of a deleted account name none: the page offers none of these.
  const devices = Object.values(event.taps).flatMap(({ by }) => (by.deviceId === '' ? [] : [by.deviceId]));
  const mainDevice = random.pick([null, ...devices]);
  return { type: 'race.configure', settings: { startPolicy: random.pick(startPolicies), readings, mainDevice } };
}

/** One draw decides all three, so that the other choices of a seed stay unchanged. */
function renameOrConfigure(draw: number): EventCommandBody {
  if (draw % 7 === 0) {
    return { type: 'precision.set', precision: { unit: durationMs(1000), direction: directions[draw % 4]! } };
  }
  if (draw % 3 !== 0) return { type: 'event.rename', name: `Race ${draw}` };
  return { type: 'event.configure', initialsOnly: draw % 2 === 0, isIndexed: draw % 5 === 0 };
}

function tapOf(event: EventState, random: Random): EventCommandBody {
  const racers = Object.keys(event.entries);
  const racerId = racers.length === 0 || random.chance(0.08) ? null : random.pick(racers);
  const line = random.chance(0.1) ? random.pick(['top', 'bridge', 'zero']) : random.chance(0.5) ? 'start' : 'finish';
  return { type: 'tap.record', line, run: 1, racerId };
}

function addRacers(event: EventState, tab: Tab, random: Random): EventCommandBody | null {
  const library = tab.sync.account.getSnapshot().racers;
  const others = library.filter(({ id }) => event.entries[id] === undefined || event.entries[id].removed);
  if (others.length === 0) return null;
  const racers = others
    .slice(0, 1 + random.below(3))
    .map(({ id, name, groups }) => ({ racerId: id, name, groups, bib: null }));
  return { type: 'entries.add', racers };
}

function actOnAccount(device: Device, tab: Tab, random: Random): void {
  const { racers } = tab.sync.account.getSnapshot();
  const { sync } = tab;
  const racerId = racers.length === 0 ? null : random.pick(racers).id;
  random.weigh<() => void>([
    [4, () => createRacer(device, tab, random)],
    [2, () => createEvent(device, tab, random)],
    [
      racerId === null ? 0 : 1,
      () => device.recordForRacer(tab, racerId!, { type: 'racer.rename', name: `Ada ${random.below(99)}` }),
    ],
    [
      racerId === null ? 0 : 0.5,
      () => device.recordForRacer(tab, racerId!, { type: 'racer.tag', group: `U${random.below(20)}` }),
    ],
    [racerId === null ? 0 : 0.3, () => untagOrRestore(device, tab, racerId!, random.below(20))],
    [racerId === null ? 0 : 0.3, () => device.recordForRacer(tab, racerId!, { type: 'racer.delete' })],
    [racerId === null ? 0 : 0.3, () => mergeOrSeparate(device, tab, racerId!, random)],
    [
      device.follows.size === 0 ? 0 : 0.8,
      () => {
        const sourceId = random.pick([...device.follows.keys()]);
        const eventId = sync.makeId();
        device.recordForEvent(tab, eventId, { type: 'event.duplicate', sourceId });
        device.follow(eventId);
      },
    ],
  ])();
}

function untagOrRestore(device: Device, tab: Tab, racerId: string, draw: number): void {
  const deleted = draw % 2 === 0 ? undefined : device.deletedRacers.at(-1);
  if (deleted === undefined) device.recordForRacer(tab, racerId, { type: 'racer.untag', group: `U${draw}` });
  else device.recordForRacer(tab, deleted, { type: 'racer.restore' });
}

/** Another one, or the same one: on two devices at once a pair may be merged both ways. */
function mergeOrSeparate(device: Device, tab: Tab, racerId: string, random: Random): void {
  const { racers, merged } = tab.sync.account.getSnapshot();
  const split = merged.at(-1);
  if (split !== undefined && random.below(3) === 0) device.recordForRacer(tab, split.id, { type: 'racer.separate' });
  else device.recordForRacer(tab, racerId, { type: 'racer.merge', into: random.pick(racers).id });
}

export function createEvent(device: Device, tab: Tab, random: Random): string {
  const eventId = tab.sync.makeId();
  const name = `Race ${random.below(1000)}`;
  device.recordForEvent(tab, eventId, { type: 'event.create', name, timeZone: 'Europe/Zurich' });
  device.follow(eventId);
  return eventId;
}

export function createRacer(device: Device, tab: Tab, random: Random): string {
  const racerId = tab.sync.makeId();
  device.recordForRacer(tab, racerId, { type: 'racer.create', name: `Racer ${random.below(1000)}`, groups: [] });
  return racerId;
}
