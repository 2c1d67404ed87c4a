import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { epochMs } from '../../src/domain/units.ts';
import type { Command } from '../../src/protocol/commands.ts';
import { type CommandQueue, createCommandQueue } from '../../src/server/commands/command-queue.ts';
import { MOST_INVITATIONS } from '../../src/server/commands/invite.ts';
import type { Sender } from '../../src/server/commands/sender.ts';
import { createEvent, eventCommand } from '../support/commands.ts';
import { quiet } from '../support/database.ts';
import { type CommandDatabase, commandDatabases } from './command-databases.ts';

describe.each(Object.entries(commandDatabases))('invitations on %s', (_name, open) => {
  let database: CommandDatabase;
  let queue: CommandQueue;
  let now = Date.now();
  beforeAll(async () => {
    database = await open();
    const clock = { now: () => epochMs(now) };
    queue = createCommandQueue({ store: database.store, clock, log: quiet, onCommitted: () => {} });
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
    return { userId, isAnonymous: false, verifiedEmail: null, name: 'Coach', keys: {}, ...more };
  }
  async function newEvent(sender: Sender): Promise<string> {
    const eventId = randomUUID();
    expect(await submit(sender, createEvent(eventId))).toEqual(['accepted']);
    return eventId;
  }

  test('whoever is invited gets one mail, with the link of a guest admin; a command that is sent again sends none', async () => {
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

  test('what is refused or not stored sends nothing', async () => {
    const sender = await newSender();
    const eventId = await newEvent(sender);
    expect(await submit(await newSender(), invite(eventId, 'stranger@example.org'))).toEqual(['event-not-found']);
    await database.store
      .transaction(async (tx) => {
        const { userId, name: inviterName } = sender;
        const email = 'lost@example.org';
        const about = { id: randomUUID(), eventId, eventName: '', userId, inviterName, adminKey: 'k', now };
        await tx.queueInvitation({ ...about, email });
        throw new Error('the power goes');
      })
      .catch(() => undefined);
    for (const email of ['stranger@example.org', 'lost@example.org']) {
      expect(await database.invitationsTo(email)).toEqual([]);
    }
  });

  test('an event sends so many in a day and no more, whoever invites, and goes on the next day', async () => {
    const sender = await newSender();
    const eventId = await newEvent(sender);
    const guest = await newSender({ isAnonymous: true });
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

  test('a person sends so many in a day and no more, however many events they have', async () => {
    const sender = await newSender();
    const events = [await newEvent(sender), await newEvent(sender), await newEvent(sender)];
    for (const eventId of events.slice(0, 2)) {
      expect(new Set(await submit(sender, ...many(MOST_INVITATIONS.toEvent, eventId)))).toEqual(new Set(['accepted']));
    }
    expect(await submit(sender, invite(events[2]!))).toEqual(['too-many-invitations']);
    const other = await newSender({ isAnonymous: true });
    const keys = await database.store.transaction((tx) => tx.readKeys(events[2]!));
    const withKey = { ...other, keys: { [events[2]!]: keys!.admin } };
    const join = eventCommand(events[2]!, { type: 'admin.join' });
    expect(await submit(withKey, join, invite(events[2]!))).toEqual(['accepted', 'accepted']);
  });

  test('helpers can be invited to an event that waits for credits', async () => {
    const sender = await newSender();
    for (let made = 0; made < 5; made += 1) await newEvent(sender);
    const waits = await newEvent(sender);
    const share = eventCommand(waits, { type: 'group.share' });
    expect(await submit(sender, share, invite(waits))).toEqual(['awaiting-credits', 'accepted']);
  });
});
