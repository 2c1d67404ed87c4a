import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '../../src/protocol/routes.ts';
import type { Passwords } from '../../src/server/accounts/passwords.ts';
import { linkIn, waitForMail } from '../support/mails.ts';
import { newPerson } from '../support/people.ts';
import { plainPasswords, startTestServer, type TestServer } from '../support/running-server.ts';

/** Hashes that end on request, in the order in which they began. */
let isHeld = false;
const begun: string[] = [];
const endings: (() => void)[] = [];
async function hold(password: string): Promise<void> {
  if (!isHeld) return;
  begun.push(password);
  await new Promise<void>((resolve) => endings.push(resolve));
}
const heldPasswords: Passwords = {
  hash: (password) => hold(password).then(() => plainPasswords.hash(password)),
  verify: (given) => hold(given.password).then(() => plainPasswords.verify(given)),
};
function letGo(): void {
  isHeld = false;
  for (const end of endings.splice(0)) end();
}

type Person = ReturnType<typeof newPerson>;
const CROWD = 90;
const [AT_ONCE, MOST_EACH] = [2, 60];
let crowd: readonly Person[];
let server: TestServer;
beforeAll(async () => {
  const environment = { TRUSTED_PROXIES: '127.0.0.1' };
  server = await startTestServer('sqlite', { passwords: heldPasswords, environment });
  crowd = Array.from({ length: CROWD }, (_, index) => ({ ...newPerson(), password: `password of ${index}` }));
  const signUps = crowd.map((person, index) => server.client().post(api.signUp, person, from(`192.0.2.${index}`)));
  for (const { status } of await Promise.all(signUps)) expect(status).toBe(200);
});
afterAll(() => server.stop());

const from = (address: string) => ({ 'x-forwarded-for': address });
const logIn = ({ email, password }: Person, address: string) =>
  server.client().post(api.login, { email, password }, from(address));

/** Waits until the server has read every request that was sent before: each round is a full round trip. */
async function settle(): Promise<void> {
  for (let round = 0; round < 10; round += 1) await fetch(`${server.url}/healthz`);
}

/** Sends logins with right passwords from one network. Resolves when the network's part of the queue is full. */
async function flood(address: (index: number) => string) {
  begun.length = 0;
  isHeld = true;
  const answers: Awaited<ReturnType<typeof logIn>>[] = [];
  const all = crowd.map((person, index) => logIn(person, address(index)).then((answer) => answers.push(answer)));
  const deadline = Date.now() + 20_000;
  while (answers.length < CROWD - AT_ONCE - MOST_EACH && Date.now() < deadline) await sleep(5);
  return { answers, ended: Promise.all(all) };
}

test.each([
  ['one address', () => '203.0.113.7'],
  ['one /48', (index: number) => `2001:db8:5:${index.toString(16)}::1`],
])(
  '[A20] 90 right logins in flight from %s cost the next one a turn, and the last are told to come back',
  async (_network, address) => {
    const { answers, ended } = await flood(address);
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 28 }, () => 503));
    expect(answers[0]!.body.error.code).toBe('passwords-busy');
    expect(Number(answers[0]!.headers.get('retry-after'))).toBeGreaterThan(0);

    const owner = { ...newPerson(), password: 'of the owner' };
    const signUp = server.client().post(api.signUp, owner, from('198.51.100.1'));
    await settle();
    expect(begun).toHaveLength(AT_ONCE);
    endings.shift()!();
    endings.shift()!();
    await settle();
    expect(begun.slice(AT_ONCE)).toContain(owner.password);
    letGo();
    expect((await signUp).status).toBe(200);
    await ended;
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(AT_ONCE + MOST_EACH);
  },
);

test('[A20] a login whose connection closes leaves the queue, and its password is not hashed', async () => {
  begun.length = 0;
  isHeld = true;
  const browser = new AbortController();
  const inFlight = crowd.slice(0, 30).map(({ email, password }) =>
    fetch(server.url + api.login, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...from('203.0.113.8') },
      body: JSON.stringify({ email, password }),
      signal: browser.signal,
    }),
  );
  await settle();
  expect(begun).toHaveLength(AT_ONCE);
  browser.abort();
  await Promise.allSettled(inFlight);
  await settle();
  const late = logIn(crowd.at(-1)!, '203.0.113.8');
  await settle();
  for (const end of endings.splice(0)) end();
  await settle();
  expect(begun.slice(AT_ONCE)).toEqual([crowd.at(-1)!.password]);
  letGo();
  expect((await late).status).toBe(200);
});

test('[A20] a login that gets no turn is not counted as a guess, and uses up no link', async () => {
  const person = crowd[0]!;
  await server.client().post(api.requestPasswordReset, { email: person.email });
  const mail = await waitForMail(server.dataDir, ({ to, subject }) => to === person.email && /Reset/.test(subject));
  const token = linkIn(mail, '/reset-password').searchParams.get('token');
  const reset = () =>
    server.client().post(api.confirmPasswordReset, { token, password: 'the next password' }, from('203.0.113.9'));

  const { ended } = await flood(() => '203.0.113.9');
  expect((await reset()).body.error.code).toBe('passwords-busy');
  const other = { ...newPerson(), password: 'not looked at' };
  for (let index = 0; index < 15; index += 1) {
    expect((await logIn(other, '203.0.113.9')).body.error.code).toBe('passwords-busy');
  }
  letGo();
  await ended;
  expect((await logIn(other, '203.0.113.9')).body.error.code).toBe('wrong-credentials');
  expect((await reset()).body).toEqual({ changed: true });
});
