import { once } from 'node:events';
import type { EventCommandBody } from '../../src/domain/events/commands.ts';
import { api } from '../../src/protocol/routes.ts';
import { eventCommand, tap } from '../support/commands.ts';
import { type LiveClient } from '../support/live-client.ts';
import { type ActorName, actorOf } from './actors.ts';
import { askAs, type Cell, nameOf, personOf, type Seen, type World } from './cell.ts';
import { outcomeOf } from './command-rows.ts';
import type { Outcome } from './rules.ts';
import { firstAnswer, followMessage, overSocket } from './socket-rows.ts';
import { keyOf, keysFor, type Race } from './stage.ts';
import { call, commandCall, connect, parse, refusalIn, sendAll } from './wire.ts';

/** An actor loses a right while following an event. */
interface Ending {
  readonly action: string;
  readonly actor: ActorName;
  /** Null: by the call in `call` alone. */
  readonly by: ((race: Race, world: World) => EventCommandBody) | null;
  readonly call?: (race: Race) => { readonly method: 'DELETE'; readonly path: string };
  /** Preparation before the actor follows. */
  readonly before?: (race: Race, world: World) => Promise<unknown>;
  /** Whether the actor ends it; default: the owner does. */
  readonly themselves?: boolean;
  readonly code: 'event-not-found' | 'event-deleted';
}

const rotateAdmin = (): EventCommandBody => ({ type: 'keys.rotate', which: 'admin' });
const rotateViewer = (): EventCommandBody => ({ type: 'keys.rotate', which: 'viewer' });
const removeEvent = (): EventCommandBody => ({ type: 'event.delete' });

async function inviteBy(sender: ActorName, invited: ActorName, { id }: Race, { server, people }: World): Promise<void> {
  const invite = eventCommand(id, { type: 'admin.invite', email: people.of[invited].email });
  await sendAll(server.url, people.of[sender].cookie, {}, invite);
}

const giveScreenToGuest = ({ screenId, guestId }: Race, { server }: World) =>
  server.db.updateTable('screenKeys').set({ createdBy: guestId }).where('id', '=', screenId).execute();

/** V7, V4. */
const endings: readonly Ending[] = [
  { action: 'the admin key is changed', actor: 'guest admin', by: rotateAdmin, code: 'event-not-found' },
  { action: 'the admin key is changed', actor: 'holder of the admin link', by: rotateAdmin, code: 'event-not-found' },
  { action: 'the viewer key is changed', actor: 'viewer', by: rotateViewer, code: 'event-not-found' },
  { action: 'the viewer key is changed', actor: 'viewer with an account', by: rotateViewer, code: 'event-not-found' },
  {
    action: 'the screen is withdrawn',
    actor: 'screen',
    by: null,
    call: ({ id, screenId }) => ({
      method: 'DELETE',
      path: api.screen.replace(':eventId', id).replace(':screenId', screenId),
    }),
    code: 'event-not-found',
  },
  { action: 'the event is deleted', actor: 'screen', by: removeEvent, code: 'event-deleted' },
  // SC10, SC12: the screen of a guest ends with the guest, and with a link that is changed.
  {
    action: 'the guest who made the screen is removed',
    actor: 'screen',
    before: giveScreenToGuest,
    by: ({ guestId }) => ({ type: 'admin.remove', userId: guestId }),
    code: 'event-not-found',
  },
  {
    action: 'the admin key is changed by which the maker of the screen came',
    actor: 'screen',
    before: giveScreenToGuest,
    by: rotateAdmin,
    code: 'event-not-found',
  },
  {
    action: 'the viewer key is changed, with the screens of guests',
    actor: 'screen',
    before: giveScreenToGuest,
    by: rotateViewer,
    code: 'event-not-found',
  },
  {
    action: 'the viewer key is changed, with the screens of all others',
    actor: 'screen',
    by: () => ({ type: 'keys.rotate', which: 'viewer', withdraws: ['others'] }),
    code: 'event-not-found',
  },
  {
    action: 'they are removed',
    actor: 'guest admin',
    by: ({ guestId }) => ({ type: 'admin.remove', userId: guestId }),
    code: 'event-not-found',
  },
  {
    action: 'they are removed',
    actor: 'admin by id',
    by: ({ helperId }) => ({ type: 'admin.remove', userId: helperId }),
    code: 'event-not-found',
  },
  {
    action: 'they are uninvited',
    actor: 'admin by email',
    by: (_race, { people }) => ({ type: 'admin.uninvite', email: people.of['admin by email'].email }),
    code: 'event-not-found',
  },
  // V17, V18: removal covers every entry of the person and every invitation through that person.
  {
    action: 'they are removed, invited by address besides',
    actor: 'admin by id',
    before: (race, world) => inviteBy('owner', 'admin by id', race, world),
    by: ({ helperId }) => ({ type: 'admin.remove', userId: helperId }),
    code: 'event-not-found',
  },
  {
    action: 'they are uninvited, joined by the link besides',
    actor: 'admin by email',
    before: ({ id, adminKey }, { server, people }) =>
      sendAll(
        server.url,
        people.of['admin by email'].cookie,
        { [id]: adminKey },
        eventCommand(id, { type: 'admin.join' }),
      ),
    by: (_race, { people }) => ({ type: 'admin.uninvite', email: people.of['admin by email'].email }),
    code: 'event-not-found',
  },
  {
    action: 'the admin key is changed by which they came, and invited themselves',
    actor: 'admin by id',
    before: (race, world) => inviteBy('admin by id', 'admin by id', race, world),
    by: rotateAdmin,
    code: 'event-not-found',
  },
  {
    action: 'they leave',
    actor: 'admin by id',
    by: () => ({ type: 'admin.leave' }),
    themselves: true,
    code: 'event-not-found',
  },
  { action: 'the event is deleted', actor: 'admin by id', by: removeEvent, code: 'event-deleted' },
  { action: 'the event is deleted', actor: 'guest admin', by: removeEvent, code: 'event-deleted' },
  { action: 'the event is deleted', actor: 'viewer', by: removeEvent, code: 'event-deleted' },
];

