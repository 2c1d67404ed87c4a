import { randomUUID } from 'node:crypto';
import { commandKinds } from '../../src/domain/events/command-kinds.ts';
import type { EventCommandBody } from '../../src/domain/events/commands.ts';
import type { RacerCommandBody } from '../../src/domain/racers/library.ts';
import { durationMs, epochMs } from '../../src/domain/units.ts';
import type { Command, CommandAnswers } from '../../src/protocol/commands.ts';
import { eventCommand, racerCommand } from '../support/commands.ts';
import { type ActorName, actorOf, actors, clubOf, type Target, targets, targetsOf } from './actors.ts';
import { askAs, type Cell, nameOf, personOf, type Seen, seenIn, shapeOf, type World } from './cell.ts';
import { expectEventCommand, expectRacerCommand, isAllowed, leavesReceipt, type Outcome } from './rules.ts';
import { keysFor, type Race } from './stage.ts';
import { commandCall, type Keys, parse } from './wire.ts';

type EventType = EventCommandBody['type'];
type RacerType = RacerCommandBody['type'];
type BodyOf<Type extends EventType> = Omit<EventCommandBody & { readonly type: Type }, 'type'>;

interface Asked {
  readonly race: Race;
  /** A racer of the actor's own library, where there is one; else a racer who was in the event before. */
  readonly racerId: string;
}

let invitations = 0;
let checkedMs = 0;

/** Every event command with a body for a race. A missing command does not compile. */
const eventBodies: { readonly [Type in EventType]: (asked: Asked) => BodyOf<Type> } = {
  'event.create': () => ({ name: 'Made anew', timeZone: 'Europe/Zurich' }),
  'event.duplicate': ({ race }) => ({ sourceId: race.id }),
  'event.rename': () => ({ name: 'Renamed' }),
  'event.configure': () => ({ initialsOnly: true, isIndexed: true }),
  'event.delete': () => ({}),
  'event.restore': () => ({}),
  'entries.add': ({ racerId }) => ({ racers: [{ racerId, name: 'Ada', groups: [], bib: null }] }),
  'entry.rename': ({ race }) => ({ racerId: race.racerId, name: `Ada ${(invitations += 1)}` }),
  'entry.remove': ({ race }) => ({ racerId: race.racerId }),
  'entry.restore': ({ race }) => ({ racerId: race.removedRacerId }),
  'tap.record': ({ race }) => ({ line: 'finish', run: 1, racerId: race.racerId }),
  'tap.undo': ({ race }) => ({ tapId: race.tapId }),
  'tap.redo': ({ race }) => ({ tapId: race.undoneTapId }),
  'tap.correct': ({ race }) => ({ tapId: race.tapId, to: epochMs(1_700_000_000_000) }),
  'tap.choose': ({ race }) => ({ tapId: race.secondTapId }),
  'tap.assign': ({ race }) => ({ tapId: race.tapId, racerId: race.otherRacerId }),
  'status.set': ({ race }) => ({ racerId: race.racerId, attempt: 1, status: 'DSQ', reason: 'short cut' }),
  'adjustment.add': ({ race }) => ({ racerId: race.racerId, attempt: 1, ms: durationMs(-1000), reason: '' }),
  'adjustment.remove': ({ race }) => ({ racerId: race.racerId, attempt: 1, adjustmentId: race.adjustmentId }),
  'statuses.set': ({ race }) => ({ racerIds: [race.racerId, race.otherRacerId], status: 'DNS', reason: '' }),
  'tap.enter': ({ race }) => ({ line: 'top', racerId: race.racerId, to: epochMs(1_700_000_000_000) }),
  'tap.see': ({ race }) => ({ tapId: race.tapId, uncertainty: durationMs((invitations += 1)) }),
  'tap.fill': ({ race }) => ({
    tapId: race.tapId,
    to: epochMs(1_700_000_000_500),
    correction: durationMs(40),
    of: 10,
  }),
  'taps.shift': ({ race }) => ({ tapIds: [race.tapId], ms: durationMs(10_000), reason: '' }),
  'shift.undo': ({ race }) => ({ shiftId: race.shiftId }),
  'taps.move': ({ race }) => ({ taps: [{ tapId: race.tapId, line: 'top' }] }),
  'bibs.set': ({ race }) => ({ bibs: [{ racerId: race.racerId, bib: String((invitations += 1)) }] }),
  'schedule.set': ({ race }) => ({ slots: [{ racerId: race.racerId, order: (invitations += 1), at: null }] }),
  'schedule.shift': () => ({ from: epochMs(0), ms: durationMs(30_000) }),
  'race.configure': () => ({ settings: { tones: 'pips' } }),
  'format.set': () => ({ format: { conditions: `Wind ${(invitations += 1)}` } }),
  'details.set': ({ race }) => ({ given: [{ racerId: race.racerId, details: { club: `${(invitations += 1)}` } }] }),
  'handicaps.set': ({ race }) => ({
    given: [{ racerId: race.racerId, handicap: { ms: (invitations += 1), source: 'table' } }],
  }),
  'official.set': () => ({ note: '' }),
  'helper.name': () => ({ name: `Sam ${(invitations += 1)}`, post: 'finish' }),
  'rehearsal.begin': () => ({}),
  'rehearsal.end': () => ({ keeps: false }),
  'race.stop': () => ({}),
  'race.resume': () => ({ stopId: randomUUID(), ms: durationMs(60_000) }),
  'times.check': ({ race }) => ({
    times: [{ racerId: race.racerId, attempt: 1, ms: durationMs((checkedMs += 1)) }],
  }),
  'precision.set': () => ({ precision: { unit: durationMs(1000), direction: 'up' } }),
  'admin.invite': () => ({ email: `friend-${(invitations += 1)}@example.org` }),
  'admin.join': () => ({}),
  'admin.remove': ({ race }) => ({ userId: race.guestId }),
  'admin.uninvite': ({ race }) => ({ email: race.invitedEmail }),
  'admin.leave': () => ({}),
  'owner.change': ({ race }) => ({ userId: race.helperId }),
  'group.share': () => ({}),
  'group.withdraw': () => ({}),
  'keys.rotate': () => ({ which: 'admin' }),
};

