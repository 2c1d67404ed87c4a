import { randomUUID } from 'node:crypto';
import type { Boot } from '../../src/protocol/account.ts';
import type { AccountSnapshot } from '../../src/protocol/live.ts';
import type { CardOutcome, PaymentIntentAnswer } from '../../src/protocol/payments.ts';
import { api } from '../../src/protocol/routes.ts';
import { createMailboxLinks } from '../../src/server/accounts/mailbox.ts';
import { type ActorName, actorOf, actors, clubOf, type Target, targets } from './actors.ts';
import { askAs, type Cell, nameOf, personOf, type RouteRow, seenIn, type World } from './cell.ts';
import { createToken } from '../../src/server/followers/tokens.ts';
import { createStopToken } from '../../src/server/mail/recipients.ts';
import { apiRows } from './api-rows.ts';
import { commandCells } from './command-rows.ts';
import { compareRows } from './compare-rows.ts';
import { eventReadRows } from './event-read-rows.ts';
import { resultRows } from './result-rows.ts';
import { eventRuns } from './run-rows.ts';
import { PASSWORD, type Person } from './people.ts';
import { SECRET } from './running-server.ts';
import { expectAccount, expectPayment, isAllowed, type Outcome, viewerKind } from './rules.ts';
import { call, type Call, parse, type Reply } from './wire.ts';

const once = (): readonly Cell['target'][] => ['-'];
const everybody = (): Outcome => 'allowed';
/** The outcome for routes that refuse every actor. */
const always = (code: Outcome) => (): Outcome => code;
const account = (anonymous: Outcome) => (actor: ActorName) => expectAccount(actor, anonymous);

/**
 * The actor, unless the attempt is expected to work: then a new person of the same kind, because it works only once.
 */
async function whoTries(world: World, { actor, expected }: Cell): Promise<Person> {
  return isAllowed(expected) ? world.people.spare(actor) : personOf(world, actor);
}

type Request = (person: Person, world: World, cell: Cell) => Omit<Call, 'cookie'> | Promise<Omit<Call, 'cookie'>>;

/** A call that changes nothing, or that can be repeated. */
function asking(request: Request, allowed?: (reply: Reply) => Outcome): RouteRow['attempt'] {
  return async (world, cell) => {
    const person = personOf(world, cell.actor);
    const made = await request(person, world, cell);
    return seenIn(await askAs(world, cell.actor, nameOf(cell), { ...made, cookie: person.cookie }), [], allowed);
  };
}

function changing(request: Request): RouteRow['attempt'] {
  return async (world, cell) => {
    const person = await whoTries(world, cell);
    const made = await request(person, world, cell);
    return seenIn(await askAs(world, cell.actor, nameOf(cell), { ...made, cookie: person.cookie }), []);
  };
}

const kindSeen = (reply: Reply): Outcome => `allowed as ${parse<Boot>(reply).viewer.kind}`;
/** H1, V4: deleted events are listed only for their owner. H3: racers only for their creator. */
function describeAccount(reply: Reply): Outcome {
  const { events, racers } = parse<AccountSnapshot>(reply);
  if (events.some(({ deletedAt, isOwner }) => deletedAt !== null && !isOwner)) return 'it lists what is deleted';
  return new Set(racers.map(({ createdBy }) => createdBy)).size > 1 ? "it lists others' racers" : 'allowed';
}

const newEmail = (): string => `friend-${randomUUID()}@example.org`;

/** The address of the target's owner. */
function addressFor(world: World, actor: ActorName, target: Cell['target']): string {
  return target === 'missing' ? newEmail() : somebodyElse(world, actor, target).email;
}
const somebodyElse = ({ people }: World, actor: ActorName, target: Cell['target']): Person =>
  people.of[clubOf(actor, target as Target) === 'ours' ? 'owner' : 'outsider'];

/** The token of a mail to another person, as if that mailbox were public. */
async function mailedToken(world: World, { actor, target }: Cell): Promise<string> {
  const { userId: id, email } = somebodyElse(world, actor, target);
  const links = await createMailboxLinks({ secret: SECRET, publicUrl: world.server.url }, { id, email });
  return new URL(links.verify).searchParams.get('token')!;
}

const paymentTargets = (actor: ActorName): readonly Target[] =>
  targets.filter((target) => target === "other's" || target === 'missing' || (target === 'own' && hasAccount(actor)));
const hasAccount = (actor: ActorName): boolean => actorOf[actor].session === 'account';

function paymentFor({ people }: World, { actor, target }: Cell): string {
  if (target === 'missing') return randomUUID();
  const whose = target === 'own' ? actor : actor === 'owner' ? 'outsider' : 'owner';
  return people.belongings[whose]!.paymentId;
}