/** The follower is told, is sent nothing afterwards, and is refused over HTTP and by commands. */
export function revocationCells(): Cell[] {
  return [...endings.map(endingCell), logoutCell()];
}

function endingCell(ending: Ending): Cell {
  const { actor, code } = ending;
  const tapped = actorOf[actor].session === 'none' ? 'unauthenticated' : tapRefusal(ending);
  const cell: Cell = {
    action: `while they follow ${ending.action}`,
    actor,
    target: 'own',
    expected: `allowed before; then ${code} and no more; read: ${code}; tap: ${tapped}`,
    attempt: (world) => watchEnding(world, cell, ending),
  };
  return cell;
}

const CLOSED_WITHIN_MS = 30_000;

/** Logging out ends access on every open page. */
function logoutCell(): Cell {
  return {
    action: 'while they follow they log out',
    actor: 'admin by id',
    target: 'own',
    expected: 'allowed before; then closed with 4401',
    async attempt({ server, stage, people }) {
      const race = await stage.freshFor('admin by id', 'own');
      const { cookie } = await people.spare('admin by id');
      await sendAll(server.url, cookie, { [race.id]: race.adminKey }, eventCommand(race.id, { type: 'admin.join' }));
      const live = await connect(server.url, cookie);
      live.send(followMessage(race, undefined));
      await live.until('event');
      await call(server.url, { path: api.logout, cookie, body: {} });
      const timer = setTimeout(() => live.ws.terminate(), CLOSED_WITHIN_MS);
      const { code } = await live.closed();
      clearTimeout(timer);
      return { outcome: `allowed before; then closed with ${code}`, shape: '' };
    },
  };
}

const tapRefusal = ({ actor, code }: Ending): Outcome =>
  code === 'event-deleted' && actorOf[actor].standing === 'viewer' ? 'permission-denied' : code;

async function watchEnding(world: World, cell: Cell, ending: Ending): Promise<Seen> {
  const { stage, server, people } = world;
  const { actor } = cell;
  const race = await stage.freshFor(actor, 'own');
  await ending.before?.(race, world);
  const key = keyOf(stage, actor, 'own', race);
  const { cookie } = personOf(world, actor);
  const owner = people.of.owner;
  const live = await overSocket(world, actor, nameOf(cell), async (follower) => {
    follower.send(followMessage(race, key));
    const first = await firstAnswer(follower, ['event', 'gone']);
    if (first.type !== 'event') return 'not allowed before';
    const control = await connect(server.url, owner.cookie);
    try {
      control.send(followMessage(race, undefined));
      await control.until('event');
      if (ending.call) await call(server.url, { ...ending.call(race), cookie: owner.cookie });
      const end = ending.by && eventCommand(race.id, ending.by(race, world));
      const sender = ending.themselves === true ? cookie : owner.cookie;
      if (end) await sendAll(server.url, sender, keysFor(stage, actor, 'own', race), end);
      const last = end && ending.code === 'event-deleted' ? end : tap(race.id, 'finish', race.racerId);
      if (last !== end) await sendAll(server.url, owner.cookie, {}, last);
      await untilReceived(control, last.id);
      return describeEnd(follower, last.id);
    } finally {
      control.ws.terminate();
    }
  });
  const asked = key === undefined ? '' : `?key=${encodeURIComponent(key)}`;
  const path = api.event.replace(':eventId', race.id) + asked;
  const read = refusalIn(await askAs(world, actor, nameOf(cell), { path, cookie })) ?? 'allowed';
  const command = tap(race.id, 'finish', race.racerId);
  const keys = keysFor(stage, actor, 'own', race);
  const reply = await askAs(world, actor, nameOf(cell), commandCall(cookie, keys, command));
  const tapped = refusalIn(reply) ?? outcomeOf(parse(reply));
  return { outcome: `allowed before; then ${live}; read: ${read}; tap: ${tapped}`, shape: '' };
}

/** The text arrives in a change, or in the whole event that is sent instead when the keys have changed. */
async function untilReceived(live: LiveClient, text: string): Promise<void> {
  const signal = AbortSignal.timeout(10_000);
  while (!live.received.includes(text)) await once(live.ws, 'message', { signal });
}

/**
 * Waits until the other follower has the change; the answer to one more request then comes after everything on its way
 * to this one.
 */
async function describeEnd(follower: LiveClient, lastCommandId: string): Promise<Outcome> {
  follower.send({ type: 'clock', exchange: 7 });
  await firstAnswer(follower, ['clock']);
  const gone = follower.messages.find((message) => message.type === 'gone');
  const isTold = follower.received.includes(lastCommandId);
  const code = gone?.type === 'gone' ? gone.code : 'nothing was said';
  return `${code} and ${isTold ? 'still more' : 'no more'}`;
}
