import { afterAll, beforeAll, expect, test } from 'vitest';
import { isErrorCode } from '../../src/protocol/errors.ts';
import { api } from '../../src/protocol/routes.ts';
import type { Passwords } from '../../src/server/accounts/auth.ts';
import { epochMs } from '../../src/domain/units.ts';
import { newPerson, PASSWORD, snapshot } from '../support/people.ts';
import { plainPasswords, startTestServer, type TestServer } from '../support/running-server.ts';

let verifications = 0;
const countedPasswords: Passwords = {
  hash(password) {
    verifications += 1;
    return plainPasswords.hash(password);
  },
  verify(given) {
    verifications += 1;
    return plainPasswords.verify(given);
  },
};
let now = epochMs(1_800_000_000_000);
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer('sqlite', {
    passwords: countedPasswords,
    clock: { now: () => now },
    environment: { TRUSTED_PROXIES: '127.0.0.1' },
  });
});
afterAll(() => server.stop());

const from = (address: string) => ({ 'x-forwarded-for': address });

test('forty volunteers behind one address all log in at once, half of them after a typing mistake', async () => {
  const venue = from('198.51.100.7');
  const people = Array.from({ length: 40 }, newPerson);
  for (const person of people) expect((await server.client().post(api.signUp, person, venue)).status).toBe(200);
  const statuses = await Promise.all(
    people.map(async ({ email }, index) => {
      const client = server.client();
      if (index % 2) await client.post(api.login, { email, password: 'a typing mistake' }, venue);
      return (await client.post(api.login, { email, password: PASSWORD }, venue)).status;
    }),
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
});

test(
  '10,000 guesses in a row: each gets a clear error, hardly any is looked at, and nothing is stored',
  { timeout: 120_000 },
  async () => {
    const person = newPerson();
    await server.client().post(api.signUp, person);
    const before = await snapshot(server);
    const looked = verifications;
    const client = server.client();
    const codes = new Map<string, number>();
    for (let batch = 0; batch < 100; batch += 1) {
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, index) =>
          client.post(api.login, { email: person.email, password: `guess ${batch} ${index}` }, from('203.0.113.9')),
        ),
      );
      for (const { body, headers, status } of answers) {
        expect(isErrorCode(body.error.code)).toBe(true);
        if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
        codes.set(body.error.code, (codes.get(body.error.code) ?? 0) + 1);
      }
    }
    expect(codes.get('wrong-credentials')).toBe(10);
    expect(codes.get('too-many-attempts')! + (codes.get('too-many-requests') ?? 0)).toBe(9990);
    expect(verifications - looked).toBe(10);
    expect(await snapshot(server)).toEqual(before);

    const elsewhere = await server
      .client()
      .post(api.login, { email: person.email, password: PASSWORD }, from('192.0.2.1'));
    expect(elsewhere.status, 'the owner still gets in from another address').toBe(200);
    now = epochMs(now + 60_000);
    const later = await server
      .client()
      .post(api.login, { email: person.email, password: PASSWORD }, from('203.0.113.9'));
    expect(later.status, 'a minute later one more guess is allowed').toBe(200);
  },
);

test('an address cannot try one guess on each of very many accounts', async () => {
  let looked = 0;
  for (let index = 0; index < 150; index += 1) {
    const { status } = await server
      .client()
      .post(api.login, { email: `x${index}@example.org`, password: 'password' }, from('2001:db8:1:2::1'));
    if (status === 401) looked += 1;
  }
  expect(looked).toBe(100);
  const neighbour = await server
    .client()
    .post(api.login, { email: 'y@example.org', password: 'password' }, from('2001:db8:1:2:ffff::9'));
  expect(neighbour.status, 'the same IPv6 network is the same place').toBe(429);
});

test('a mailbox cannot be flooded with reset mails, and the answer does not say so', async () => {
  const person = newPerson();
  await server.client().post(api.signUp, person);
  for (let index = 0; index < 10; index += 1) {
    expect((await server.client().post(api.requestPasswordReset, { email: person.email })).body).toEqual({
      sent: true,
    });
  }
  const mails = await server.db
    .selectFrom('mail')
    .select('subject')
    .where('to', '=', person.email)
    .where('subject', '=', 'Reset your password')
    .execute();
  expect(mails).toHaveLength(3);
});