const readPayment = (path: string): RouteRow => ({
  targets: paymentTargets,
  expect: (actor, target) => expectPayment(actor, target as Target),
  attempt: asking((_person, world, cell) => ({ path: path.replace(':paymentId', paymentFor(world, cell)) })),
});

const DECLINED = '4000000000000002';
const ASKS = '4000002500003155';

/** The provider's side: a request with the secret of an intent may confirm it, signed in or not. */
function sandbox(request: (clientSecret: string) => Omit<Call, 'cookie'>, card?: string): RouteRow {
  return {
    targets: (actor) => (hasAccount(actor) ? ['own', 'missing'] : ['missing']),
    expect: (_actor, target) => (target === 'own' ? 'allowed' : 'payment-not-found'),
    attempt: asking(
      async ({ cookie }, { server: { url } }, { target }) => {
        if (target === 'missing') return request('pi_sandbox_missing_secret_missing');
        const body = { data: { amount: 150 } };
        const { clientSecret } = parse<PaymentIntentAnswer>(
          await call(url, { path: api.createPaymentIntent, cookie, body }),
        ).data;
        if (card !== undefined) await call(url, confirmation(clientSecret, card));
        return request(clientSecret);
      },
      (reply) => (parse<CardOutcome>(reply).status === 'failed' ? 'allowed' : 'it was paid'),
    ),
  };
}

const confirmation = (clientSecret: string, number: string): Omit<Call, 'cookie'> => ({
  path: api.sandboxConfirm,
  body: { clientSecret, card: { number, expiry: '12/40', cvc: '123' } },
});

