import { randomBytes, randomUUID } from 'node:crypto';
import type { Boot } from '../../src/protocol/account.ts';
import { api } from '../../src/protocol/routes.ts';
import { insertToken } from '../../src/server/storage/api-tokens.ts';
import { ensureCreditAccount, giveCredits } from '../../src/server/storage/ledger.ts';
import { insertWebhook } from '../../src/server/storage/webhooks.ts';
import { createRacer, racerCommand } from '../support/commands.ts';
import { type ActorName, actorOf, actors, type Session } from './actors.ts';
import type { Canary } from './canary.ts';
import type { TestServer } from '../support/running-server.ts';
import {
  createOwnRun,
  createSharedRun,
  HIDDEN_DIGITS,
  keepRun,
  type OwnRun,
  type SharedRun,
  shareRun,
  ZONE,
} from './own-run.ts';
import { call, cookieIn, parse, sendAll, tokenIn } from './wire.ts';

export const PASSWORD = 'correct horse battery';
const PLENTY = 1_000_000;

export interface Person {
  /** Empty without a session. */
  readonly cookie: string;
  readonly userId: string;
  /** Empty without an account. */
  readonly email: string;
}

/** The possessions of an actor's account, as targets for others. */
export interface Belongings {
  readonly racerId: string;
  readonly deletedRacerId: string;
  readonly paymentId: string;
  readonly run: OwnRun;
  readonly deletedRun: OwnRun;
  readonly tokenId: string;
  readonly webhookId: string;
}

export interface People {
  readonly of: Readonly<Record<ActorName, Person>>;
  readonly belongings: Readonly<Partial<Record<ActorName, Belongings>>>;
  /** The earlier session of the actor with the expired session, for building. */
  readonly beforeExpiry: Person;
  /** An admin of the other club with an account and no other role. */
  readonly theirHelper: Person;
  /** The owner's run, shared by email with the admin, who keeps it, and with the unverified actor. */
  readonly sharedRun: SharedRun;
  readonly deletedSharedRun: SharedRun;
  /** A new person with the same kind of session, for actions that work only once. */
  spare(actor: ActorName): Promise<Person>;
}

/** Actors with a confirmed address: only they invite, hand over and take over (V19). */
export const confirmed: readonly ActorName[] = ['owner', 'outsider', 'admin by id', 'admin by email'];

const nobody: Person = { cookie: '', userId: '', email: '' };

/** The part before the @ is a mark that the canary finds anywhere. */
const newMark = (): string => `canary${randomBytes(6).toString('hex')}`;

export async function signUp({ url }: TestServer, email = `${newMark()}@example.org`): Promise<Person> {
  const created = await call(url, { path: api.signUp, body: { username: 'Somebody', email, password: PASSWORD } });
  if (created.status !== 200) throw new Error(`Sign-up was refused: ${created.text}`);
  return logIn(url, email);
}

export async function logIn(url: string, email: string): Promise<Person> {
  const reply = await call(url, { path: api.login, body: { email, password: PASSWORD } });
  return { cookie: cookieIn(reply), userId: userIdIn(parse<Boot>(reply)), email };
}

async function signInAsGuest({ url }: TestServer): Promise<Person> {
  const reply = await call(url, { path: api.anonymous, body: {} });
  return { cookie: cookieIn(reply), userId: userIdIn(parse<Boot>(reply)), email: '' };
}

function userIdIn({ viewer }: Boot): string {
  if (viewer.kind === 'nobody') throw new Error('Nobody is signed in');
  return viewer.userId;
}

async function expire({ db }: TestServer, { cookie }: Person): Promise<void> {
  const expiresAt = new Date(Date.now() - 60_000).toISOString();
  const done = await db
    .updateTable('session')
    .set({ expiresAt })
    .where('token', '=', tokenIn(cookie))
    .executeTakeFirst();
  if (done.numUpdatedRows !== 1n) throw new Error('There is no such session');
}

export const setVerified = ({ db, storage: { engine } }: TestServer, userId: string, isVerified: boolean) =>
  db
    .updateTable('user')
    .set({ emailVerified: engine === 'sqlite' ? Number(isVerified) : isVerified })
    .where('id', '=', userId)
    .execute();

