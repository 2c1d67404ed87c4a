import { randomUUID } from 'node:crypto';
import type { GuestKey } from '../../src/client/sync/ports.ts';
import type { Viewer } from '../../src/protocol/account.ts';
import type { Command, CommandAnswers } from '../../src/protocol/commands.ts';
import type { GuestKeys } from '../../src/protocol/live.ts';
import { api } from '../../src/protocol/routes.ts';
import { askRunningServer } from '../../src/server/admin/socket.ts';
import type { Person } from '../simulation/people.ts';
import { addRacers, batchOf, createEvent, createRacer, eventCommand } from '../support/commands.ts';
import { arrive } from '../support/people.ts';
import { createClient, type TestClient } from '../support/running-server.ts';
import type { Witness } from './check-run.ts';
import type { Race } from './phone/plan.ts';

/** A device's owner, signed in. */
export interface Player {
  readonly person: Person;
  readonly viewer: Viewer;
  readonly cookie: string;
  readonly keys: Readonly<Record<string, GuestKey>>;
}

export interface Cast {
  readonly races: readonly Race[];
  readonly coach: Player;
  /** A guest without an account, by the admin link. */
  readonly guest: Player;
  /** A viewer without a session, by the viewer link. */
  readonly watcher: Player;
  /** Commands that were sent before the first fault. */
  readonly before: readonly Witness[];
}

const CREDITS = '90000';
const RACERS = 4;

/** Before the first fault: a coach with races, whose links are handed out. */
export async function gatherCast(url: string, dataDir: string, raceCount: number): Promise<Cast> {
  const { client, person } = await arrive({ client: () => createClient(url) });
  const granted = await askRunningServer(dataDir, ['grant', person.email, CREDITS]);
  if (granted?.ok !== true) throw new Error(`No credits: ${granted?.text}`);
  const { viewer } = await client.boot();
  if (viewer.kind !== 'user') throw new Error('The coach is not signed in');
  const coach = { userId: viewer.userId, name: viewer.name, isAnonymous: false, verifiedEmail: null };
  const races: Race[] = [];
  const before: Witness[] = [];
  const keys: Record<'admin' | 'viewer', Record<string, GuestKey>> = { admin: {}, viewer: {} };
  for (let index = 0; index < raceCount; index += 1) {
    const eventId = randomUUID();
    const racerIds = Array.from({ length: RACERS }, () => randomUUID());
    const commands = [...racerIds.map((id) => createRacer(id)), createEvent(eventId), addRacers(eventId, ...racerIds)];
    before.push(await send(client, coach, commands));
    const opened = (await (await client.get(api.event.replace(':eventId', eventId))).json()) as { keys: GuestKeys };
    for (const kind of ['admin', 'viewer'] as const) keys[kind][eventId] = { kind, key: opened.keys[kind] };
    races.push({ eventId, racerIds });
  }
  const visitor = createClient(url);
  await visitor.post(api.anonymous);
  const seen = (await visitor.boot()).viewer;
  if (seen.kind !== 'anonymous') throw new Error('The guest is not signed in');
  const guest = { userId: seen.userId, name: '', isAnonymous: true, verifiedEmail: null };
  for (const { eventId } of races) {
    const join = [eventCommand(eventId, { type: 'admin.join' })];
    before.push(await send(visitor, guest, join, { [eventId]: keys.admin[eventId]!.key }));
  }
  const nobody = { userId: '', name: '', isAnonymous: true, verifiedEmail: null };
  return {
    races,
    coach: { person: coach, viewer, cookie: client.cookie, keys: {} },
    guest: { person: guest, viewer: seen, cookie: visitor.cookie, keys: keys.admin },
    watcher: { person: nobody, viewer: { kind: 'nobody' }, cookie: '', keys: keys.viewer },
    before,
  };
}

async function send(
  client: TestClient,
  person: Person,
  commands: readonly Command[],
  keys: Record<string, string> = {},
): Promise<Witness> {
  const { body } = await client.post<CommandAnswers>(api.commands, { ...batchOf(...commands), keys });
  const isDone = body.answers.every(({ status }) => status === 'accepted');
  if (!isDone) throw new Error(`The races cannot begin: ${JSON.stringify(body)}`);
  return {
    name: 'before',
    person,
    lines: [
      { kind: 'opened', deviceId: commands[0]!.deviceId },
      ...commands.map((command) => ({ kind: 'made', command }) as const),
      { kind: 'answered', answers: body.answers, sentAt: 0, at: 0 },
    ],
    rows: [],
  };
}
