import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';
import type { EventCommandBody } from '../../src/domain/events/commands.ts';
import type { Command } from '../../src/protocol/commands.ts';
import { LIVE_PATH } from '../../src/protocol/live.ts';
import { api } from '../../src/protocol/routes.ts';
import { operations } from '../support/all-operations.ts';
import { batchOf, createEvent, eventCommand, racerCommand } from '../support/commands.ts';
import { type ActorName, actorOf, actors } from './actors.ts';
import { askAs, type Cell, nameOf, personOf, type Seen, seenIn, type World } from './cell.ts';
import { commandCell, tryCommand } from './command-rows.ts';
import { setVerified, signUp } from './people.ts';
import type { Outcome } from './rules.ts';
import type { Race } from './stage.ts';
import { type Call, newAddress, parse, sendAll } from './wire.ts';

/** Cells that the registries do not produce: the same commands on other subjects. */
export function moreCells(): Cell[] {
  return [
    ...racerCells(),
    ...mergeCells(),
    ...handOverCells(),
    ...waitingCells(),
    ...unconfirmedCells(),
    ...otherNameCells(),
    ...passwordCells(),
    ...crossSiteCells(),
  ];
}

const ADMINS: readonly ActorName[] = ['owner', 'admin by id', 'admin by email', 'guest admin'];

const onRace =
  (body: (race: Race, world: World) => EventCommandBody) =>
  (world: World, cell: Cell): Promise<Seen> => {
    const race = world.stage.raceFor(cell.actor, 'own');
    return tryCommand(world, cell.actor, nameOf(cell), {}, eventCommand(race.id, body(race, world)));
  };

const add = (racerId: string): EventCommandBody => ({
  type: 'entries.add',
  racers: [{ racerId, name: 'Ada', groups: [], bib: null }],
});

/** V1: an admin can add only racers of their own library. */
function racerCells(): Cell[] {
  return ADMINS.flatMap((actor) => [
    commandCell(
      'entries.add of a racer',
      actor,
      "other's",
      'racer-not-found',
      onRace((_race, { people }) => add(people.belongings.outsider!.racerId)),
    ),
    commandCell(
      'entries.add of a racer',
      actor,
      "other's deleted",
      'racer-not-found',
      onRace((_race, { people }) => add(people.belongings.outsider!.deletedRacerId)),
    ),
    commandCell(
      'entries.add of a racer',
      actor,
      'missing',
      'racer-not-found',
      onRace(() => add(randomUUID())),
    ),
  ]);
}

/** NM4: racers of two libraries are never one person. */
function mergeCells(): Cell[] {
  const between = (one: (world: World) => string, other: (world: World) => string) => (world: World, cell: Cell) => {
    const command = racerCommand(one(world), { type: 'racer.merge', into: other(world) });
    return tryCommand(world, cell.actor, nameOf(cell), {}, command);
  };
  const own = ({ people }: World) => people.belongings.owner!.racerId;
  const theirs = ({ people }: World) => people.belongings.outsider!.racerId;
  return [
    commandCell('racer.merge into a racer', 'owner', "other's", 'racer-not-found', between(own, theirs)),
    commandCell('racer.merge of a racer', 'owner', "other's", 'racer-not-found', between(theirs, own)),
    commandCell(
      'racer.merge into a racer',
      'owner',
      'missing',
      'racer-not-found',
      between(own, () => randomUUID()),
    ),
  ];
}

/** V10: the new owner has an account and is an admin already. */
function handOverCells(): Cell[] {
  const to = (userId: (race: Race, world: World) => string) =>
    onRace((race, world) => ({ type: 'owner.change', userId: userId(race, world) }));
  return [
    commandCell(
      'owner.change to a guest',
      'owner',
      'own',
      'account-required',
      to(({ guestId }) => guestId),
    ),
    commandCell(
      'owner.change to a stranger',
      'owner',
      'own',
      'admin-not-found',
      to((_race, { people }) => people.of.newcomer.userId),
    ),
    commandCell(
      'admin.remove of a stranger',
      'owner',
      'own',
      'admin-not-found',
      onRace((_race, { people }) => ({ type: 'admin.remove', userId: people.of.newcomer.userId })),
    ),
  ];
}

