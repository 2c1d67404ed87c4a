import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api, guestPath } from '../../src/protocol/routes.ts';
import { createLog } from '../../src/server/log.ts';
import { deliverNext } from '../../src/server/mail/delivery.ts';
import { queueMail } from '../../src/server/storage/mail.ts';
import { addRacers, batchOf, createEvent, createRacer, eventCommand } from '../support/commands.ts';
import { cookieNamed, sessionIn } from '../support/cookies.ts';
import { openLive } from '../support/live-client.ts';
import { linkIn, waitForMail } from '../support/mails.ts';
import { confirmAddress, newPerson } from '../support/people.ts';
import { beginPurchase, payWith, untilPaid } from '../support/purchases.ts';
import { startTestServer, type TestServer } from '../support/running-server.ts';

const DATABASE_PASSWORD = 'recognisable-database-password';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer('sqlite', { environment: { ADMIN_EMAIL: 'boss@example.org', PAYMENTS: 'sandbox' } });
});
afterAll(() => server.stop());

test('no secret and no address is in any line of the log', async () => {
  const secrets: Record<string, string> = {};
  const client = server.client();
  const person = { ...newPerson(), password: 'recognisable-first-password' };
  secrets['email'] = person.email;
  secrets['the operator’s email'] = 'boss@example.org';
  secrets['password'] = person.password;
  secrets['wrong password'] = 'recognisable-wrong-password';
  secrets['new password'] = 'recognisable-second-password';
  const keepCookie = (name: string) => (secrets[name] = sessionIn(client.cookie));

  await client.post(api.signUp, person);
  await client.post(api.signUp, person);
  await client.post(api.login, { email: person.email, password: secrets['wrong password'] });
  await client.post(api.login, { email: 'unknown@example.org', password: secrets['wrong password'] });
  secrets['unknown email'] = 'unknown@example.org';
  await client.post(api.login, person);
  keepCookie('first cookie');
  secrets['device'] = cookieNamed(client.cookie, 'device');
  const welcome = await waitForMail(server.dataDir, ({ subject }) => subject === 'Welcome to Pushoff');
  secrets['verification token'] = linkIn(welcome, '/verify-email').searchParams.get('token')!;
  await client.get(`/verify-email?token=${secrets['verification token']}`);
  await client.post(api.confirmVerification, { token: secrets['verification token'] });
  await client.post(api.requestPasswordReset, { email: person.email });
  const reset = await waitForMail(server.dataDir, ({ subject }) => subject === 'Reset your password');
  secrets['reset token'] = linkIn(reset, '/reset-password').searchParams.get('token')!;
  await client.get(`/reset-password?token=${secrets['reset token']}`);
  const password = secrets['new password'];
  await client.post(api.confirmPasswordReset, { token: secrets['reset token'], password });
  await client.post(api.confirmPasswordReset, { token: secrets['reset token'], password });
  await client.post(api.login, { email: person.email, password });
  keepCookie('second cookie');

  const [eventId, racerId] = [randomUUID(), randomUUID()];
  await client.post(api.commands, batchOf(createEvent(eventId), createRacer(racerId), addRacers(eventId, racerId)));
  await confirmAddress(server, person.email);
  secrets['invited email'] = 'invited@example.org';
  await client.post(
    api.commands,
    batchOf(eventCommand(eventId, { type: 'admin.invite', email: 'invited@example.org' })),
  );
  const keys = await server.db.selectFrom('eventKeys').selectAll().where('eventId', '=', eventId).executeTakeFirst();
  secrets['admin key'] = keys!.admin;
  secrets['viewer key'] = keys!.viewer;
  const guest = server.client();
  await guest.post(api.anonymous);
  for (const kind of ['admin', 'viewer'] as const) await guest.get(guestPath(eventId, kind, keys![kind]));
  await guest.get(`/api/events/${eventId}?key=${keys!.admin}`);
  const joins = batchOf(eventCommand(eventId, { type: 'admin.join' }));
  await guest.post(api.commands, { ...joins, keys: { [eventId]: keys!.admin } });
  const live = await openLive(server.url, guest.cookie);
  live.send({ type: 'follow-event', eventId, after: null, key: keys!.admin });
  await live.until('event');
  live.ws.send(`nonsense with ${keys!.admin}`);
  await live.closed();

  const { clientSecret, paymentId } = await beginPurchase(client);
  secrets['client secret'] = clientSecret;
  secrets['card number'] = '4242424242424242';
  await payWith(client, clientSecret, '4000000000000002');
  await payWith(client, clientSecret, secrets['card number']);
  await untilPaid(client, paymentId);
  await client.get(api.receipt.replace(':paymentId', paymentId));
  await waitForMail(server.dataDir, ({ subject }) => subject.startsWith('Your receipt'));
  await client.post(api.deleteAccount, { password });
  await waitForMail(server.dataDir, ({ subject }) => subject === 'Your account was deleted');

  const sessions = await server.db.selectFrom('session').select('token').execute();
  for (const [index, { token }] of sessions.entries()) secrets[`session ${index}`] = token;
  secrets['secret of the server'] = (await readFile(join(server.dataDir, 'secret'), 'utf8')).trim();

  const log = server.logged.join('');
  for (const [name, value] of Object.entries(secrets)) {
    expect(value?.length, `there is a ${name}`).toBeGreaterThan(5);
    expect(
      server.logged.filter((line) => line.includes(value)),
      name,
    ).toEqual([]);
  }
  expect(log, 'the log is not empty').toContain(api.confirmPasswordReset);
  expect(log).toContain('Mail written to a file');
});

test('secrets in the errors of libraries are hidden as well', async () => {
  const lines: string[] = [];
  const log = createLog('debug', (line) => lines.push(line));
  const refused = new Error('550 5.1.1 <gone@example.org>: no such mailbox, try Other.Person+x@sub.example.org');
  await queueMail(server.db, { to: 'gone@example.org', subject: 'Hello', text: 'x' }, 0);
  const transport = { send: () => Promise.reject(refused) };
  await deliverNext({ db: server.db, transport, from: 'us@example.org', clock: { now: Date.now as never }, log });
  log.error('No database', { error: new Error(`connect postgres://pushoff:${DATABASE_PASSWORD}@db:5432/pushoff`) });
  const text = lines.join('');
  expect(lines).toHaveLength(2);
  expect(text).toContain('550 5.1.1 <(address)>: no such mailbox');
  expect(text).not.toMatch(/gone|Other\.Person|sub\.example/);
  expect(text).not.toContain(DATABASE_PASSWORD);
  expect(text, 'where it happened is still told').toContain('hardening-logs.test.ts');
});
