import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { epochMs } from '../../src/domain/units.ts';
import type { Command } from '../../src/protocol/commands.ts';
import type { Sender } from '../../src/server/access/sender.ts';
import { type CommandQueue, createCommandQueue } from '../../src/server/commands/command-queue.ts';
import { MOST_INVITATIONS } from '../../src/server/invitations/invite.ts';
import { readChanges } from '../../src/server/storage/command-store.ts';
import { createEvent, eventCommand, tap } from '../support/commands.ts';
import { quiet } from '../support/database.ts';
import { alwaysOpen } from '../support/gate.ts';
import { type CommandDatabase, commandDatabases } from './command-databases.ts';

describe.each(Object.entries(commandDatabases))('invitations on %s', (_name, open) => {
  let database: CommandDatabase;
  let queue: CommandQueue;
  let now = Date.now();
  beforeAll(async () => {
    database = await open();
    const clock = { now: () => epochMs(now) };
    queue = createCommandQueue({ gate: alwaysOpen, store: database.store, clock, log: quiet, onCommitted: () => {} });
  });
  afterAll(() => database.close());

  const submit = async (sender: Sender, ...commands: Command[]) =>
    (await queue.submit(commands.map((command) => ({ command, sender, observations: [] })))).map((answer) =>
      answer.status === 'refused' ? answer.code : answer.status,
    );
  const invite = (eventId: string, email = `${randomUUID()}@example.org`) =>
    eventCommand(eventId, { type: 'admin.invite', email });
  const many = (count: number, eventId: string) => Array.from({ length: count }, () => invite(eventId));
  async function newSender(more: Partial<Sender> = {}): Promise<Sender> {
    const userId = await database.addUser(100);
    const verifiedEmail = `${userId}@example.org`;
    return { userId, isAnonymous: false, verifiedEmail, name: 'Coach', keys: {}, ...more };
  }
  async function newEvent(sender: Sender): Promise<string> {
    const eventId = randomUUID();
    expect(await submit(sender, createEvent(eventId))).toEqual(['accepted']);
    return eventId;
  }

  test('[V13] an invited address gets one mail with the admin link; a repeated command sends none', async () => {
    const sender = await newSender();
    const eventId = await newEvent(sender);
    const command = invite(eventId, 'eli@example.org');
    expect(await submit(sender, command)).toEqual(['accepted']);
    expect(await submit(sender, command, invite(eventId, 'eli@example.org'))).toEqual(['accepted', 'accepted']);
    const keys = await database.store.transaction((tx) => tx.readKeys(eventId));
    expect(await database.invitationsTo('eli@example.org')).toEqual([
      { event: 'Tuesday 10', inviter: 'Coach', key: keys!.admin },
    ]);
  });

  test('a refused or unstored invitation sends no mail', async () => {
    const sender = await newSender();
    const eventId = await newEvent(sender);
    expect(await submit(await newSender(), invite(eventId, 'stranger@example.org'))).toEqual(['event-not-found']);
    await database.store
      .transaction(async (tx) => {
        const { userId, name: inviterName } = sender;
        const email = 'lost@example.org';
        const about = {
          id: randomUUID(),
          eventId,
          eventName: '',
          userId,
          inviterName,
          adminKey: 'k',
          language: null,
          now,
        };
        await tx.queueInvitation({ ...about, email });
        throw new Error('the power goes');
      })
      .catch(() => undefined);
    for (const email of ['stranger@example.org', 'lost@example.org']) {
      expect(await database.invitationsTo(email)).toEqual([]);
    }
  });

  test('[V13] an event sends a limited number in a day, from all inviters together, and more the next day', async () => {
    const sender = await newSender();
    const eventId = await newEvent(sender);
    const guest = await newSender();
    const keys = await database.store.transaction((tx) => tx.readKeys(eventId));
    const withKey = { ...guest, keys: { [eventId]: keys!.admin } };
    const joined = await submit(withKey, eventCommand(eventId, { type: 'admin.join' }), ...many(20, eventId));
    expect(new Set(joined)).toEqual(new Set(['accepted']));
    const more = await submit(sender, ...many(MOST_INVITATIONS.toEvent - 20, eventId), invite(eventId));
    expect(more.slice(0, -1).every((status) => status === 'accepted')).toBe(true);
    expect(more.at(-1)).toBe('too-many-invitations');
    expect(await submit(guest, invite(eventId))).toEqual(['too-many-invitations']);
    now += MOST_INVITATIONS.inMs + 1;
    expect(await submit(sender, invite(eventId))).toEqual(['accepted']);
  });

  test('[V13] a person sends a limited number in a day, for all their events together', async () => {
    const sender = await newSender();
    const events = [await newEvent(sender), await newEvent(sender), await newEvent(sender)];
    for (const eventId of events.slice(0, 2)) {
      expect(new Set(await submit(sender, ...many(MOST_INVITATIONS.toEvent, eventId)))).toEqual(new Set(['accepted']));
    }
    expect(await submit(sender, invite(events[2]!))).toEqual(['too-many-invitations']);
    const other = await newSender();
    const keys = await database.store.transaction((tx) => tx.readKeys(events[2]!));
    const withKey = { ...other, keys: { [events[2]!]: keys!.admin } };
    const join = eventCommand(events[2]!, { type: 'admin.join' });
    expect(await submit(withKey, join, invite(events[2]!))).toEqual(['accepted', 'accepted']);
  });

  test('[V13] [V2] helpers can be invited to an event that waits for credits', async () => {
    const sender = await newSender();
    for (let made = 0; made < 5; made += 1) await newEvent(sender);
    const waits = await newEvent(sender);
    const share = eventCommand(waits, { type: 'group.share' });
    expect(await submit(sender, share, invite(waits))).toEqual(['awaiting-credits', 'accepted']);
  });

  /** An account that joins by the link. */
  async function joined(eventId: string): Promise<Sender> {
    const sender = await newSender();
    const keys = await database.store.transaction((tx) => tx.readKeys(eventId));
    const withKey = { ...sender, keys: { [eventId]: keys!.admin } };
    expect(await submit(withKey, eventCommand(eventId, { type: 'admin.join' }))).toEqual(['accepted']);
    return sender;
  }
  const tapOf = (eventId: string) => tap(eventId, 'start', null);

  test('[V13] an address gets a limited number in a day, from all inviters and for all events together', async () => {
    const email = `${randomUUID()}@example.org`;
    for (let made = 0; made < MOST_INVITATIONS.toAddress; made += 1) {
      const sender = await newSender();
      expect(await submit(sender, invite(await newEvent(sender), email))).toEqual(['accepted']);
    }
    const sender = await newSender();
    const eventId = await newEvent(sender);
    expect(await submit(sender, invite(eventId, email))).toEqual(['too-many-invitations']);
    expect(await submit(sender, invite(eventId))).toEqual(['accepted']);
    expect(await database.invitationsTo(email)).toHaveLength(MOST_INVITATIONS.toAddress);
    now += MOST_INVITATIONS.inMs + 1;
    expect(await submit(sender, invite(eventId, email))).toEqual(['accepted']);
  });

  test('inviting and taking back over and over fills no mailbox', async () => {
    const sender = await newSender();
    const eventId = await newEvent(sender);
    const email = `${randomUUID()}@example.org`;
    const again = Array.from({ length: 12 }, () => [
      invite(eventId, email),
      eventCommand(eventId, { type: 'admin.uninvite', email }),
    ]).flat();
    const answers = await submit(sender, ...again);
    expect(answers.filter((answer) => answer === 'accepted')).toHaveLength(2 * MOST_INVITATIONS.toAddress);
    // Each invitation was taken back before its mail was sent.
    expect(await database.invitationsTo(email)).toEqual([]);
  });

  test('[V19] an account without a confirmed address, and a guest, send no mail', async () => {
    const sender = await newSender();
    const eventId = await newEvent(sender);
    const [unconfirmed, guest] = [await joined(eventId), await joined(eventId)];
    const email = `${randomUUID()}@example.org`;
    const tries = [
      { sender: { ...unconfirmed, verifiedEmail: null }, code: 'address-not-confirmed' },
      { sender: { ...guest, verifiedEmail: null, isAnonymous: true }, code: 'account-required' },
      { sender: { ...sender, verifiedEmail: null }, code: 'address-not-confirmed' },
    ];
    for (const { sender: who, code } of tries) expect(await submit(who, invite(eventId, email))).toEqual([code]);
    expect(await database.invitationsTo(email)).toEqual([]);
    expect(await submit(unconfirmed, invite(eventId, email))).toEqual(['accepted']);
  });

  test('[V17] [V18] a removed person is removed under every entry, with everybody they invited; waiting mails are not sent', async () => {
    const owner = await newSender();
    const eventId = await newEvent(owner);
    const eve = await joined(eventId);
    const evil = await newSender();
    const keeps = `${randomUUID()}@example.org`;
    expect(await submit(owner, invite(eventId, eve.verifiedEmail!), invite(eventId, keeps))).toEqual([
      'accepted',
      'accepted',
    ]);
    expect(await submit(eve, invite(eventId, evil.verifiedEmail!))).toEqual(['accepted']);
    expect(await submit(evil, tapOf(eventId))).toEqual(['accepted']);
    expect(await submit(owner, eventCommand(eventId, { type: 'admin.remove', userId: eve.userId }))).toEqual([
      'accepted',
    ]);
    expect(await submit(eve, tapOf(eventId))).toEqual(['event-not-found']);
    expect(await submit(evil, tapOf(eventId))).toEqual(['event-not-found']);
    expect(await database.invitationsTo(evil.verifiedEmail!)).toEqual([]);
    expect(await database.invitationsTo(keeps)).toHaveLength(1);
  });

  test('changing the admin link removes everybody its guests invited', async () => {
    const owner = await newSender();
    const eventId = await newEvent(owner);
    const eve = await joined(eventId);
    const [evil, friend] = [await newSender(), await newSender()];
    expect(await submit(eve, invite(eventId, evil.verifiedEmail!))).toEqual(['accepted']);
    expect(await submit(owner, invite(eventId, friend.verifiedEmail!))).toEqual(['accepted']);
    expect(await submit(owner, eventCommand(eventId, { type: 'keys.rotate', which: 'admin' }))).toEqual(['accepted']);
    expect(await submit(eve, tapOf(eventId))).toEqual(['event-not-found']);
    expect(await submit(evil, tapOf(eventId))).toEqual(['event-not-found']);
    expect(await submit(friend, tapOf(eventId))).toEqual(['accepted']);
    expect(await database.invitationsTo(evil.verifiedEmail!)).toEqual([]);
  });

  test('in a log of an earlier release the author of an invitation is read as the inviter', async () => {
    const { storage } = database;
    const owner = await newSender();
    const eventId = await newEvent(owner);
    const eve = await joined(eventId);
    const [evil, friend] = [await newSender(), await newSender()];
    expect(await submit(eve, invite(eventId, evil.verifiedEmail!))).toEqual(['accepted']);
    expect(await submit(owner, invite(eventId, friend.verifiedEmail!))).toEqual(['accepted']);
    if (storage === undefined) return;
    const changes = await readChanges(storage.db, eventId, 0);
    for (const change of changes) {
      if (change.type !== 'admin-added' || change.admin.kind !== 'email') continue;
      const body = JSON.stringify({ ...change, admin: { kind: 'email', email: change.admin.email } });
      await storage.db
        .updateTable('changes')
        .set({ body })
        .where('eventId', '=', eventId)
        .where('seq', '=', change.seq)
        .execute();
    }
    // A second node with nothing in memory.
    const clock = { now: () => epochMs(now) };
    queue = createCommandQueue({ gate: alwaysOpen, store: database.store, clock, log: quiet, onCommitted: () => {} });
    const rotate = eventCommand(eventId, { type: 'keys.rotate', which: 'admin' });
    expect(await submit(owner, tapOf(eventId), rotate)).toEqual(['accepted', 'accepted']);
    expect(await submit(evil, tapOf(eventId))).toEqual(['event-not-found']);
    expect(await submit(friend, tapOf(eventId))).toEqual(['accepted']);
  });

  test('an event is handed over between confirmed accounts only', async () => {
    const owner = await newSender();
    const eventId = await newEvent(owner);
    const heir = await joined(eventId);
    const give = () => eventCommand(eventId, { type: 'owner.change', userId: heir.userId });
    expect(await submit({ ...owner, verifiedEmail: null }, give())).toEqual(['address-not-confirmed']);
    await database.setConfirmed(heir.userId, false);
    expect(await submit(owner, give())).toEqual(['new-owner-not-confirmed']);
    await database.setConfirmed(heir.userId, true);
    expect(await submit(owner, give())).toEqual(['accepted']);
    expect(await submit(heir, eventCommand(eventId, { type: 'event.rename', name: 'Mine' }))).toEqual(['accepted']);
  });
});
