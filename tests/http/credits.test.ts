import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { CommandAnswers } from '../../src/protocol/commands.ts';
import type { ErrorAnswer } from '../../src/protocol/errors.ts';
import type { AccountSnapshot } from '../../src/protocol/live.ts';
import type { CreditHistory } from '../../src/protocol/payments.ts';
import { api } from '../../src/protocol/routes.ts';
import { askRunningServer } from '../../src/server/admin/socket.ts';
import { batchOf, createEvent, createRacer, eventCommand, racerCommand } from '../support/commands.ts';
import { engines } from '../support/database.ts';
import { useLiveRaces } from '../support/live-races.ts';
import { arrive, confirmAddress } from '../support/people.ts';
import { beginPurchase, payWith, untilPaid } from '../support/purchases.ts';
import type { TestClient } from '../support/running-server.ts';

describe.each(engines)('credits over HTTP on %s', (engine) => {
  const races = useLiveRaces(engine);
  const { send, sendWithKeys, newRace } = races;
  const admin = (...words: string[]) => askRunningServer(races.server.dataDir, words);

  async function history(client: TestClient, query = ''): Promise<CreditHistory & ErrorAnswer> {
    return (await (await client.get(api.creditHistory + query)).json()) as CreditHistory & ErrorAnswer;
  }
  const userIdOf = async (client: TestClient) => {
    const { viewer } = await client.boot();
    return viewer.kind === 'user' ? viewer.userId : '';
  };
  const accountOf = async (client: TestClient) =>
    races.server.db
      .selectFrom('creditAccounts')
      .select('id')
      .where('userId', '=', await userIdOf(client))
      .executeTakeFirstOrThrow();

  test('[L8] the history says what for, how much and what was left, the newest first', async () => {
    const { client } = await arrive(races.server);
    const [eventId, racerId] = [randomUUID(), randomUUID()];
    await send(client, createEvent(eventId, 'Hill climb'), createRacer(racerId, 'Zoë'));
    const { clientSecret, paymentId } = await beginPurchase(client);
    await payWith(client, clientSecret, '4242424242424242');
    await untilPaid(client, paymentId);
    expect(await admin('refund', paymentId)).toMatchObject({ ok: true });
    const { lines, hasMore } = await history(client);
    expect(hasMore).toBe(false);
    const none = { subject: null, paymentId: null, at: expect.any(Number) };
    expect(lines).toEqual([
      { ...none, number: 5, kind: 'refund', amount: -150, balance: 77, paymentId },
      { ...none, number: 4, kind: 'purchase', amount: 150, balance: 227, paymentId },
      { ...none, number: 3, kind: 'racer', amount: -3, balance: 77, subject: 'Zoë' },
      { ...none, number: 2, kind: 'event', amount: -20, balance: 80, subject: 'Hill climb' },
      { ...none, number: 1, kind: 'welcome', amount: 100, balance: 100 },
    ]);
  });

  test('[L8] events and racers have their present names, also deleted ones, and only those that the person may see', async () => {
    const { owner, ownerId, eventId, racerId, keys } = await newRace();
    const subjects = async () => (await history(owner)).lines.map(({ subject }) => subject);
    await send(owner, racerCommand(racerId, { type: 'racer.rename', name: 'Bea' }));
    await send(owner, racerCommand(racerId, { type: 'racer.delete' }));
    await send(owner, eventCommand(eventId, { type: 'event.rename', name: 'Sprint' }));
    await send(owner, eventCommand(eventId, { type: 'event.delete' }));
    expect(await subjects()).toEqual(['Bea', 'Sprint', null]);

    await send(owner, eventCommand(eventId, { type: 'event.restore' }));
    const { client: heir, person } = await arrive(races.server);
    await confirmAddress(races.server, person.email);
    await sendWithKeys(heir, { [eventId]: keys.admin }, eventCommand(eventId, { type: 'admin.join' }));
    await send(owner, eventCommand(eventId, { type: 'owner.change', userId: await userIdOf(heir) }));
    expect(await subjects()).toEqual(['Bea', 'Sprint', null]);
    await send(heir, eventCommand(eventId, { type: 'admin.remove', userId: ownerId }));
    await send(heir, eventCommand(eventId, { type: 'event.rename', name: 'None of your business' }));
    expect(await subjects()).toEqual(['Bea', null, null]);
    expect((await history(heir)).lines).toHaveLength(1);
  });

  test('[L8] fifty lines at a time', async () => {
    const { client, person } = await arrive(races.server);
    await admin('grant', person.email, '200');
    await send(client, ...Array.from({ length: 70 }, () => createRacer()));
    const numbers = async (query: string) => {
      const { lines, hasMore } = await history(client, query);
      return [lines.at(0)?.number, lines.at(-1)?.number, hasMore];
    };
    expect(await numbers('')).toEqual([72, 23, true]);
    expect(await numbers('?before=23')).toEqual([22, 1, false]);
    expect(await numbers('?before=51')).toEqual([50, 1, false]);
    expect(await numbers('?before=1')).toEqual([undefined, undefined, false]);
    expect(await numbers('?before=999999999999999')).toEqual([72, 23, true]);
  });

  test('the history is for people with an account, and takes whole numbers only', async () => {
    const { client } = await arrive(races.server);
    const guest = races.server.client();
    expect((await history(guest)).error.code).toBe('unauthenticated');
    await guest.post(api.anonymous);
    expect((await history(guest)).error.code).toBe('account-required');
    for (const before of ['0', '-1', '1.5', 'x', '', '1e3', '9999999999999999', '%00']) {
      expect((await history(client, `?before=${before}`)).error.code, before).toBe('invalid-argument');
    }
  });

  test('[L4] a hundred requests at once that spend the last 20 credits pay for one event', async () => {
    const { client } = await arrive(races.server);
    await send(client, ...Array.from({ length: 4 }, () => createEvent()));
    const eventIds: readonly string[] = Array.from({ length: 100 }, () => randomUUID());
    const answers = await Promise.all(
      eventIds.map((eventId) => client.post<CommandAnswers>(api.commands, batchOf(createEvent(eventId)))),
    );
    const outcomes = answers.map(
      ({
        body: {
          answers: [answer],
        },
      }) => (answer?.status === 'refused' ? answer.code : answer?.status),
    );
    // One event is paid for, and two may wait for credits.
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(3);
    expect(outcomes.filter((outcome) => outcome === 'not-enough-credits-for-event')).toHaveLength(97);
    const { credits, events } = (await (await client.get(api.account)).json()) as AccountSnapshot;
    expect(credits).toBe(0);
    expect(events.filter(({ awaitingCredits }) => awaitingCredits)).toHaveLength(2);
    const paid = events.filter(({ id, awaitingCredits }) => eventIds.includes(id) && !awaitingCredits);
    expect(paid).toHaveLength(1);
    const { lines } = await history(client);
    expect(lines.map(({ balance }) => balance)).toEqual([0, 20, 40, 60, 80, 100]);
    expect(lines[0]).toMatchObject({ subject: 'Tuesday 10' });
  });

  test('ledger shows every movement to the operator, and the balance', async () => {
    const { client, person } = await arrive(races.server);
    const racerId = randomUUID();
    await send(client, createRacer(racerId, 'Eve'));
    const answer = await admin('ledger', person.email.toUpperCase());
    expect(answer?.ok).toBe(true);
    const [header, welcome, racer, , balance] = answer!.text.split('\n');
    expect(header).toMatch(/^NUMBER +DATE +KIND +FOR +AMOUNT +BALANCE +CAUSE$/);
    expect(welcome).toMatch(/^ +1 +\d{4}-\d\d-\d\dT\S+ +welcome +100 +100 +welcome:/);
    expect(racer).toMatch(/^ +2 +\S+ +racer +Eve +-3 +97 +racer:/);
    expect(balance).toBe(`${person.email} has 97 credits.`);
    expect(await admin('ledger', 'nobody@example.org')).toMatchObject({ ok: false });
  });

  test('[L9] audit is clean after all of this, and fails after a manual change of the database', async () => {
    const { client } = await arrive(races.server);
    const clean = await admin('audit');
    expect(clean).toMatchObject({ ok: true, text: expect.stringMatching(/^sum of all accounts +0$/m) });
    expect(clean?.text).toMatch(/^findings +0$/m);
    expect(clean?.text).toContain('Everything balances.');
    const { id } = await accountOf(client);
    const table = engine === 'postgres' ? sql` on "creditAccounts"` : sql``;
    await sql`drop trigger "creditAccounts_explained"${table}`.execute(races.server.db);
    await races.server.db.updateTable('creditAccounts').set({ balance: 5000 }).where('id', '=', id).execute();
    const answer = await admin('audit');
    expect(answer?.ok).toBe(false);
    expect(answer?.text).toContain('All accounts together have 4900 credits, not 0');
    expect(answer?.text).toContain(`Account ${id} has 5000 credits, its transfers make 100, the last one says 100`);
  });
});
