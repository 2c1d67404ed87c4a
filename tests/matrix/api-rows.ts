import { randomUUID } from 'node:crypto';
import type { ListedEvents, StartList } from '../../src/protocol/api-reads.ts';
import { seriesPath, seriesPaths } from '../../src/protocol/series-paths.ts';
import type { SeriesAnswer } from '../../src/protocol/series.ts';
import { scopes, tokenCalls } from '../../src/protocol/api-tokens.ts';
import { api } from '../../src/protocol/routes.ts';
import { systemClock } from '../../src/server/clock.ts';
import { operations } from '../support/all-operations.ts';
import { createTokens } from '../../src/server/tokens/tokens.ts';
import { batchOf, eventCommand } from '../support/commands.ts';
import { type ActorName, actorOf, type Target, targetsOf } from './actors.ts';
import { askAs, type Cell, nameOf, personOf, type RouteRow, type Seen, seenIn, type World } from './cell.ts';
import { type Belongings, confirmed } from './people.ts';
import { expectAccount, expectEventRead, type Outcome } from './rules.ts';
import { makeSeries } from './series-rows.ts';
import { keyOf } from './stage.ts';
import { parse, type Reply } from './wire.ts';

/** AP9: tokens and webhooks are for accounts with a confirmed address. */
function expectConfirmed(actor: ActorName): Outcome {
  const seen = expectAccount(actor, 'account-required');
  return seen === 'allowed' && !confirmed.includes(actor) ? 'address-not-confirmed' : seen;
}

const asking = (path: string, body?: (id: string) => object): RouteRow['attempt'] =>
  async function attempt(world, cell): Promise<Seen> {
    const { cookie } = personOf(world, cell.actor);
    const id = idFor(world, cell, path);
    const request = { path, cookie, ...(body && { body: body(id) }) };
    return seenIn(await askAs(world, cell.actor, nameOf(cell), request), [id]);
  };

function idFor({ people }: World, { actor, target }: Cell, path: string): string {
  if (target !== 'own' && target !== "other's") return randomUUID();
  const whose = target === 'own' ? actor : actor === 'owner' ? 'outsider' : 'owner';
  const name: keyof Belongings = path === api.withdrawToken ? 'tokenId' : 'webhookId';
  return people.belongings[whose]![name];
}

const listing = (path: string): RouteRow => ({
  targets: () => ['-'],
  expect: expectConfirmed,
  attempt: asking(path),
});
const making = (path: string, body: object, made: Outcome = 'allowed'): RouteRow => ({
  targets: () => ['-'],
  expect: (actor) => (expectConfirmed(actor) === 'allowed' ? made : expectConfirmed(actor)),
  attempt: asking(path, () => body),
});
/** Things of other accounts look like things that do not exist. */
const choosing = (path: string, missing: Outcome): RouteRow => ({
  targets: (actor) => (confirmed.includes(actor) ? ['own', "other's", 'missing'] : ["other's", 'missing']),
  expect(actor, target) {
    const seen = expectConfirmed(actor);
    return seen === 'allowed' && target !== 'own' ? missing : seen;
  },
  attempt: asking(path, (id) => ({ id })),
});

/** Names are marks of the canary: a viewer of an event that hides names would be found out. */
const describeList = (reply: Reply): Outcome =>
  parse<StartList>(reply).version === 1 ? 'allowed' : 'an unknown version of the start list';

type ApiReads =
  | 'eventList'
  | 'startList'
  | 'tokens'
  | 'createToken'
  | 'withdrawToken'
  | 'webhooks'
  | 'createWebhook'
  | 'removeWebhook'
  | 'testWebhook'
  | 'resumeWebhook';

