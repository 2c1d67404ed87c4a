import { randomUUID } from 'node:crypto';
import type { RowsFrame } from '../../src/domain/sights/set-rows.ts';
import type { Author, EventState } from '../../src/domain/model/state.ts';
import type { Reading } from '../../src/domain/timing/clock.ts';
import type { Change } from '../../src/domain/model/changes.ts';
import type { GuestKeys, SharedGroup } from '../../src/protocol/live.ts';
import type { EventScreens } from '../../src/protocol/screens.ts';
import { api } from '../../src/protocol/routes.ts';
import { actorOf, isDeleted, type Target, targetsOf } from './actors.ts';
import { askAs, nameOf, personOf, type RouteRow, type Seen, seenIn } from './cell.ts';
import {
  expectAdminRead,
  expectChanges,
  expectEventRead,
  expectScreens,
  expectWithdrawal,
  isAllowed,
  type Outcome,
} from './rules.ts';
import { keyOf } from './stage.ts';
import { type Call, parse, type Reply } from './wire.ts';

interface Whole {
  readonly view: 'admin' | 'viewer';
  readonly event: EventState;
  readonly keys?: GuestKeys;
}

/** Describes what an actor got of an event by its content, not only by its `view` field. */
export function describeWhole({ view, event, keys }: Whole): Outcome {
  const isBare =
    event.ownerId === '' &&
    event.admins.length === 0 &&
    event.race.mainDevice === null &&
    Object.values(event.taps).every(isUnsigned);
  if (isBare !== (view === 'viewer')) return `a ${view}'s view with the other's content`;
  return `allowed as ${view}${keys === undefined ? '' : ' with keys'}`;
}

const isUnsigned = ({ by, captured }: { by: Author; captured: Reading }): boolean =>
  by.userId === '' && by.name === '' && by.deviceId === '' && captured.wall === 0;

/** V8: nothing about the admins, not even in the changes about them. */
function isForViewers(change: Change): boolean {
  const { userId, name, deviceId } = change.by;
  if (userId !== '' || name !== '' || deviceId !== '') return false;
  if (/^(admin-|owner-|keys-|event-shared|event-withdrawn)/.test(change.type)) return false;
  return change.type !== 'tap-recorded' || isUnsigned(change);
}

/** V34: the fields that viewers may get, of the head, of a row, of an entry and of a tap. Written apart from the product. */
const publicFields = {
  head: `needs name createdAt timeZone awaitingCredits deletedAt initialsOnly isIndexed splits attempts precision race format
    official arrangedBy rehearsal rehearsed`,
  row: 'entry taps rulings corrections',
  entry: 'racerId name groups bib addedSeq removed slot slots rehearsal details handicap',
  tap: 'id seq assignedSeq line attempt placed corrected note via shift filled counts',
};

const isPublic = (of: keyof typeof publicFields, value: object): boolean =>
  Object.keys(value).every((field) => publicFields[of].split(/\s+/).includes(field));

export function describeRows({ head, rows }: RowsFrame): Outcome {
  const isBare =
    (head === undefined || (isPublic('head', head) && head.race.mainDevice === null)) &&
    rows.every((row) => isPublic('row', row) && isPublic('entry', row.entry)) &&
    rows.every(({ taps }) => taps.every((tap) => isPublic('tap', tap))) &&
    rows.every(({ entry }) => !entry.removed || (entry.name === '' && entry.bib === undefined));
  return isBare ? 'allowed as viewer' : 'rows with more than viewers may see';
}

function describeChanges(reply: Reply): Outcome {
  const answer = parse<{ changes?: readonly Change[] } | RowsFrame | Whole>(reply);
  if ('rows' in answer) return describeRows(answer);
  // What touches all racers comes to viewers as the whole.
  if ('event' in answer) return answer.view === 'viewer' ? describeWhole(answer) : 'the whole, not the changes';
  const { changes = [] } = answer;
  const [first] = changes;
  if (first?.type !== 'event-created') return 'not the changes from the first on';
  const isBare = first.ownerId === '' && changes.every(isForViewers);
  return `allowed as ${isBare ? 'viewer' : 'admin'}`;
}

const describeAddresses = (reply: Reply): Outcome =>
  `allowed ${reply.text.includes('canaryinvited') ? 'with' : 'without'} addresses`;

/** The keys are in the answer: the canary watches who else is sent them. */
function describeScreens(reply: Reply): Outcome {
  const { screens } = parse<EventScreens>(reply);
  if (screens.length !== 1) return screens.length === 2 ? 'allowed with all screens' : 'allowed with no screen';
  return screens[0]!.name.endsWith('of a guest') ? 'allowed with their own screen' : "allowed with another's screen";
}