type RacerBodies = {
  readonly [Type in RacerType]: Omit<RacerCommandBody & { readonly type: Type }, 'type'>;
};

/** `otherId`: another racer of the actor's library, where there is one. */
const racerBodiesBeside = (otherId: string): RacerBodies => ({
  'racer.create': { name: 'Ada', groups: [] },
  'racer.rename': { name: 'Bea' },
  'racer.describe': { details: { club: 'Wheelers' } },
  'racer.tag': { group: 'Juniors' },
  'racer.untag': { group: 'Juniors' },
  'racer.delete': {},
  'racer.merge': { into: otherId },
  'racer.separate': {},
  'racer.restore': {},
});

const racerTypes = Object.keys(racerBodiesBeside('')) as RacerType[];

export const commandTypes: readonly Command['type'][] = [
  'event.create',
  'event.duplicate',
  ...(Object.keys(commandKinds) as EventType[]),
  ...racerTypes,
];

/** The outcome of one command of an actor. */
export async function tryCommand(
  world: World,
  actor: ActorName,
  during: string,
  keys: Keys,
  command: Command,
): Promise<Seen> {
  const { cookie } = personOf(world, actor);
  const reply = await askAs(world, actor, during, commandCall(cookie, keys, command));
  const ids = [command.id, 'eventId' in command ? command.eventId : command.racerId];
  if (reply.status !== 200) return seenIn(reply, ids);
  return { outcome: outcomeOf(parse<CommandAnswers>(reply)), shape: shapeOf(reply, ...ids) };
}

