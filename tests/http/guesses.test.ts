import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { epochMs } from '../../src/domain/units.ts';
import { api } from '../../src/protocol/routes.ts';
import type { Passwords } from '../../src/server/accounts/passwords.ts';
import { cookieNamed } from '../support/cookies.ts';
import { linkIn, waitForMail } from '../support/mails.ts';
import { newPerson, PASSWORD } from '../support/people.ts';
import { plainPasswords, startTestServer, type TestClient, type TestServer } from '../support/running-server.ts';

let looked = 0;
const countedPasswords: Passwords = {
  hash: plainPasswords.hash,
  verify(given) {
    looked += 1;
    return plainPasswords.verify(given);
  },
};
let now = epochMs(Date.now());
let server: TestServer;
beforeAll(async () => {
  const environment = { TRUSTED_PROXIES: '127.0.0.1' };
  server = await startTestServer('sqlite', { passwords: countedPasswords, clock: { now: () => now }, environment });
});
afterAll(() => server.stop());
beforeEach(() => {
  now = epochMs(now + 24 * 3_600_000);
  looked = 0;
});

const from = (address: string) => ({ 'x-forwarded-for': address });
const HOME = from('2001:db8:aaaa:1::7');
const ELSEWHERE = from('192.0.2.55');
type Person = ReturnType<typeof newPerson>;

const logIn = (client: TestClient, { email }: Person, password = PASSWORD, place = HOME) =>
  client.post(api.login, { email, password }, place);

async function arriveAt(client: TestClient, place = HOME): Promise<Person> {
  const person = newPerson();
  await client.post(api.signUp, person, place);
  expect((await logIn(client, person, PASSWORD, place)).status).toBe(200);
  looked = 0;
  return person;
}

/** 300 wrong passwords, each from its own address. */
async function guessFrom(person: Person, address: (index: number) => string): Promise<void> {
  const all = Array.from({ length: 300 }, (_, index) => index);
  for (let first = 0; first < 300; first += 50) {
    const some = all.slice(first, first + 50);
    await Promise.all(some.map((index) => logIn(server.client(), person, `guess ${index}`, from(address(index)))));
  }
}
/** Ten wrong passwords: after them no further guess of a stranger from here is checked. */
async function guessAt(place: typeof HOME, person: Person): Promise<void> {
  for (let index = 0; index < 10; index += 1) await logIn(server.client(), person, `guess ${index}`, place);
}
const subnetOfOne = (index: number) => `2001:db8:bbbb:${index.toString(16)}::1`;
const networkOfMany = (index: number) => `2001:db8:${index.toString(16)}:1::1`;

test('[A22] 300 guesses from one /48 are 20 guesses, and the owner gets in on any device', async () => {
  const person = await arriveAt(server.client());
  await guessFrom(person, subnetOfOne);
  expect(looked).toBe(20);
  expect((await logIn(server.client(), person)).status).toBe(200);
  expect((await logIn(server.client(), person, PASSWORD, ELSEWHERE)).status).toBe(200);
});

test('[A21] guesses from everywhere keep no known device out, nor the reader of the mailbox', async () => {
  const phone = server.client();
  const person = await arriveAt(phone);
  await guessFrom(person, networkOfMany);
  expect(looked).toBe(200);
  const stranger = await logIn(server.client(), person);
  expect(stranger.body.error.code, 'an unknown device waits').toBe('too-many-attempts');
  await phone.post(api.logout);
  expect((await logIn(phone, person)).status, 'the known one gets in, from home').toBe(200);
  expect((await logIn(phone, person, PASSWORD, ELSEWHERE)).status, 'and from anywhere').toBe(200);
  const mistyped = await logIn(phone, person, 'a typing mistake');
  expect(mistyped.body.error.code).toBe('wrong-credentials');

  const laptop = server.client();
  await laptop.post(api.requestPasswordReset, { email: person.email });
  const mail = await waitForMail(server.dataDir, ({ to, subject }) => to === person.email && /Reset/.test(subject));
  const token = linkIn(mail, '/reset-password').searchParams.get('token');
  await laptop.post(api.confirmPasswordReset, { token, password: 'the next password' });
  expect((await logIn(laptop, person, 'the next password')).status).toBe(200);
  const change = { currentPassword: 'the next password', newPassword: 'the one after' };
  expect((await laptop.post(api.changePassword, change)).status, 'a session is known too').toBe(200);
  await laptop.post(api.logout);
  expect((await logIn(laptop, person, 'the one after')).status, 'the device stays known').toBe(200);
  expect((await laptop.post(api.deleteAccount, { password: 'the one after' })).status).toBe(200);
});

test('[A21] a stolen device gets ten guesses, wherever it is, and none after a change of the password', async () => {
  const phone = server.client();
  const person = await arriveAt(phone);
  const thief = server.client();
  const stolen = `pushoff.device=${cookieNamed(phone.cookie, 'device')}`;
  const guess = (index: number, place: typeof HOME) => {
    thief.cookie = stolen;
    return logIn(thief, person, `guess ${index}`, place);
  };
  for (let index = 0; index < 30; index += 1) await guess(index, from(`198.51.100.${index}`));
  expect(looked).toBe(10);

  await phone.post(api.changePassword, { currentPassword: PASSWORD, newPassword: 'the next password' });
  now = epochMs(now + 3_600_000);
  await guessAt(HOME, person);
  expect((await guess(0, HOME)).body.error.code, 'it is a stranger now').toBe('too-many-attempts');
});

test('[A21] a device is known to the accounts that logged in on it, the last five, and to no other', async () => {
  const tablet = server.client();
  const people: Person[] = [];
  for (let index = 0; index < 6; index += 1) people.push(await arriveAt(tablet));
  const other = await arriveAt(server.client());
  const device = cookieNamed(tablet.cookie, 'device');
  const known: boolean[] = [];
  for (const [index, person] of [...people, other].entries()) {
    const place = from(`203.0.113.${index}`);
    await guessAt(place, person);
    tablet.cookie = `pushoff.device=${device}`;
    known.push((await logIn(tablet, person, PASSWORD, place)).status === 200);
  }
  expect(known).toEqual([false, true, true, true, true, true, false]);
  const forgeries = [device.slice(0, -1), `${device}.${'a'.repeat(22)}`, device.replace('.', '.é'), '', '.'.repeat(9)];
  for (const forged of forgeries) {
    tablet.cookie = `pushoff.device=${encodeURIComponent(forged)}`;
    const answer = await logIn(tablet, other, PASSWORD, from('203.0.113.6'));
    expect(answer.body.error.code).toBe('too-many-attempts');
  }
});