export function reading(
  path: string,
  query: string,
  expect: (actor: Parameters<RouteRow['expect']>[0], target: Target) => Outcome,
  allowed: (reply: Reply) => Outcome,
  method: Call['method'] = 'GET',
): RouteRow {
  return {
    targets: targetsOf,
    expect: (actor, target) => expect(actor, target as Target),
    async attempt(world, cell): Promise<Seen> {
      const { actor } = cell;
      const target = cell.target as Target;
      const race = world.stage.raceFor(actor, target);
      const key = keyOf(world.stage, actor, target, race);
      const asked = new URLSearchParams(query);
      if (key !== undefined) asked.set('key', key);
      const { cookie } = personOf(world, actor);
      const request = { method, path: `${path.replace(':eventId', race.id)}?${asked}`, cookie };
      return seenIn(await askAs(world, actor, nameOf(cell), request), [race.id], allowed);
    },
  };
}

type EventReads = 'event' | 'changes' | 'history' | 'people' | 'screens' | 'screen' | 'group' | 'followers';

export const eventReadRows: Readonly<Record<EventReads, RouteRow>> = {
  event: reading(api.event, '', expectEventRead, (reply) => describeWhole(parse<Whole>(reply))),
  changes: reading(api.changes, 'after=0', expectChanges, describeChanges),
  history: reading(api.history, '', expectAdminRead, describeAddresses),
  people: reading(api.people, '', expectAdminRead, describeAddresses),
  // Every reader of an event may follow it, unless it is deleted. A screen would be sent the viewer link (FO15).
  followers: {
    targets: targetsOf,
    expect(actor, target) {
      const seen = expectEventRead(actor, target as Target);
      if (!seen.startsWith('allowed')) return seen;
      if (isDeleted(target as Target)) return 'event-deleted';
      return actor === 'screen' ? 'permission-denied' : 'allowed';
    },
    async attempt(world, cell) {
      const { actor } = cell;
      const target = cell.target as Target;
      const race = world.stage.raceFor(actor, target);
      const key = keyOf(world.stage, actor, target, race);
      const { cookie } = personOf(world, actor);
      const query = key === undefined ? '' : `?key=${key}`;
      const endpoint = `https://push.example.org/${randomUUID()}`;
      const by = { kind: 'push', endpoint, p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) };
      const request = {
        path: `${api.followers.replace(':eventId', race.id)}${query}`,
        cookie,
        body: { racerId: null, by },
      };
      return seenIn(await askAs(world, actor, nameOf(cell), request), [race.id]);
    },
  },
  screens: reading(api.screens, '', expectScreens, describeScreens),
  screen: {
    targets: targetsOf,
    expect: (actor, target) => expectWithdrawal(actor, target as Target),
    async attempt(world, cell) {
      const { actor, expected } = cell;
      const { stage, server } = world;
      const target = cell.target as Target;
      const race = isAllowed(expected) ? await stage.freshFor(actor, target) : stage.raceFor(actor, target);
      const key = keyOf(stage, actor, target, race);
      const { cookie } = personOf(world, actor);
      const path = api.screen.replace(':eventId', race.id).replace(':screenId', race.screenId);
      const request = { method: 'DELETE', path: key === undefined ? path : `${path}?key=${key}`, cookie } as const;
      const reply = await askAs(world, actor, nameOf(cell), request);
      const rows = await server.db.selectFrom('screenKeys').select('id').where('id', '=', race.screenId).execute();
      return seenIn(
        reply,
        [race.id, race.screenId],
        () => `allowed, and the screen is ${rows.length > 0 ? 'there' : 'gone'}`,
      );
    },
  },
  // Groups are public: every reader with the address may look. A missing group has no name.
  group: {
    targets: (actor) => (actorOf[actor].session === 'account' ? ['own', "other's", 'missing'] : ["other's", 'missing']),
    expect: (_actor, target) => (target === 'missing' ? 'allowed, an unknown group' : 'allowed, the public group'),
    async attempt(world, cell) {
      const { actor, target } = cell;
      const { people } = world;
      const whose = target === 'own' ? actor : actor === 'owner' ? 'outsider' : 'owner';
      const groupId = target === 'missing' ? 'nothing-here' : people.of[whose].userId;
      const { cookie } = personOf(world, actor);
      const request = { path: api.group.replace(':groupId', groupId), cookie };
      return seenIn(await askAs(world, actor, nameOf(cell), request), [groupId], (reply) =>
        describeGroup(parse<SharedGroup>(reply)),
      );
    },
  },
};

export function describeGroup({ name, events }: SharedGroup): Outcome {
  if (name === null) return events.length === 0 ? 'allowed, an unknown group' : 'an unknown group with events';
  return `allowed, the ${name} group`;
}