export function outcomeOf({ answers: [answer] }: CommandAnswers): Outcome {
  if (answer?.status === 'accepted') return 'allowed';
  return answer?.status === 'refused' ? answer.code : 'later';
}

function bodyOf(type: EventType, asked: Asked): EventCommandBody {
  return { type, ...eventBodies[type](asked) } as EventCommandBody;
}

async function attemptEvent(world: World, cell: Cell, type: EventType): Promise<Seen> {
  const { actor, expected } = cell;
  const { stage, people } = world;
  const target = cell.target as Target;
  const race = isAllowed(expected) ? await stage.freshFor(actor, target) : stage.raceFor(actor, target);
  const keys = keysFor(stage, actor, target, race);
  const racerId = people.belongings[actor]?.racerId ?? race.removedRacerId;
  const command = eventCommand(type === 'event.duplicate' ? randomUUID() : race.id, bodyOf(type, { race, racerId }));
  const seen = await tryCommand(world, actor, nameOf(cell), keys, command);
  // Sharing makes the viewer key public.
  if (type === 'group.share' && seen.outcome === 'allowed') world.canary.forget(race.viewerKey);
  return seen;
}

function racerFor({ people }: World, actor: ActorName, target: Target): string {
  if (target === 'missing') return randomUUID();
  const isOwn = target === 'own' || target === 'deleted';
  const whose = isOwn ? actor : clubOf(actor, target) === 'ours' ? 'owner' : 'outsider';
  const { racerId, deletedRacerId } = people.belongings[whose]!;
  return target === 'deleted' || target === "other's deleted" ? deletedRacerId : racerId;
}

/** An actor without an account has no library, so no own racers. */
const racerTargetsOf = (actor: ActorName): readonly Target[] =>
  actorOf[actor].session === 'account' ? targets : targets.filter((target) => target !== 'own' && target !== 'deleted');

async function attemptRacer(world: World, cell: Cell, type: RacerType): Promise<Seen> {
  const { actor, expected } = cell;
  const target = cell.target as Target;
  const { cookie } = personOf(world, actor);
  let racerId = racerFor(world, actor, target);
  if (isAllowed(expected) && target !== 'missing') {
    // A racer in the same state that may be changed.
    racerId = randomUUID();
    const made = [racerCommand(racerId, { type: 'racer.create', name: 'Ada', groups: [] })];
    if (target === 'deleted') made.push(racerCommand(racerId, { type: 'racer.delete' }));
    for (const command of made) await askAs(world, actor, nameOf(cell), commandCall(cookie, {}, command));
  }
  const bodies = racerBodiesBeside(world.people.belongings[actor]?.racerId ?? randomUUID());
  const command = racerCommand(racerId, { type, ...bodies[type] } as RacerCommandBody);
  return tryCommand(world, actor, nameOf(cell), {}, command);
}

type Attempt = (world: World, cell: Cell) => Promise<Seen>;

export function commandCell(
  action: string,
  actor: ActorName,
  target: Cell['target'],
  expected: Outcome,
  attempt: Attempt,
): Cell {
  const cell: Cell = {
    action,
    actor,
    target,
    expected,
    hasReceipt: !isAllowed(expected) && leavesReceipt(expected),
    attempt: (world) => attempt(world, cell),
  };
  return cell;
}

export function commandCells(): Cell[] {
  const cells: Cell[] = [];
  for (const actor of actors) {
    for (const type of Object.keys(eventBodies) as EventType[]) {
      for (const target of targetsOf(actor)) {
        const expected = expectEventCommand(type, actor, target);
        cells.push(commandCell(type, actor, target, expected, (world, cell) => attemptEvent(world, cell, type)));
      }
    }
    for (const type of racerTypes) {
      for (const target of racerTargetsOf(actor)) {
        const expected = expectRacerCommand(type, actor, target);
        cells.push(commandCell(type, actor, target, expected, (world, cell) => attemptRacer(world, cell, type)));
      }
    }
  }
  return cells;
}
