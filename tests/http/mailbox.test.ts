import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SignUpAnswer } from '../../src/protocol/account.ts';
import { api } from '../../src/protocol/routes.ts';
import { batchOf, createEvent, eventCommand } from '../support/commands.ts';
import { enginesOf } from '../support/database.ts';
import { linkIn, type ReadMail, waitForMail } from '../support/mails.ts';
import { arrive, newPerson, PASSWORD, snapshot } from '../support/people.ts';
import { startTestServer, type TestClient, type TestServer } from '../support/running-server.ts';
import { createRun, runsOf } from '../support/runs.ts';

type Person = ReturnType<typeof newPerson>;

describe.each(enginesOf('sqlite'))('a mailbox on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(engine);
  });
  afterAll(() => server.stop());

  const mailTo = ({ email }: Person, subject: RegExp) =>
    waitForMail(server.dataDir, (mail) => mail.to === email && subject.test(mail.subject));
  const tokenOf = async (person: Person, path = '/verify-email', subject = /Welcome|Confirm/) =>
    linkIn(await mailTo(person, subject), path).searchParams.get('token')!;
  const isVerified = async (client: TestClient) => {
    const { viewer } = await client.boot();
    return viewer.kind === 'user' && viewer.emailVerified;
  };
  const eventsOf = async (client: TestClient) =>
    ((await (await client.get(api.account)).json()) as { events: { id: string }[] }).events.map(({ id }) => id);
  const logIn = (person: Person, password = person.password) =>
    server.client().post(api.login, { email: person.email, password });
  const resetTokens = async (email: string, count: number): Promise<string[]> => {
    for (let index = 0; index < count; index += 1) await server.client().post(api.requestPasswordReset, { email });
    const { id } = await server.db.selectFrom('user').select('id').where('email', '=', email).executeTakeFirstOrThrow();
    const rows = await server.db.selectFrom('verification').select('identifier').where('value', '=', id).execute();
    expect(rows).toHaveLength(count);
    return rows.map(({ identifier }) => identifier.slice('reset-password:'.length));
  };
  const reset = (token: string, password = 'a brand new one') =>
    server.client().post(api.confirmPasswordReset, { token, password });

  test('[A16] [A12] an address is confirmed in the session of its account, or with its password, and by nothing else', async () => {
    const { person, client } = await arrive(server);
    const stranger = await arrive(server);
    const token = await tokenOf(person);
    expect((await client.get(`/verify-email?token=${token}`)).status).toBe(200);
    expect(await isVerified(client), 'opening the page does nothing').toBe(false);

    const confirm = (who: TestClient, body: object) => who.post(api.confirmVerification, { token, ...body });
    for (const who of [server.client(), stranger.client]) {
      expect((await confirm(who, {})).body.error.code).toBe('account-password-needed');
      expect((await confirm(who, { password: 'not this one' })).body.error.code).toBe('wrong-password');
    }
    // One letter of the signature, and not its last ones: of those not every bit counts.
    const forged = `${token.slice(0, -10)}${token.at(-10) === 'x' ? 'y' : 'x'}${token.slice(-9)}`;
    const tampered = await client.post(api.confirmVerification, { token: forged });
    expect(tampered.body.error.code).toBe('link-expired');
    expect([await isVerified(client), await isVerified(stranger.client)]).toEqual([false, false]);

    expect((await confirm(client, {})).body).toEqual({ verified: true });
    expect([await isVerified(client), await isVerified(stranger.client)]).toEqual([true, false]);
    const own = await tokenOf(stranger.person);
    const elsewhere = await server.client().post(api.confirmVerification, { token: own, password: PASSWORD });
    expect(elsewhere.body).toEqual({ verified: true });
    expect(await isVerified(stranger.client)).toBe(true);
  });

  test('[A16] signing up with another person’s address gives no access to what is shared with it, even after opening the mail', async () => {
    const owner = await arrive(server);
    const attacker = await arrive(server);
    const eventId = randomUUID();
    const invite = eventCommand(eventId, { type: 'admin.invite', email: attacker.person.email });
    await owner.client.post(api.commands, batchOf(createEvent(eventId), invite));
    const { runId } = await createRun(server, owner.client);
    await runsOf(server, owner.client).share(runId, attacker.person.email);
    const token = await tokenOf(attacker.person);

    const victim = server.client();
    await victim.get(`/verify-email?token=${token}`);
    await victim.post(api.confirmVerification, { token });
    expect(await eventsOf(attacker.client)).toEqual([]);
    expect(await runsOf(server, attacker.client).list()).toEqual([]);
  });

  test('[A17] “It was not me” removes the account with all that it owns, and the address is free', async () => {
    const attacker = await arrive(server);
    const eventId = randomUUID();
    await attacker.client.post(api.commands, batchOf(createEvent(eventId)));
    await createRun(server, attacker.client);
    await resetTokens(attacker.person.email, 1);
    const token = await tokenOf(attacker.person, '/not-my-account');
    const victim = server.client();
    expect((await victim.get(`/not-my-account?token=${token}`)).status).toBe(200);
    expect((await attacker.client.boot()).viewer.kind, 'opening the page does nothing').toBe('user');

    expect((await victim.post(api.disownAccount, { token })).body).toEqual({ removed: true });
    expect((await attacker.client.boot()).viewer).toEqual({ kind: 'nobody' });
    expect((await logIn(attacker.person)).body.error.code).toBe('wrong-credentials');
    for (const table of ['events', 'runs', 'verification', 'profiles', 'session'] as const) {
      const rows = JSON.stringify(await server.db.selectFrom(table).selectAll().execute());
      expect(
        [eventId, attacker.person.email].some((trace) => rows.includes(trace)),
        table,
      ).toBe(false);
    }
    expect((await victim.post(api.disownAccount, { token })).body.error.code).toBe('link-expired');
    const holder = { ...attacker.person, password: 'of the real holder' };
    expect((await victim.post(api.signUp, holder)).status).toBe(200);
    expect((await victim.post(api.disownAccount, { token })).body.error.code, 'a link is for one account').toBe(
      'link-expired',
    );
    expect((await logIn(holder)).status).toBe(200);
  });

  test('[A17] a confirmed account is not removed by its mails, nor is any by a made-up token', async () => {
    const { person, client } = await arrive(server);
    const token = await tokenOf(person, '/not-my-account');
    await client.post(api.confirmVerification, { token });
    const before = await snapshot(server);
    expect((await server.client().post(api.disownAccount, { token })).body.error.code).toBe('address-confirmed');
    expect((await server.client().post(api.disownAccount, { token: 'a.b.c' })).body.error.code).toBe('link-expired');
    expect(await snapshot(server)).toEqual(before);
  });

  test('[A16] a mail that is asked for says both ways too', async () => {
    const { person, client } = await arrive(server);
    expect((await client.post(api.requestVerification)).body).toEqual({ sent: true });
    const token = await tokenOf(person, '/verify-email', /Confirm/);
    expect(await tokenOf(person, '/not-my-account', /Confirm/)).toBe(token);
    expect((await client.post(api.confirmVerification, { token })).body).toEqual({ verified: true });
    expect((await client.post(api.requestVerification)).body).toEqual({ sent: false });
  });

  test('[A18] a reset confirms the account, signs all others out, and keeps what it owns', async () => {
    const { person, client } = await arrive(server);
    const eventId = randomUUID();
    await client.post(api.commands, batchOf(createEvent(eventId)));
    const [token] = await resetTokens(person.email, 1);
    expect((await reset(token!)).body).toEqual({ changed: true });
    expect((await client.boot()).viewer).toEqual({ kind: 'nobody' });
    expect((await logIn(person)).body.error.code).toBe('wrong-credentials');
    const holder = server.client();
    await holder.post(api.login, { email: person.email, password: 'a brand new one' });
    expect(await isVerified(holder)).toBe(true);
    expect(await eventsOf(holder)).toEqual([eventId]);
  });

  test('[A19] after a reset, a change of password or the end of the account all older reset links are dead', async () => {
    const ways: readonly ((person: Person, client: TestClient, token: string) => Promise<{ status: number }>)[] = [
      (_person, _client, token) => reset(token),
      (_person, client) =>
        client.post(api.changePassword, { currentPassword: PASSWORD, newPassword: 'the next password' }),
      (_person, client) => client.post(api.deleteAccount, { password: PASSWORD }),
    ];
    for (const endLinks of ways) {
      const { person, client } = await arrive(server);
      const [first, ...others] = await resetTokens(person.email, 3);
      expect((await endLinks(person, client, first!)).status).toBe(200);
      for (const token of [first!, ...others]) {
        expect((await reset(token, 'by an older link')).body.error.code).toBe('link-expired');
      }
      expect((await logIn(person, 'by an older link')).status).toBe(401);
    }
  });

  test('[A19] of several links that are used at once one counts', async () => {
    const { person } = await arrive(server);
    const tokens = await resetTokens(person.email, 3);
    const answers = await Promise.all(tokens.map((token, index) => reset(token, `password number ${index}`)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect((await logIn(person, `password number ${winner}`)).status).toBe(200);
  });

  describe('[A23] the welcome gift', () => {
    const signUp = async (email: string) => {
      const client = server.client();
      const person = { ...newPerson(), email };
      const { body } = await client.post<SignUpAnswer>(api.signUp, person);
      await client.post(api.login, { email, password: PASSWORD });
      const { viewer } = await client.boot();
      return { client, person, granted: body.granted, credits: viewer.kind === 'user' ? viewer.credits : null };
    };
    const GIFT = { granted: true, credits: 100 };
    const NOTHING = { granted: false, credits: 0 };

    test('is given once for a mailbox, also after the account was deleted, and the mail says so', async () => {
      const email = `once-${randomUUID()}@example.org`;
      const first = await signUp(email);
      expect(first).toMatchObject(GIFT);
      expect((await mailTo(first.person, /Welcome/)).text).toContain('100 credits');
      await first.client.post(api.deleteAccount, { password: PASSWORD });
      await mailTo(first.person, /deleted/);
      expect(await signUp(email.toUpperCase())).toMatchObject(NOTHING);
      expect((await signUp(email.replace('@', '+again@'))).granted).toBe(false);
      const welcomes = (text: string) => (mail: ReadMail) =>
        mail.to === email && mail.subject.startsWith('Welcome') && mail.text.includes(text);
      const truth = await waitForMail(server.dataDir, welcomes('has already received its free credits'));
      expect(truth.text).not.toContain('100 credits');
      const rows = JSON.stringify(await server.db.selectFrom('welcomeGifts').selectAll().execute());
      expect(rows).not.toContain(email.split('@')[0]);
    });

    test('an account from before the marks leaves one when it is deleted', async () => {
      const email = `old-${randomUUID()}@example.org`;
      const first = await signUp(email);
      await server.db.deleteFrom('welcomeGifts').execute();
      await first.client.post(api.deleteAccount, { password: PASSWORD });
      expect(await signUp(email)).toMatchObject(NOTHING);
    });

    test('ten sign-ups of one mailbox at once get one', async () => {
      const name = `many-${randomUUID()}`;
      const all = await Promise.all(Array.from({ length: 10 }, (_, index) => signUp(`${name}+${index}@example.org`)));
      expect(all.filter(({ granted }) => granted)).toHaveLength(1);
      expect(all.reduce((sum, { credits }) => sum + credits!, 0)).toBe(100);
    });

    test('[A24] is not used up by a stranger’s account; a spent gift comes back only once', async () => {
      const email = `holder-${randomUUID()}@example.org`;
      const disown = async (person: Person) => {
        const { id } = await server.db
          .selectFrom('user')
          .select('id')
          .where('email', '=', person.email)
          .executeTakeFirstOrThrow();
        const mine = await waitForMail(server.dataDir, ({ to, text }) => to === person.email && names(text, id));
        const token = linkIn(mine, '/not-my-account').searchParams.get('token');
        expect((await server.client().post(api.disownAccount, { token })).body).toEqual({ removed: true });
      };
      const names = (text: string, id: string) =>
        Buffer.from(/token=[^.]*\.([^.]*)/.exec(text)?.[1] ?? '', 'base64url').includes(id);
      const spend = ({ client }: { client: TestClient }) =>
        client.post(api.commands, batchOf(createEvent(randomUUID())));

      for (let unspent = 0; unspent < 2; unspent += 1) {
        const attacker = await signUp(email);
        expect(attacker).toMatchObject(GIFT);
        await disown(attacker.person);
      }
      const spender = await signUp(email);
      await spend(spender);
      await disown(spender.person);
      const again = await signUp(email);
      expect(again).toMatchObject(GIFT);
      await spend(again);
      await disown(again.person);
      const last = await signUp(email);
      expect(last).toMatchObject(NOTHING);
      await disown(last.person);
      expect(await signUp(email), 'an account without the gift gives none back').toMatchObject(NOTHING);
    });
  });
});