export const apiRows: Readonly<Record<ApiReads, RouteRow>> = {
  eventList: {
    targets: () => ['-'],
    expect: (actor) => expectAccount(actor, 'allowed'),
    async attempt(world, cell) {
      const request = { path: api.eventList, cookie: personOf(world, cell.actor).cookie };
      return seenIn(await askAs(world, cell.actor, nameOf(cell), request), [], (reply) =>
        parse<ListedEvents>(reply).version === 1 ? 'allowed' : 'an unknown version of the list',
      );
    },
  },
  startList: {
    targets: targetsOf,
    expect: (actor, target) => expectEventRead(actor, target as Target).replace(/^allowed.*/, 'allowed'),
    attempt: (world, cell) => readList(world, cell, { cookie: personOf(world, cell.actor).cookie }),
  },
  tokens: listing(api.tokens),
  createToken: making(api.createToken, { name: 'Box', scopes: ['events:read'], days: 7 }),
  withdrawToken: choosing(api.withdrawToken, 'token-not-found'),
  webhooks: listing(api.webhooks),
  // The addresses of a private network are refused for everybody.
  createWebhook: making(api.createWebhook, { url: 'https://127.0.0.1/', kinds: ['result'] }, 'webhook-address-refused'),
  testWebhook: choosing(api.testWebhook, 'webhook-not-found'),
  resumeWebhook: choosing(api.resumeWebhook, 'webhook-not-found'),
  removeWebhook: choosing(api.removeWebhook, 'webhook-not-found'),
};

async function readList(world: World, cell: Cell, who: { cookie?: string; headers?: Record<string, string> }) {
  const target = cell.target as Target;
  const race = world.stage.raceFor(cell.actor, target);
  const key = who.headers === undefined ? keyOf(world.stage, cell.actor, target, race) : undefined;
  const asked = key === undefined ? '' : `?key=${encodeURIComponent(key)}`;
  const request = { path: api.startList.replace(':eventId', race.id) + asked, ...who };
  return seenIn(await askAs(world, cell.actor, nameOf(cell), request), [race.id], describeList);
}

/** The whole event, without the keys of its links and the addresses of its people. */
async function readWhole(world: World, cell: Cell, headers: Record<string, string>) {
  const race = world.stage.raceFor(cell.actor, cell.target as Target);
  const request = { path: api.event.replace(':eventId', race.id), headers };
  return seenIn(await askAs(world, cell.actor, nameOf(cell), request), [race.id], (reply) =>
    'keys' in parse<object>(reply) ? 'the keys of the event' : 'allowed',
  );
}

/** Accounts whose tokens are tried. */
const tokenActors = confirmed.filter((actor) => actorOf[actor].club !== null);

const made = new WeakMap<World, Map<ActorName, string>>();

/** A token with all scopes, made once for each account. */
async function tokenOf(world: World, actor: ActorName): Promise<Record<string, string>> {
  const { server, people, canary } = world;
  const known = made.get(world) ?? new Map<ActorName, string>();
  made.set(world, known);
  if (!known.has(actor)) {
    const free = { take: () => 0, takeMany: () => 0, giveBack: () => {}, isSpent: () => false };
    const tokens = createTokens({
      db: server.db,
      clock: systemClock,
      limits: { limiter: () => free, hear: () => {} },
    });
    const token = await tokens.make(people.of[actor].userId, { name: 'Box', scopes: [...scopes], days: 7 });
    if (!token.ok) throw new Error(token.error);
    canary.mark('secret', token.value, `a token of: ${actor}`, []);
    known.set(actor, token.value);
  }
  return { authorization: `Bearer ${known.get(actor)!}` };
}