export async function createPeople(server: TestServer, canary: Canary): Promise<People> {
  const arrive = (session: Session): Promise<Person> =>
    session === 'account' ? signUp(server) : session === 'anonymous' ? signInAsGuest(server) : Promise.resolve(nobody);

  const people = {} as Record<ActorName, Person>;
  const belongings: Partial<Record<ActorName, Belongings>> = {};
  for (const actor of actors) {
    people[actor] = actor === 'expired session' ? await signUp(server) : await arrive(actorOf[actor].session);
    if (actorOf[actor].session !== 'account') continue;
    await setVerified(server, people[actor].userId, true);
    belongings[actor] = await giveBelongings(server, people[actor]);
  }
  // The other actors had a confirmed address when they uploaded a video, and then got another one.
  for (const actor of actors.filter((name) => !confirmed.includes(name))) {
    await setVerified(server, people[actor].userId, false);
  }
  // Another session of the same person, which stays good for building.
  const beforeExpiry = await logIn(server.url, people['expired session'].email);
  await expire(server, people['expired session']);
  const theirHelper = await signUp(server);
  await setVerified(server, theirHelper.userId, true);
  const shareWith = [people['admin by email'].email, people['invited, not verified'].email];
  const sharedRun = await createSharedRun(server.url, people.owner.cookie, shareWith);
  await keepRun(server.url, people['admin by email'].cookie, sharedRun);
  // Shared with a person who is no actor.
  await shareRun(server.url, people.outsider.cookie, belongings.outsider!.run, 'elsewhere@example.org');
  const deletedSharedRun = await createSharedRun(server.url, people.owner.cookie, shareWith, { isDeleted: true });
  for (const { key, formerKey } of [sharedRun, deletedSharedRun]) {
    canary.mark('secret', key, 'the key of a run', ['owner']);
    canary.mark('secret', formerKey, 'a former key of a run', []);
  }
  canary.mark('address', HIDDEN_DIGITS, 'a place that the owner hides', ['owner']);
  canary.mark('address', ZONE, 'the name of a zone', ['owner']);

  const ourAdmins: ActorName[] = ['owner', 'admin by id', 'admin by email'];
  const runsOurs: ActorName[] = [...ourAdmins, 'invited, not verified', 'expired session'];
  for (const actor of actors) {
    const { email, cookie } = people[actor];
    if (cookie !== '') canary.mark('secret', tokenIn(cookie), `the session of: ${actor}`, [actor]);
    const mayHave = runsOurs.includes(actor) ? [actor, ...ourAdmins] : [actor];
    if (email !== '') canary.mark('address', email.split('@')[0]!, `the address of: ${actor}`, mayHave);
  }
  canary.mark('secret', tokenIn(beforeExpiry.cookie), 'a session that nobody acts under', []);
  canary.mark('address', theirHelper.email.split('@')[0]!, "the address of the other club's helper", ['outsider']);

  return {
    of: people,
    belongings,
    beforeExpiry,
    theirHelper,
    sharedRun,
    deletedSharedRun,
    async spare(actor) {
      if (actor !== 'expired session') return arrive(actorOf[actor].session);
      const person = await signUp(server);
      await expire(server, person);
      return person;
    },
  };
}

async function giveBelongings(server: TestServer, { cookie, userId }: Person): Promise<Belongings> {
  const { db, url } = server;
  const [racerId, deletedRacerId, paymentId] = [randomUUID(), randomUUID(), randomUUID()];
  const now = Date.now();
  await db
    .transaction()
    .execute((trx) =>
      giveCredits(trx, { userId, kind: 'grant', cause: `matrix:${userId}`, amount: PLENTY, now, subjectId: null }),
    );
  await sendAll(
    url,
    cookie,
    {},
    createRacer(racerId),
    createRacer(deletedRacerId),
    racerCommand(deletedRacerId, { type: 'racer.delete' }),
  );
  const payment = { id: paymentId, provider: 'sandbox', amount: 150, priceCents: 900, state: 'paid' } as const;
  const account = await ensureCreditAccount(db, userId, now);
  await db
    .insertInto('payments')
    .values({ ...payment, account, createdAt: now, paidAt: now, nextCheckAt: now + 3_600_000 })
    .execute();
  const run = await createOwnRun(url, cookie);
  const deletedRun = await createOwnRun(url, cookie, { isDeleted: true });
  const [tokenId, webhookId] = [randomUUID(), randomUUID()];
  const token = { name: 'Box', prefix: 'pushoff_', scopes: [], hash: tokenId, createdAt: now, expiresAt: now + 1e9 };
  await insertToken(db, { ...token, id: tokenId, userId });
  // The name leads nowhere, so a test of the webhook calls nobody.
  const hook = { id: webhookId, userId, url: 'https://receiver.invalid/', kinds: [], createdAt: now };
  await insertWebhook(db, hook);
  return { racerId, deletedRacerId, paymentId, run, deletedRun, tokenId, webhookId };
}