/** Every call of the protocol. A missing call does not compile. */
const routeRows: Readonly<Record<keyof typeof api, RouteRow | 'every command has rows of its own'>> = {
  eventRuns,
  boot: {
    targets: once,
    expect: (actor) => `allowed as ${viewerKind(actor)}`,
    attempt: asking(() => ({ path: api.boot }), kindSeen),
  },
  signUp: {
    targets: once,
    expect: everybody,
    attempt: changing(() => ({
      path: api.signUp,
      body: { username: 'New', email: newEmail(), password: PASSWORD, credits: 1_000_000, accepted: true },
    })),
  },
  // Login needs the password, and the answer does not say whether the account exists (A6).
  login: {
    targets: () => ["other's", 'missing'],
    expect: always('wrong-credentials'),
    attempt: asking((_person, world, { actor, target }) => ({
      path: api.login,
      body: { email: addressFor(world, actor, target), password: 'not the password' },
    })),
  },
  anonymous: {
    targets: once,
    expect: everybody,
    attempt: changing(() => ({ path: api.anonymous, body: {} })),
  },
  logout: { targets: once, expect: everybody, attempt: changing(() => ({ path: api.logout, body: {} })) },
  // The answer does not say whether the address is known (A11).
  requestPasswordReset: {
    targets: () => ["other's", 'missing'],
    expect: everybody,
    mustLookAlike: true,
    attempt: asking((_person, world, { actor, target }) => ({
      path: api.requestPasswordReset,
      body: { email: addressFor(world, actor, target) },
    })),
  },
  confirmPasswordReset: {
    targets: () => ['missing'],
    expect: always('link-expired'),
    attempt: asking(() => ({
      path: api.confirmPasswordReset,
      body: { token: 'guessed', password: 'another password' },
    })),
  },
  requestVerification: {
    targets: once,
    expect: account('unauthenticated'),
    attempt: changing(() => ({ path: api.requestVerification, body: {} })),
  },
  // A mail alone confirms nothing (A16).
  confirmVerification: {
    targets: () => ["other's"],
    expect: always('account-password-needed'),
    attempt: asking(async (_person, world, cell) => ({
      path: api.confirmVerification,
      body: { token: await mailedToken(world, cell) },
    })),
  },
  disownAccount: {
    targets: () => ['missing'],
    expect: always('link-expired'),
    attempt: asking(() => ({ path: api.disownAccount, body: { token: 'guessed' } })),
  },
  // The link of a mail works for its reader, signed in or not (V21).
  stopMail: {
    targets: () => ['own', 'missing'],
    expect: (_actor, target) => (target === 'own' ? 'allowed' : 'link-expired'),
    attempt: asking((_person, _world, { target }) => {
      const token = target === 'own' ? createStopToken(SECRET, newEmail()) : 'guessed';
      return { path: api.stopMail, body: { token, isWanted: false } };
    }),
  },
  stopMailAtOnce: {
    targets: () => ['own', 'missing'],
    expect: (_actor, target) => (target === 'own' ? 'allowed' : 'link-expired'),
    attempt: asking((_person, _world, { target }) => {
      const token = target === 'own' ? createStopToken(SECRET, newEmail()) : 'guessed';
      return { path: `${api.stopMailAtOnce}?token=${token}`, body: {} };
    }),
  },
  changePassword: {
    targets: once,
    expect: account('unauthenticated'),
    attempt: changing(() => ({
      path: api.changePassword,
      body: { currentPassword: PASSWORD, newPassword: 'another password' },
    })),
  },
  changeUsername: {
    targets: once,
    expect: account('unauthenticated'),
    attempt: changing(() => ({ path: api.changeUsername, body: { username: 'Another name' } })),
  },
  accountData: {
    targets: once,
    expect: account('unauthenticated'),
    attempt: asking(() => ({ path: api.accountData })),
  },
  deleteAccount: {
    targets: once,
    expect: account('unauthenticated'),
    attempt: changing(() => ({ path: api.deleteAccount, body: { password: PASSWORD } })),
  },
  commands: 'every command has rows of its own',
  account: {
    targets: once,
    expect: account('allowed'),
    attempt: asking(() => ({ path: api.account }), describeAccount),
  },
  ...eventReadRows,
  ...apiRows,
  ...resultRows,
  ...compareRows,
  pushKey: { targets: once, expect: everybody, attempt: asking(() => ({ path: api.pushKey })) },
  // A link of a mail works for its reader, and only for what it is for: one that stops confirms nothing (FO8).
  confirmFollow: {
    targets: () => ['own', 'missing'],
    expect: always('link-expired'),
    attempt: asking((_person, _world, { target }) => {
      const token = target === 'own' ? createToken(SECRET, 'stop', randomUUID()) : 'guessed';
      return { path: api.confirmFollow, body: { token } };
    }),
  },
  unfollow: {
    targets: () => ['own', 'missing'],
    expect: (_actor, target) => (target === 'own' ? 'allowed' : 'link-expired'),
    attempt: asking((_person, _world, { target }) => {
      const purpose = target === 'own' ? 'stop' : 'confirm';
      return { path: api.unfollow, body: { token: createToken(SECRET, purpose, randomUUID()) } };
    }),
  },
  unfollowAtOnce: {
    targets: () => ['own', 'missing'],
    expect: (_actor, target) => (target === 'own' ? 'allowed' : 'link-expired'),
    attempt: asking((_person, _world, { target }) => {
      const token = target === 'own' ? createToken(SECRET, 'stop', randomUUID()) : 'guessed';
      return { path: `${api.unfollowAtOnce}?token=${token}`, body: {} };
    }),
  },
  creditHistory: {
    targets: once,
    expect: account('account-required'),
    attempt: asking(() => ({ path: api.creditHistory })),
  },
  createPaymentIntent: {
    targets: once,
    expect: account('account-required'),
    attempt: changing(() => ({ path: api.createPaymentIntent, body: { data: { amount: 150 } } })),
  },
  payment: readPayment(api.payment),
  receipt: readPayment(api.receipt),
  // Only the provider can sign (P4).
  paymentWebhook: {
    targets: once,
    expect: always('webhook-not-verified'),
    attempt: asking(() => ({
      path: api.paymentWebhook,
      body: { id: 'evt_1', type: 'payment_intent.succeeded', data: { object: { id: 'pi_1' } } },
    })),
  },
  sandboxConfirm: sandbox((clientSecret) => confirmation(clientSecret, DECLINED)),
  sandboxAuthenticate: sandbox(
    (clientSecret) => ({ path: api.sandboxAuthenticate, body: { clientSecret, outcome: 'fail' } }),
    ASKS,
  ),
  clock: { targets: once, expect: everybody, attempt: asking(() => ({ path: api.clock })) },
  openApi: { targets: once, expect: everybody, attempt: asking(() => ({ path: api.openApi })) },
};

export function routeCells(): Cell[] {
  const cells: Cell[] = [];
  for (const [name, row] of Object.entries(routeRows)) {
    if (typeof row === 'string') continue;
    for (const actor of actors) {
      for (const target of row.targets(actor)) {
        const cell: Cell = {
          action: `${name} (${api[name as keyof typeof api]})`,
          actor,
          target,
          expected: row.expect(actor, target),
          ...(row.mustLookAlike === true && { mustLookAlike: true }),
          ...(row.buildsFirst === true && { buildsFirst: true }),
          attempt: (world) => row.attempt(world, cell),
        };
        cells.push(cell);
      }
    }
  }
  return [...cells, ...commandCells()];
}
