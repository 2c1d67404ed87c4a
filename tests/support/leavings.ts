import { randomUUID } from 'node:crypto';
import type { EventCommandBody } from '../../src/domain/events/commands.ts';
import type { Command, CommandAnswers } from '../../src/protocol/commands.ts';
import { letterheadPaths } from '../../src/protocol/letterhead.ts';
import { api } from '../../src/protocol/routes.ts';
import { addRacers, batchOf, createEvent, createRacer, eventCommand, tap } from './commands.ts';
import { arrive, PASSWORD } from './people.ts';
import { beginPurchase, payWith, untilPaid } from './purchases.ts';
import type { TestClient, TestServer } from './running-server.ts';
import { createRun, packedSamples, runsOf, videoOf } from './runs.ts';
import { uploadAll } from './uploads.ts';

/** Words that occur nowhere else: a row that contains one after the deletion still holds data of the person. */
interface Words extends Readonly<Record<string, string>> {
  readonly name: string;
  readonly email: string;
  readonly userId: string;
  readonly deviceId: string;
}

const confirm = (server: TestServer, email: string) =>
  server.db.updateTable('user').set({ emailVerified: 1 }).where('email', '=', email).execute();

async function send(client: TestClient, commands: readonly Command[], keys: Record<string, string> = {}) {
  const { body } = await client.post<CommandAnswers>(api.commands, { ...batchOf(...commands), keys });
  const refused = body.answers.filter(({ status }) => status !== 'accepted');
  if (refused.length > 0) throw new Error(`Refused: ${JSON.stringify(refused)}`);
}

/** An organiser with an account and a race, who stays. */
export async function organise(server: TestServer) {
  const { client, person } = await arrive(server);
  await confirm(server, person.email);
  const [eventId, racerId] = [randomUUID(), randomUUID()];
  await send(client, [createRacer(racerId), createEvent(eventId), addRacers(eventId, racerId)]);
  const { admin } = await server.db
    .selectFrom('eventKeys')
    .selectAll()
    .where('eventId', '=', eventId)
    .executeTakeFirstOrThrow();
  const { viewer } = await client.boot();
  const userId = viewer.kind === 'user' ? viewer.userId : '';
  return { client, person, userId, eventId, racerId, adminKey: admin };
}

export type Organiser = Awaited<ReturnType<typeof organise>>;

/** A person who has left data in every place where a person can. */
export async function leaveTracks(server: TestServer, host: Organiser) {
  const mark = randomUUID().slice(0, 8);
  const [deviceId, name, email] = [randomUUID(), `Canary ${mark}`, `canary-${mark}@example.org`];
  const client = server.client();
  await client.post(api.signUp, { username: name, email, password: PASSWORD });
  await client.post(api.login, { email, password: PASSWORD });
  await client.post(api.requestPasswordReset, { email });
  await confirm(server, email);
  const { viewer } = await client.boot();
  const words: Words = { name, email, userId: viewer.kind === 'user' ? viewer.userId : '', deviceId };
  const onDevice = <Made extends Command>(command: Made): Made => ({ ...command, deviceId });
  const inEvent = (eventId: string, body: EventCommandBody) => onDevice(eventCommand(eventId, body));

  const bought = await beginPurchase(client);
  await payWith(client, bought.clientSecret, '4242424242424242');
  await untilPaid(client, bought.paymentId);

  // In the host's race: invited by address, joined by the link, and with taps.
  const { eventId, racerId } = host;
  const guestHelper = `guest-of-${mark}@example.org`;
  await send(host.client, [eventCommand(eventId, { type: 'admin.invite', email })]);
  await send(client, [inEvent(eventId, { type: 'admin.join' })], { [eventId]: host.adminKey });
  const start = onDevice(tap(eventId, 'start', racerId));
  const finish = onDevice(tap(eventId, 'finish', racerId));
  await send(client, [start, finish]);
  await send(client, [
    inEvent(eventId, { type: 'tap.undo', tapId: start.id }),
    inEvent(eventId, { type: 'tap.redo', tapId: start.id }),
    inEvent(eventId, { type: 'admin.invite', email: guestHelper }),
  ]);
  await client.post(api.screens.replace(':eventId', eventId), { id: randomUUID(), name: `Screen of ${mark}` });
  // Enough taps for a snapshot that holds some of them, and a log that continues after it.
  const more = Array.from({ length: 80 }, () => onDevice(tap(eventId, 'finish', racerId)));
  await send(client, more);

  // In another race of the host: invited and removed again, so that only the log holds the person.
  const brief = randomUUID();
  await send(host.client, [createEvent(brief), eventCommand(brief, { type: 'admin.invite', email })]);
  await send(host.client, [eventCommand(brief, { type: 'admin.uninvite', email })]);

  // A race that the person handed over to the host, and one that the person still owns.
  const [handed, own, ownRacer] = [randomUUID(), randomUUID(), randomUUID()];
  await send(client, [onDevice(createEvent(handed)), onDevice(createEvent(own)), onDevice(createRacer(ownRacer))]);
  const { admin: handedKey } = await server.db
    .selectFrom('eventKeys')
    .selectAll()
    .where('eventId', '=', handed)
    .executeTakeFirstOrThrow();
  await send(host.client, [eventCommand(handed, { type: 'admin.join' })], { [handed]: handedKey });
  await send(client, [
    inEvent(handed, { type: 'group.share' }),
    inEvent(handed, { type: 'owner.change', userId: host.userId }),
  ]);

  await client.post(letterheadPaths.one.replace(':eventId', own), { line: `Club of ${mark}`, logo: null });

  // Runs of their own, and one of the host's that is shared with them.
  const video = videoOf();
  const run = await createRun(server, client, { videos: [video] }, packedSamples(100));
  await runsOf(server, client).share(run.runId, host.person.email);
  await runsOf(server, client).saveZones([{ name: 'Home', at: [46.95, 7.44], radius: 200 }]);
  const uploadId = await uploadAll(server, client, Buffer.alloc(2000), { runId: run.runId, videoId: video.id });
  const shared = await createRun(server, host.client, { name: 'Shared lap' });
  await runsOf(server, host.client).share(shared.runId, email);

  // Waiting mail, about the person and in the person's name.
  const later = { createdAt: 1, nextAttemptAt: 4_000_000_000_000, subject: 'x' };
  await server.db
    .insertInto('mail')
    .values([
      {
        ...later,
        id: randomUUID(),
        to: 'admin@localhost',
        text: `A new user has signed up: ${email}\n\nUsername: "${name}"`,
      },
      {
        ...later,
        id: `waiting-${mark}`,
        to: guestHelper,
        text: `Hello,\n\n${name} invites you to help time the event "x".`,
      },
    ])
    .execute();
  return {
    client,
    words,
    events: { helped: eventId, brief, handed, own },
    runs: { own: run.runId, shared: shared.runId },
    uploadId,
    paymentId: bought.paymentId,
    waitingMail: `waiting-${mark}`,
    finish,
  };
}
