import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { CommandAnswers } from '../../src/protocol/commands.ts';
import type { EventPeople } from '../../src/protocol/event-reads.ts';
import { api } from '../../src/protocol/routes.ts';
import { MOST_INVITATIONS } from '../../src/server/invitations/invite.ts';
import { batchOf, eventCommand, tap } from '../support/commands.ts';
import { engines } from '../support/database.ts';
import { useLiveRaces } from '../support/live-races.ts';
import { linkIn, readMails, waitForMail } from '../support/mails.ts';
import { arrive, confirmAddress } from '../support/people.ts';
import type { TestClient } from '../support/running-server.ts';

describe.each(engines)('invitations by mail on %s', (engine) => {
  const races = useLiveRaces(engine);
  const { connect, follow, keysOf, newRace, send, sendWithKeys } = races;

  const newAddress = () => `friend-${randomUUID()}@example.org`;
  const invite = (eventId: string, email: string) => eventCommand(eventId, { type: 'admin.invite', email });
  async function answerTo(client: TestClient, ...commands: Parameters<typeof batchOf>): Promise<string[]> {
    const { body } = await client.post<CommandAnswers>(api.commands, batchOf(...commands));
    return body.answers.map((answer) => (answer.status === 'refused' ? answer.code : answer.status));
  }
  const mailsTo = async (email: string) =>
    (await readMails(races.server.dataDir)).filter((mail) => mail.to === email && mail.text.includes('invites you'));
  const mailTo = (email: string) =>
    waitForMail(races.server.dataDir, (mail) => mail.to === email && mail.text.includes('invites you'));
  async function joinWithAccount(eventId: string) {
    const { client, person } = await arrive(races.server);
    const { admin } = await keysOf(eventId);
    await sendWithKeys(client, { [eventId]: admin }, eventCommand(eventId, { type: 'admin.join' }));
    const { viewer } = await client.boot();
    return { client, person, userId: viewer.kind === 'user' ? viewer.userId : '' };
  }

  test('go out from a confirmed address only, and no more of them to one stranger than five a day', async () => {
    const { owner, eventId } = await newRace();
    const stranger = newAddress();
    const { client: helper, person: helping } = await joinWithAccount(eventId);
    expect(await answerTo(helper, invite(eventId, stranger))).toEqual(['address-not-confirmed']);
    await confirmAddress(races.server, helping.email);
    const codes: string[] = [];
    for (let tries = 0; tries < 12; tries += 1) {
      codes.push(...(await answerTo(helper, invite(eventId, stranger))));
      await answerTo(owner, eventCommand(eventId, { type: 'admin.uninvite', email: stranger }));
    }
    expect(codes.filter((code) => code === 'accepted')).toHaveLength(MOST_INVITATIONS.toAddress);
    expect(codes.at(-1)).toBe('too-many-invitations');
    // The invitations of a deleted account still count.
    await races.server.db.deleteFrom('user').where('email', '=', helping.email).execute();
    const other = await newRace();
    expect(await answerTo(other.owner, invite(other.eventId, stranger))).toEqual(['too-many-invitations']);
    expect((await mailsTo(stranger)).length).toBeLessThanOrEqual(MOST_INVITATIONS.toAddress);
    const rows = await races.server.db.selectFrom('invitationMails').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(stranger);
  });

  test('[V21] stop after a press on the page of their link, and start again after another', async () => {
    const { owner, eventId } = await newRace();
    const reader = newAddress();
    await send(owner, invite(eventId, reader));
    const stop = linkIn(await mailTo(reader), '/stop-mail');
    const browser = races.server.client();
    // Opening the link, as mail scanners do, stops nothing.
    expect((await browser.get(stop.pathname + stop.search)).status).toBe(200);
    expect(await races.server.db.selectFrom('closedMailboxes').selectAll().execute()).toEqual([]);
    const token = stop.searchParams.get('token')!;
    expect(token).not.toContain(reader.split('@')[0]);
    expect((await browser.post(api.stopMail, { token, isWanted: false })).body).toEqual({ isWanted: false });
    expect(JSON.stringify(await races.server.db.selectFrom('closedMailboxes').selectAll().execute())).not.toContain(
      reader,
    );

    // The answer and the entry in the list are the same: an inviter cannot learn who wants no mail.
    const other = await newRace();
    const another = newAddress();
    expect(await answerTo(other.owner, invite(other.eventId, reader))).toEqual(['accepted']);
    expect(await answerTo(other.owner, invite(other.eventId, another))).toEqual(['accepted']);
    await mailTo(another);
    expect(await mailsTo(reader)).toHaveLength(1);
    const people = (await (await other.owner.get(`/api/events/${other.eventId}/people`)).json()) as EventPeople;
    expect(people.admins).toEqual([
      { kind: 'email', email: reader },
      { kind: 'email', email: another },
    ]);

    expect((await browser.post(api.stopMail, { token, isWanted: true })).body).toEqual({ isWanted: true });
    const third = await newRace();
    await send(third.owner, invite(third.eventId, reader));
    await expect.poll(() => mailsTo(reader)).toHaveLength(2);
  });

  test('[V21] cannot be stopped for another address: a forged link does nothing', async () => {
    const { owner, eventId } = await newRace();
    const reader = newAddress();
    await send(owner, invite(eventId, reader));
    const token = linkIn(await mailTo(reader), '/stop-mail').searchParams.get('token')!;
    const [recipient = '', signature = ''] = token.split('.');
    const other = `${recipient.slice(0, -2)}${recipient.endsWith('AA') ? 'BB' : 'AA'}`;
    for (const forged of ['x', recipient, `${other}.${signature}`, `${recipient}.${signature.slice(1)}`, `.${token}`]) {
      const { status, body } = await races.server.client().post(api.stopMail, { token: forged, isWanted: false });
      expect([status, body.error.code], forged).toEqual([400, 'link-expired']);
    }
    const { status } = await races.server.client().post(api.stopMail, { token: 7, isWanted: 'no' });
    expect(status).toBe(400);
  });

  test('[V17] an admin who was invited by address and joined is out when removed, on every open page', async () => {
    const { owner, eventId, racerId } = await newRace();
    const { client, person, userId } = await joinWithAccount(eventId);
    await confirmAddress(races.server, person.email);
    await send(owner, invite(eventId, person.email));
    const page = await connect(client);
    await follow(page, eventId);
    await send(owner, eventCommand(eventId, { type: 'admin.remove', userId }));
    await page.until('gone');
    expect(await answerTo(client, tap(eventId, 'start', racerId))).toEqual(['event-not-found']);
    expect((await client.get(`/api/events/${eventId}`)).status).toBe(404);
    const { events } = (await (await client.get(api.account)).json()) as { events: readonly { id: string }[] };
    expect(events).toEqual([]);
  });

  test('[V18] a guest who came by a leaked link, and the address that this guest invited, are removed by changing the link', async () => {
    const { owner, eventId, racerId } = await newRace();
    const { client: eve, person: evil } = await joinWithAccount(eventId);
    await confirmAddress(races.server, evil.email);
    const friend = await arrive(races.server);
    await confirmAddress(races.server, friend.person.email);
    await send(eve, invite(eventId, evil.email), invite(eventId, friend.person.email));
    expect(await answerTo(friend.client, tap(eventId, 'start', racerId))).toEqual(['accepted']);
    await send(owner, eventCommand(eventId, { type: 'keys.rotate', which: 'admin' }));
    for (const client of [eve, friend.client]) {
      expect(await answerTo(client, tap(eventId, 'finish', racerId))).toEqual(['event-not-found']);
    }
    const people = (await (await owner.get(`/api/events/${eventId}/people`)).json()) as EventPeople;
    expect(people.admins).toEqual([]);
  });

  test('[V19] an event goes from one confirmed account to another, and its owner is told before who has not confirmed', async () => {
    const { owner, eventId } = await newRace();
    const { client: heir, person, userId } = await joinWithAccount(eventId);
    const peopleFor = async (client: TestClient) =>
      ((await (await client.get(`/api/events/${eventId}/people`)).json()) as EventPeople).admins;
    const give = () => eventCommand(eventId, { type: 'owner.change', userId });
    expect(await peopleFor(owner)).toMatchObject([{ userId, isConfirmed: false }]);
    expect(await answerTo(owner, give())).toEqual(['new-owner-not-confirmed']);
    await confirmAddress(races.server, person.email);
    expect(await peopleFor(owner)).toMatchObject([{ userId, isConfirmed: true }]);
    expect(await peopleFor(heir)).not.toMatchObject([{ isConfirmed: true }]);
    expect(await answerTo(owner, give())).toEqual(['accepted']);
  });
});
