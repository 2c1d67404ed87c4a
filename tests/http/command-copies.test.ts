import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Command, CommandAnswers } from '../../src/protocol/commands.ts';
import { api } from '../../src/protocol/routes.ts';
import { batchOf, createEvent, createRacer, eventCommand, racerCommand, tap } from '../support/commands.ts';
import { engines } from '../support/database.ts';
import { arrive, arriveConfirmed } from '../support/people.ts';
import { newRace } from '../support/races.ts';
import { startTestServer, type TestClient, type TestServer } from '../support/running-server.ts';

describe.each(engines)('a command that is sent again on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(engine);
  });
  afterAll(() => server.stop());

  async function answersTo(client: TestClient, commands: readonly Command[], keys: Record<string, string> = {}) {
    return (await client.post<CommandAnswers>(api.commands, { ...batchOf(...commands), keys })).body.answers;
  }
  async function send(client: TestClient, command: Command, keys: Record<string, string> = {}): Promise<string> {
    const [answer] = await answersTo(client, [command], keys);
    return answer?.status === 'refused' ? answer.code : answer!.status;
  }
  async function arriveAsGuest(): Promise<{ client: TestClient; userId: string }> {
    const client = server.client();
    const { viewer } = (await client.post(api.anonymous)).body;
    return { client, userId: viewer.kind === 'anonymous' ? viewer.userId : '' };
  }

  test('[C1] an exact copy from a stranger is refused like a new command, and says nothing of its author', async () => {
    const { client: owner, person } = await arriveConfirmed(server);
    const { eventId, racerId } = await newRace(owner);
    const email = `friend-${randomUUID()}@example.org`;
    const made = randomUUID();
    const commands: Command[] = [
      tap(eventId, 'start', racerId),
      eventCommand(eventId, { type: 'admin.invite', email }),
      eventCommand(eventId, { type: 'event.rename', name: 'Renamed' }),
      createEvent(made),
      createRacer(made, 'Secret Name'),
      racerCommand(made, { type: 'racer.rename', name: 'Secret Name Too' }),
    ];
    expect((await answersTo(owner, commands)).map(({ status }) => status)).toEqual(commands.map(() => 'accepted'));
    const strangers = [(await arriveConfirmed(server)).client, (await arriveAsGuest()).client];
    for (const stranger of strangers) {
      const copies = await answersTo(stranger, commands);
      const anew = await answersTo(
        stranger,
        commands.map((command) => ({ ...command, id: randomUUID() })),
      );
      const said = (answers: typeof copies) => answers.map((answer) => ({ ...answer, id: '' }));
      expect(said(copies)).toEqual(said(anew));
      expect(copies.every(({ status }) => status === 'refused')).toBe(true);
      expect(JSON.stringify(copies)).not.toMatch(new RegExp(`${person.username}|${email}|Secret`));
      const other = { ...tap(eventId, 'finish', racerId), id: commands[0]!.id };
      expect(await send(stranger, other), 'another command with the same id').toBe('event-not-found');
    }
    expect(await send(owner, { ...tap(eventId, 'finish', racerId), id: commands[0]!.id })).toBe('command-conflict');
  });

  test('[C1] an author who has lost the rights, or has got an account meanwhile, is told of every stored tap', async () => {
    const { client: owner } = await arrive(server);
    const { eventId, racerId, keys } = await newRace(owner);
    const endings: Record<string, (guest: TestClient, userId: string) => Promise<unknown>> = {
      'was removed': (_, userId) => send(owner, eventCommand(eventId, { type: 'admin.remove', userId })),
      left: (guest) => send(guest, eventCommand(eventId, { type: 'admin.leave' })),
      'was removed, then logged in': async (guest, userId) => {
        await send(owner, eventCommand(eventId, { type: 'admin.remove', userId }));
        const { person } = await arrive(server);
        await guest.post(api.login, { email: person.email, password: person.password });
      },
      'logged in, then was removed': async (guest) => {
        const { person } = await arrive(server);
        const { viewer } = (await guest.post(api.login, { email: person.email, password: person.password })).body;
        if (viewer.kind !== 'user') throw new Error('Nobody is signed in');
        await send(owner, eventCommand(eventId, { type: 'admin.remove', userId: viewer.userId }));
      },
    };
    let admin = keys.admin;
    for (const [name, end] of Object.entries(endings)) {
      const { client: guest, userId } = await arriveAsGuest();
      const start = tap(eventId, 'start', racerId);
      expect(await send(guest, eventCommand(eventId, { type: 'admin.join' }), { [eventId]: admin })).toBe('accepted');
      expect(await send(guest, start)).toBe('accepted');
      await end(guest, userId);
      expect(await send(guest, tap(eventId, 'finish', racerId)), `${name}: a new tap`).toBe('event-not-found');
      const [again] = await answersTo(guest, [start]);
      expect(again, name).toMatchObject({ status: 'accepted', changes: [{ type: 'tap-recorded', tapId: start.id }] });
      // Removing an admin changes the admin key.
      const row = server.db.selectFrom('eventKeys').select('admin').where('eventId', '=', eventId);
      ({ admin } = await row.executeTakeFirstOrThrow());
    }
  });

  test('[C1] another admin gets the answer as that admin sees the event: no address for a guest', async () => {
    const { client: owner } = await arriveConfirmed(server);
    const { eventId, racerId, keys } = await newRace(owner);
    const email = `friend-${randomUUID()}@example.org`;
    const invite = eventCommand(eventId, { type: 'admin.invite', email });
    const start = tap(eventId, 'start', racerId);
    await answersTo(owner, [invite, start]);
    const { client: guest } = await arriveAsGuest();
    expect(await send(guest, start, { [eventId]: keys.viewer }), 'by the viewer link').toBe('permission-denied');
    expect(await send(guest, start, { [eventId]: keys.admin }), 'before joining').toBe('permission-denied');
    const join = eventCommand(eventId, { type: 'admin.join' });
    const [, again, invited] = await answersTo(guest, [join, start, invite], { [eventId]: keys.admin });
    expect(again).toMatchObject({ status: 'accepted', changes: [{ type: 'tap-recorded', tapId: start.id }] });
    expect(invited).toMatchObject({ status: 'accepted', changes: [{ type: 'admin-added' }] });
    expect(JSON.stringify(invited)).not.toContain(email);
    const taps = await server.db.selectFrom('changes').select('body').where('eventId', '=', eventId).execute();
    expect(
      taps.filter(({ body }) => body.includes('"tap-recorded"')),
      'stored once',
    ).toHaveLength(1);
  });
});