/** AP2, AP4, AP6: what a program with every scope gets, and what it never gets. */
export function tokenCells(): Cell[] {
  const isOpen = (method: string, path: string) =>
    tokenCalls.some((call) => call.method === method && call.path === path);
  const closed = operations.filter(({ method, path }) => !isOpen(method, path));
  return tokenActors.flatMap((actor) => [
    ...targetsOf(actor).map((target) =>
      tokenCell('start list with a token', actor, target, {
        expected: expectEventRead(actor, target).replace(/^allowed.*/, 'allowed'),
        attempt: async (world, cell) => readList(world, cell, { headers: await tokenOf(world, actor) }),
      }),
    ),
    ...targetsOf(actor).map((target) =>
      tokenCell('event with a token', actor, target, {
        expected: expectEventRead(actor, target).replace(/^allowed.*/, 'allowed'),
        attempt: async (world, cell) => readWhole(world, cell, await tokenOf(world, actor)),
      }),
    ),
    ...(['own', "other's", 'missing'] as const).map((target) =>
      tokenCell('series with a token', actor, target, {
        expected: target === 'own' ? 'allowed' : 'series-not-found',
        async attempt(world, cell) {
          const whose = target === 'own' ? actor : actor === 'owner' ? 'outsider' : 'owner';
          const seriesId = target === 'missing' ? randomUUID() : await makeSeries(world, whose);
          const request = { path: seriesPath(seriesId), headers: await tokenOf(world, actor) };
          return seenIn(await askAs(world, actor, nameOf(cell), request), [seriesId], (reply) =>
            'own' in parse<SeriesAnswer>(reply) ? 'the key of the link' : 'allowed',
          );
        },
      }),
    ),
    ...(['own', "other's", 'missing'] as const).map((target) =>
      tokenCell('standings as CSV with a token', actor, target, {
        expected: target === 'own' ? 'allowed' : 'series-not-found',
        async attempt(world, cell) {
          const whose = target === 'own' ? actor : actor === 'owner' ? 'outsider' : 'owner';
          const seriesId = target === 'missing' ? randomUUID() : await makeSeries(world, whose);
          const path = seriesPaths.csv.replace(':seriesId', seriesId);
          return seenIn(await askAs(world, actor, nameOf(cell), { path, headers: await tokenOf(world, actor) }), []);
        },
      }),
    ),
    tokenCell('nothing at all with a token', actor, '-', {
      expected: 'not-found',
      async attempt(world, cell) {
        const request = { path: '/api/nothing', headers: await tokenOf(world, actor) };
        return seenIn(await askAs(world, actor, nameOf(cell), request), []);
      },
    }),
    tokenCell('event.delete with a token', actor, 'own', {
      expected: 'token-scope-missing',
      async attempt(world, cell) {
        const command = eventCommand(world.stage.raceFor(actor, 'own').id, { type: 'event.delete' });
        const request = { path: api.commands, headers: await tokenOf(world, actor), body: batchOf(command) };
        const reply = await askAs(world, actor, nameOf(cell), request);
        const [answer] = parse<{ answers: readonly { code?: string }[] }>(reply).answers;
        return { outcome: answer?.code ?? 'allowed', shape: '' };
      },
    }),
    ...closed.map(({ method, path }) =>
      tokenCell(`${method} ${path} with a token`, actor, '-', {
        expected: method === 'head' ? 'status 403' : 'token-not-accepted',
        async attempt(world, cell) {
          const headers = await tokenOf(world, actor);
          const { cookie } = personOf(world, actor);
          const isRead = method === 'get' || method === 'head' || method === 'delete';
          const name = method.toUpperCase() as 'GET';
          const address = path.replaceAll(/:\w+/g, randomUUID());
          const request = { path: address, method: name, headers, cookie, ...(!isRead && { body: {} }) };
          return seenIn(await askAs(world, actor, nameOf(cell), request), []);
        },
      }),
    ),
  ]);
}

function tokenCell(
  action: string,
  actor: ActorName,
  target: Cell['target'],
  { expected, attempt }: { expected: Outcome; attempt(world: World, cell: Cell): Promise<Seen> },
): Cell {
  // The token is made before the attempt.
  const cell: Cell = { action, actor, target, expected, buildsFirst: true, attempt: (world) => attempt(world, cell) };
  return cell;
}
