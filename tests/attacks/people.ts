import { randomBytes, randomUUID } from 'node:crypto';
import type { Boot } from '../../src/protocol/account.ts';
import type { GuestKeys } from '../../src/protocol/live.ts';
import type { Command, CommandAnswer, CommandAnswers } from '../../src/protocol/commands.ts';
import { api } from '../../src/protocol/routes.ts';
import { call, commandCall, cookieIn, type Keys, parse, sendAll } from '../matrix/wire.ts';
import { addRacers, createEvent, createRacer } from '../support/commands.ts';
import { linkIn, type ReadMail, readMails, waitForMail } from '../support/mails.ts';
import type { Target } from './target.ts';

export const PASSWORD = 'correct horse battery';

export interface Person {
  readonly email: string;
  readonly username: string;
  readonly userId: string;
  readonly cookie: string;
}

export const newEmail = (): string => `p${randomBytes(6).toString('hex')}@example.org`;

export async function createAccount({ url }: Pick<Target, 'url'>, email: string, username = 'Somebody'): Promise<void> {
  const made = await call(url, { path: api.signUp, body: { username, email, password: PASSWORD } });
  if (made.status !== 200) throw new Error(`Sign-up was refused: ${made.text}`);
}

async function logIn({ url }: Pick<Target, 'url'>, email: string, username = 'Somebody'): Promise<Person> {
  const reply = await call(url, { path: api.login, body: { email, password: PASSWORD } });
  if (reply.status !== 200) throw new Error(`Login was refused: ${reply.text}`);
  const { viewer } = parse<Boot>(reply);
  if (viewer.kind !== 'user') throw new Error('Nobody is signed in');
  return { email, username, userId: viewer.userId, cookie: cookieIn(reply) };
}

/** A person with an account whose address is not confirmed. */
export async function signUp(target: Pick<Target, 'url'>, email = newEmail(), username = 'Somebody'): Promise<Person> {
  await createAccount(target, email, username);
  return logIn(target, email, username);
}

/** The token in the newest confirmation mail to this address. */
export async function confirmationToken({ dataDir }: Pick<Target, 'dataDir'>, email: string): Promise<string> {
  const mail = await waitForMail(dataDir, ({ to, text }) => to === email && text.includes('/verify-email'));
  return linkIn(mail, '/verify-email').searchParams.get('token') ?? '';
}

/** Confirms as the person: signed in, with the link from their own mail. */
async function confirmAddress(target: Pick<Target, 'url' | 'dataDir'>, person: Person): Promise<void> {
  const token = await confirmationToken(target, person.email);
  const { cookie } = person;
  const reply = await call(target.url, { path: api.confirmVerification, cookie, body: { token } });
  if (reply.status !== 200) throw new Error(`The address was not confirmed: ${reply.text}`);
}

export async function signUpConfirmed(
  target: Pick<Target, 'url' | 'dataDir'>,
  email = newEmail(),
  username = 'Somebody',
): Promise<Person> {
  const person = await signUp(target, email, username);
  await confirmAddress(target, person);
  return person;
}

/** A guest without an account. */
export async function arriveAsGuest({ url }: Pick<Target, 'url'>): Promise<Person> {
  const reply = await call(url, { path: api.anonymous, body: {} });
  const { viewer } = parse<Boot>(reply);
  if (viewer.kind !== 'anonymous') throw new Error(`No guest was let in: ${reply.text}`);
  return { email: '', username: 'Guest', userId: viewer.userId, cookie: cookieIn(reply) };
}

export async function viewerOf({ url }: Pick<Target, 'url'>, { cookie }: Pick<Person, 'cookie'>) {
  return parse<Boot>(await call(url, { path: api.boot, cookie })).viewer;
}

export interface Race {
  readonly eventId: string;
  readonly racerId: string;
  readonly keys: GuestKeys;
}

export const eventPath = (path: string, eventId: string): string => path.replace(':eventId', eventId);

/** An event with one racer. */
export async function newRace({ url }: Pick<Target, 'url'>, { cookie }: Person, name?: string): Promise<Race> {
  const [eventId, racerId] = [randomUUID(), randomUUID()];
  await sendAll(url, cookie, {}, createRacer(racerId), createEvent(eventId, name), addRacers(eventId, racerId));
  const read = await call(url, { path: eventPath(api.event, eventId), cookie });
  return { eventId, racerId, keys: parse<{ keys: GuestKeys }>(read).keys };
}

/** The server's answer to each command; refusals do not throw. */
export async function trySend(
  { url }: Pick<Target, 'url'>,
  { cookie }: Pick<Person, 'cookie'>,
  commands: readonly Command[],
  keys: Keys = {},
): Promise<readonly CommandAnswer[]> {
  const reply = await call(url, commandCall(cookie, keys, ...commands));
  if (reply.status !== 200) throw new Error(`The commands were refused: ${reply.text}`);
  return parse<CommandAnswers>(reply).answers;
}

export const isAccepted = (answers: readonly CommandAnswer[]): boolean =>
  answers.every(({ status }) => status === 'accepted');

/** Whether a person can read an event without a key. */
export async function canRead({ url }: Pick<Target, 'url'>, { cookie }: Person, eventId: string): Promise<boolean> {
  return (await call(url, { path: eventPath(api.event, eventId), cookie })).status === 200;
}

/** Every mail to an address, once all waiting ones are sent: a last mail, to another address, comes after them. */
export async function mailsTo(target: Pick<Target, 'url' | 'dataDir'>, email: string): Promise<ReadMail[]> {
  const last = newEmail();
  await createAccount(target, last);
  await waitForMail(target.dataDir, ({ to }) => to === last);
  return (await readMails(target.dataDir)).filter(({ to }) => to === email);
}

/** The second node where there are two: it has not handled the earlier requests. */
export const otherNode = ({ nodes }: Target): Target['nodes'][number] => nodes.at(-1)!;
