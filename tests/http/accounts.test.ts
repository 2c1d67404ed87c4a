import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api } from '../../src/protocol/routes.ts';
import { scryptPasswords } from '../../src/server/accounts/passwords.ts';
import { batchOf, createEvent, eventCommand } from '../support/commands.ts';
import { sessionIn } from '../support/cookies.ts';
import { enginesOf } from '../support/database.ts';
import { linkIn, waitForMail } from '../support/mails.ts';
import { arrive, arriveConfirmed, newPerson, PASSWORD, snapshot } from '../support/people.ts';
import { startTestServer, type TestServer } from '../support/running-server.ts';

describe.each(enginesOf('sqlite'))('accounts on %s', (engine) => {
  let server: TestServer;
  let hashes = 0;
  beforeAll(async () => {
    server = await startTestServer(engine, {
      passwords: {
        hash: (password) => {
          hashes += 1;
          return scryptPasswords.hash(password);
        },
        verify: (given) => {
          hashes += 1;
          return scryptPasswords.verify(given);
        },
      },
    });
  });
  afterAll(() => server.stop());

  const rowsOf = (userId: string) => ({
    profile: server.db.selectFrom('profiles').selectAll().where('userId', '=', userId).execute(),
    group: server.db.selectFrom('shareGroups').selectAll().where('ownerId', '=', userId).execute(),
  });
  const userIdOf = async (email: string) =>
    (await server.db.selectFrom('user').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;

  test('[A4] [A5] [A13] sign-up makes the profile, 100 credits, the share group and two mails; forged fields are ignored', async () => {
    const client = server.client();
    const person = newPerson();
    const forged = { ...person, credits: 9999, accepted: false, isAnonymous: true, emailVerified: true, id: 'mine' };
    const answer = await client.post(api.signUp, forged);
    expect(answer).toMatchObject({ status: 200, body: { created: true, accepted: true, granted: true } });
    expect((await client.boot()).viewer).toEqual({ kind: 'nobody' });

    const userId = await userIdOf(person.email);
    expect(userId).not.toBe('mine');
    const { profile, group } = rowsOf(userId);
    expect(await profile).toMatchObject([
      { username: person.username, accepted: 1, origin: expect.stringContaining('http') },
    ]);
    expect(await group).toMatchObject([{ id: userId, name: 'public' }]);
    const admin = await waitForMail(server.dataDir, (mail) => mail.text.includes(person.email));
    expect(admin).toMatchObject({ to: 'admin@localhost', subject: 'New user signup!' });
    const welcome = await waitForMail(server.dataDir, (mail) => mail.to === person.email);
    expect(welcome.text).toContain('100 credits');
    expect(welcome.text).not.toContain('150');

    const session = await client.post(api.login, { email: person.email, password: person.password });
    expect(session.body.viewer).toEqual({
      kind: 'user',
      userId,
      email: person.email,
      emailVerified: false,
      username: person.username,
      name: person.username,
      credits: 100,
    });
    expect((await client.boot()).viewer).toEqual(session.body.viewer);
  });

  test('[A4] [E6] sign-up is all or nothing', async () => {
    const before = await snapshot(server);
    await sql`alter table mail rename to mail_away`.execute(server.db);
    const answer = await server.client().post(api.signUp, newPerson());
    await sql`alter table mail_away rename to mail`.execute(server.db);
    expect(answer).toMatchObject({ status: 500, body: { error: { code: 'internal', status: 'internal' } } });
    expect(JSON.stringify(answer.body)).not.toMatch(/mail|sql|table/i);
    expect(await snapshot(server)).toEqual(before);
  });

  test('[A3] an email that exists already is refused with that reason, in any case, also when five sign up at once', async () => {
    const person = newPerson();
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map((index) =>
        server.client().post(api.signUp, { ...person, email: index % 2 ? person.email : person.email.toUpperCase() }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
    const refused = answers.find(({ status }) => status === 409)!;
    expect(refused.body.error).toMatchObject({ code: 'email-taken', status: 'aborted' });
  });

  test('[A6] an unknown email and a wrong password get the same answer, and cost one hash each', async () => {
    const person = newPerson();
    await server.client().post(api.signUp, person);
    const attempt = async (email: string) => {
      const before = hashes;
      const { status, body } = await server.client().post(api.login, { email, password: 'not this one' });
      return { hashes: hashes - before, status, code: body.error.code, message: body.error.message };
    };
    const wrong = await attempt(person.email);
    expect(wrong).toMatchObject({ hashes: 1, status: 401, code: 'wrong-credentials' });
    expect(await attempt('nobody-at-all@example.org')).toEqual(wrong);
  });

  test('[A7] only an account with an accepted profile can log in, and the reason is told only with the right password', async () => {
    const { person, client } = await arrive(server);
    const userId = await userIdOf(person.email);
    const login = (password: string) => server.client().post(api.login, { email: person.email, password });

    await server.db.updateTable('profiles').set({ accepted: 0 }).where('userId', '=', userId).execute();
    expect((await client.boot()).viewer).toEqual({ kind: 'nobody' });
    expect((await login(PASSWORD)).body.error.message).toBe('Account not accepted yet. Please contact admin.');
    expect((await login('not this one')).body.error.code).toBe('wrong-credentials');

    await server.db.deleteFrom('profiles').where('userId', '=', userId).execute();
    const answer = await login(PASSWORD);
    expect(answer).toMatchObject({
      status: 403,
      body: { error: { message: 'No user profile found. Contact admin.' } },
    });
    expect(answer.headers.getSetCookie().filter((cookie) => /session_token=[^;]/.test(cookie))).toEqual([]);
  });

  test('[A9] a session is an httpOnly cookie, ends with logout, and an old cookie does not break the next login', async () => {
    const { person, client } = await arrive(server);
    const stale = client.cookie;
    expect(stale).toContain('session_token=');
    expect((await client.post(api.logout)).body.viewer).toEqual({ kind: 'nobody' });
    expect(sessionIn(client.cookie)).toBe('');

    client.cookie = stale;
    expect((await client.boot()).viewer).toEqual({ kind: 'nobody' });
    client.cookie = stale;
    const again = await client.post(api.login, { email: person.email, password: PASSWORD });
    const cookies = again.headers.getSetCookie();
    expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual(['pushoff.device', 'pushoff.session_token']);
    expect(cookies.filter((cookie) => !/HttpOnly/.test(cookie) || !/SameSite=Lax/.test(cookie))).toEqual([]);
    expect((await client.boot()).viewer.kind).toBe('user');
  });

  test('[A10] anyone can sign in anonymously, with no profile and no credits', async () => {
    const client = server.client();
    const { body } = await client.post(api.anonymous);
    expect(body.viewer).toEqual({ kind: 'anonymous', userId: expect.any(String) });
    expect((await client.boot()).viewer).toEqual(body.viewer);
    expect((await client.post(api.anonymous)).body.viewer).toEqual(body.viewer);
    const account = await server.db
      .selectFrom('creditAccounts')
      .selectAll()
      .where('userId', '=', body.viewer.kind === 'anonymous' ? body.viewer.userId : '')
      .execute();
    expect(account).toEqual([]);
    for (const path of [api.changePassword, api.changeUsername, api.deleteAccount, api.requestVerification]) {
      expect((await client.post(path, { password: PASSWORD })).body.error.code).toBe('unauthenticated');
    }
    expect((await client.get(api.accountData)).status).toBe(401);
  });

  test('[A11] a forgotten password is reset by mail, once, and every device is signed out', async () => {
    const { person, client } = await arrive(server);
    const ask = await server.client().post(api.requestPasswordReset, { email: person.email });
    const askUnknown = await server.client().post(api.requestPasswordReset, { email: 'nobody@example.org' });
    expect(ask.body).toEqual(askUnknown.body);
    expect(ask.body).toEqual({ sent: true });

    const mail = await waitForMail(
      server.dataDir,
      ({ to, subject }) => to === person.email && subject === 'Reset your password',
    );
    const token = linkIn(mail, '/reset-password').searchParams.get('token');
    const confirm = () => server.client().post(api.confirmPasswordReset, { token, password: 'a brand new one' });
    expect((await confirm()).body).toEqual({ changed: true });
    expect((await confirm()).body.error.code).toBe('link-expired');
    expect((await client.boot()).viewer).toEqual({ kind: 'nobody' });
    expect((await client.post(api.login, { email: person.email, password: PASSWORD })).status).toBe(401);
    expect((await client.post(api.login, { email: person.email, password: 'a brand new one' })).status).toBe(200);
    await waitForMail(
      server.dataDir,
      ({ to, subject }) => to === person.email && subject === 'Your password was changed',
    );
  });

  test('changing the password asks for the old one and signs the other devices out', async () => {
    const { person, client } = await arrive(server);
    const other = server.client();
    await other.post(api.login, { email: person.email, password: PASSWORD });
    const change = (currentPassword: string) =>
      client.post(api.changePassword, { currentPassword, newPassword: 'the next password' });
    expect((await change('not this one')).body.error.code).toBe('wrong-password');
    expect((await change(PASSWORD)).body).toEqual({ changed: true });
    expect((await client.boot()).viewer.kind).toBe('user');
    expect((await other.boot()).viewer.kind).toBe('nobody');
    expect((await other.post(api.login, { email: person.email, password: 'the next password' })).status).toBe(200);
  });

  test('[WY7] the username is set later, for everybody who reads it, and invitations that wait have the new one', async () => {
    const { client, person } = await arriveConfirmed(server);
    const rename = async (username: unknown) => client.post(api.changeUsername, { username });
    const eventId = randomUUID();
    await client.post(api.commands, batchOf(createEvent(eventId)));
    const invite = eventCommand(eventId, { type: 'admin.invite', email: 'late@example.org' });
    await client.post(api.commands, batchOf(invite));
    const mail = () =>
      server.db.selectFrom('mail').select(['text', 'sentAt']).where('to', '=', 'late@example.org').executeTakeFirst();
    await expect.poll(async () => (await mail())?.sentAt ?? null).not.toBeNull();
    const text = `Hello,\n\n${person.username} invites you to help time the event "x"`;
    await server.db.updateTable('mail').set({ text }).where('to', '=', 'late@example.org').execute();

    expect((await rename('  Coach Ada ')).body.viewer).toMatchObject({ kind: 'user', username: 'Coach Ada' });
    expect((await client.boot()).viewer).toMatchObject({ username: 'Coach Ada', name: 'Coach Ada' });
    expect((await mail())?.text).toBe('Hello,\n\nCoach Ada invites you to help time the event "x"');
    for (const bad of ['x'.repeat(81), 'two\nlines', 7, null]) expect((await rename(bad)).status).toBe(400);
    expect((await client.boot()).viewer).toMatchObject({ username: 'Coach Ada' });
    expect((await rename('')).body.viewer).toMatchObject({ username: '' });
  });

  test('an account downloads everything stored about its person, and nothing about others', async () => {
    const { person: other } = await arrive(server);
    const { person, client } = await arrive(server);
    const response = await client.get(api.accountData);
    expect(response.headers.get('content-disposition')).toContain('attachment');
    const text = await response.text();
    expect(text).not.toContain(other.email);
    expect(text).not.toContain('session_token');
    expect(JSON.parse(text)).toMatchObject({
      account: { email: person.email },
      profile: { username: person.username, accepted: true },
      credits: 100,
      creditHistory: [{ kind: 'welcome', amount: 100 }],
      shareGroup: { name: 'public' },
      sessions: [{ ipAddress: '127.0.0.1' }],
    });
  });

  test('[A14] deleting an account asks for the password, removes all of it and keeps the ledger without the person', async () => {
    const { person, client } = await arrive(server);
    const userId = await userIdOf(person.email);
    await waitForMail(server.dataDir, ({ to }) => to === person.email);
    const before = await snapshot(server);
    const transfers = await server.db.selectFrom('creditTransfers').selectAll().execute();
    expect((await client.post(api.deleteAccount, { password: 'not this one' })).body.error.code).toBe('wrong-password');
    expect(await snapshot(server)).toEqual(before);

    expect((await client.post(api.deleteAccount, { password: PASSWORD })).body).toEqual({ deleted: true });
    expect((await client.boot()).viewer).toEqual({ kind: 'nobody' });
    expect((await client.post(api.login, { email: person.email, password: PASSWORD })).body.error.code).toBe(
      'wrong-credentials',
    );
    const goodbye = await waitForMail(
      server.dataDir,
      ({ to, subject }) => to === person.email && /deleted/.test(subject),
    );
    expect(goodbye.text).toContain('support@localhost');
    for (const table of ['user', 'session', 'account', 'verification', 'profiles', 'shareGroups'] as const) {
      const rows = JSON.stringify(await server.db.selectFrom(table).selectAll().execute());
      expect(rows.includes(userId) || rows.includes(person.email), table).toBe(false);
    }
    const after = await server.db.selectFrom('creditTransfers').selectAll().execute();
    expect(after).toEqual(transfers);
    expect(JSON.stringify(after)).not.toContain(userId);
    expect((await client.post(api.signUp, person)).status).toBe(200);
  });
});

describe('sign-up with review', () => {
  test('[A8] a new account waits until it is accepted', async () => {
    const server = await startTestServer('sqlite', { environment: { SIGNUP_REVIEW: 'true' } });
    try {
      const client = server.client();
      const person = newPerson();
      expect((await client.post(api.signUp, person)).body).toEqual({ created: true, accepted: false, granted: true });
      const refused = await client.post(api.login, { email: person.email, password: PASSWORD });
      expect(refused.body.error.message).toBe('Account not accepted yet. Please contact admin.');
      const admin = await waitForMail(server.dataDir, ({ subject }) => subject === 'New user signup!');
      expect(admin.text).toContain(`npm run admin -- accept ${person.email}`);
    } finally {
      await server.stop();
    }
  });
});