interface NewRace {
  readonly before?: () => readonly Command[];
  readonly isOwnerConfirmed: boolean;
  readonly isHelperConfirmed: boolean;
}

/** An event of a new owner with a new helper: the owner tries a command. */
const onNewRace =
  (race: NewRace, body: (helperId: string) => EventCommandBody) =>
  async (world: World, cell: Cell): Promise<Seen> => {
    const { server } = world;
    const [owner, helper] = [await signUp(server), await signUp(server)];
    await setVerified(server, owner.userId, race.isOwnerConfirmed);
    await setVerified(server, helper.userId, race.isHelperConfirmed);
    const eventId = randomUUID();
    await sendAll(server.url, owner.cookie, {}, ...(race.before?.() ?? []), createEvent(eventId));
    const { admin } = await server.db
      .selectFrom('eventKeys')
      .select('admin')
      .where('eventId', '=', eventId)
      .executeTakeFirstOrThrow();
    const join = eventCommand(eventId, { type: 'admin.join' });
    await sendAll(server.url, helper.cookie, { [eventId]: admin }, join);
    const command = eventCommand(eventId, body(helper.userId));
    const request = { path: api.commands, cookie: owner.cookie, body: batchOf(command) };
    const reply = await askAs(world, cell.actor, nameOf(cell), request);
    const [answer] = parse<{ answers: readonly { status: string; code?: string }[] }>(reply).answers;
    return { outcome: answer?.code ?? answer?.status ?? '', shape: '' };
  };

/** V19: inviting by mail, handing over and taking over need a confirmed address. */
function unconfirmedCells(): Cell[] {
  const giving = (helperId: string): EventCommandBody => ({ type: 'owner.change', userId: helperId });
  const inviting = (): EventCommandBody => ({ type: 'admin.invite', email: 'friend@example.org' });
  const cell = (
    action: string,
    expected: Outcome,
    race: NewRace,
    body: (helperId: string) => EventCommandBody,
  ): Cell => ({
    ...commandCell(action, 'owner', 'own', expected, onNewRace(race, body)),
    buildsFirst: true,
  });
  const [owner, helper] = [
    { isOwnerConfirmed: false, isHelperConfirmed: true },
    { isOwnerConfirmed: true, isHelperConfirmed: false },
  ];
  return [
    cell('admin.invite by an address that is not confirmed', 'address-not-confirmed', owner, inviting),
    cell('owner.change by an address that is not confirmed', 'address-not-confirmed', owner, giving),
    cell('owner.change to an address that is not confirmed', 'new-owner-not-confirmed', helper, giving),
  ];
}

const EVENTS_COVERED = 5;

/**
 * V2, V10: an event that waits for credits is not shared and not handed over. Its owner is new, with slightly too few
 * credits.
 */
function waitingCells(): Cell[] {
  const covered = () => Array.from({ length: EVENTS_COVERED }, () => createEvent());
  const waiting = (action: string, body: (helperId: string) => EventCommandBody): Cell =>
    commandCell(
      action,
      'owner',
      'own',
      'awaiting-credits',
      onNewRace({ before: covered, isOwnerConfirmed: true, isHelperConfirmed: true }, body),
    );
  return [
    waiting('group.share of what waits for credits', () => ({ type: 'group.share' })),
    waiting('owner.change of what waits for credits', (userId) => ({ type: 'owner.change', userId })),
  ].map((cell) => ({ ...cell, buildsFirst: true }));
}

/** Commands of one user are not accepted from the session of another. */
function otherNameCells(): Cell[] {
  return actors.map((actor): Cell => {
    const cell: Cell = {
      action: 'commands in another name',
      actor,
      target: "other's",
      expected: 'unauthenticated',
      async attempt(world) {
        const { cookie } = personOf(world, actor);
        const userId = world.people.of[actor === 'owner' ? 'outsider' : 'owner'].userId;
        const rename = eventCommand(world.stage.raceFor(actor, "other's").id, { type: 'event.rename', name: 'Mine' });
        const request = { path: api.commands, cookie, body: { ...batchOf(rename), userId } };
        return seenIn(await askAs(world, actor, nameOf(cell), request), []);
      },
    };
    return cell;
  });
}

/** A14: a session alone neither changes the password nor deletes the account. */
function passwordCells(): Cell[] {
  const bodies = {
    [api.changePassword]: { currentPassword: 'not the password', newPassword: 'another password' },
    [api.deleteAccount]: { password: 'not the password' },
  };
  const withAccount = actors.filter((actor) => actorOf[actor].session === 'account');
  return withAccount.flatMap((actor) =>
    Object.entries(bodies).map(([path, body]): Cell => {
      const cell: Cell = {
        action: `${path} without the password`,
        actor,
        target: '-',
        expected: 'wrong-password',
        async attempt(world) {
          const { cookie } = personOf(world, actor);
          return seenIn(await askAs(world, actor, nameOf(cell), { path, cookie, body }), []);
        },
      };
      return cell;
    }),
  );
}

const ELSEWHERE = 'https://elsewhere.example';
const ways: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'an origin': { origin: ELSEWHERE },
  'a mark of the browser': { 'sec-fetch-site': 'cross-site' },
};

/** A page of another site can make a browser send its cookies along: no request that changes something accepts them. */
function crossSiteCells(): Cell[] {
  const changing = operations.filter(({ method }) => method !== 'get' && method !== 'head');
  return actors.flatMap((actor) => [
    ...changing.flatMap(({ method, path }) =>
      Object.entries(ways).map(([way, headers]) =>
        crossSiteCell(`${method} ${path} from another site, by ${way}`, actor, (world, during) =>
          sendFrom(world, actor, during, { path, method: method.toUpperCase() as Call['method'] & string, headers }),
        ),
      ),
    ),
    ...Object.entries(ways).map(([way, headers]) =>
      crossSiteCell(`socket from another site, by ${way}`, actor, (world) => openFrom(world, actor, headers)),
    ),
  ]);
}

type Cross = (world: World, during: string) => Promise<Seen>;

function crossSiteCell(action: string, actor: ActorName, attempt: Cross): Cell {
  const cell: Cell = {
    action,
    actor,
    target: '-',
    expected: 'origin-refused',
    attempt: (world) => attempt(world, nameOf(cell)),
  };
  return cell;
}

async function sendFrom(world: World, actor: ActorName, during: string, request: Call): Promise<Seen> {
  const { cookie } = personOf(world, actor);
  return seenIn(await askAs(world, actor, during, { ...request, cookie, body: {} }), []);
}

function openFrom(
  { server, people }: World,
  actor: ActorName,
  headers: Readonly<Record<string, string>>,
): Promise<Seen> {
  const { cookie } = people.of[actor];
  const ws = new WebSocket(server.url.replace('http', 'ws') + LIVE_PATH, {
    headers: { ...headers, 'x-forwarded-for': newAddress(), ...(cookie !== '' && { cookie }) },
  });
  const seen = (outcome: Outcome): Seen => ({ outcome, shape: '' });
  return new Promise((resolve, reject) => {
    ws.on('error', reject);
    ws.on('open', () => {
      ws.terminate();
      resolve(seen('allowed'));
    });
    ws.on('unexpected-response', (_request, response) => {
      response.destroy();
      resolve(seen(response.statusCode === 403 ? 'origin-refused' : `status ${response.statusCode}`));
    });
  });
}
