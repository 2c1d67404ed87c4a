import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { durationMs, epochMs } from '../../src/domain/units.ts';
import type { Command, CommandAnswers } from '../../src/protocol/commands.ts';
import type { FollowAnswer, PushKeyAnswer } from '../../src/protocol/followers.ts';
import type { EventScreen } from '../../src/protocol/screens.ts';
import { api } from '../../src/protocol/routes.ts';
import { SCHEMA_VERSION } from '../../src/protocol/schema-version.ts';
import { createSenders, type DeliveryParts as FollowerDelivery } from '../../src/server/followers/deliver.ts';
import type { PushTransport } from '../../src/server/followers/push-transport.ts';
import { tellFollowers, knownNow } from '../../src/server/followers/tell.ts';
import { systemClock } from '../../src/server/clock.ts';
import { insertFollower } from '../../src/server/storage/followers.ts';
import { readResultsSince } from '../../src/server/storage/results.ts';
import { readEvent } from '../../src/server/storage/event-reads.ts';
import { keptFor } from '../../src/protocol/retention.ts';
import { retentionJobs } from '../../src/server/upkeep/retention.ts';
import { batchOf, createEvent, createRacer, eventCommand } from '../support/commands.ts';
import { enginesOf, quiet } from '../support/database.ts';
import { enter, followerOptionsFor, SECRET, START } from '../support/follower-server.ts';
import { arriveConfirmed } from '../support/people.ts';
import { createSubscription, type PushService, readVapid, startPushService } from '../support/push-service.ts';
import { startTestServer, type TestClient, type TestServer } from '../support/running-server.ts';
import { type SmtpProcess, startSmtpProcess } from '../support/smtp.ts';
import { passOnce } from '../support/upkeep.ts';
import { sendAccepted } from '../support/send-accepted.ts';
import { MAX_FOLLOWERS, MAX_FOLLOWERS_OF_HOST } from '../../src/protocol/limits.ts';

describe.each(enginesOf('sqlite'))('followers on %s', (engine) => {
  let server: TestServer;
  let service: PushService;
  let smtp: SmtpProcess;
  let owner: TestClient;
  const tellerOf = (eventId: string) => ({
    db: server.db,
    clock: systemClock,
    readEvent: () => readEvent(server.db, eventId),
    readResults: () => readResultsSince(server.db, eventId, 0),
  });
  beforeAll(async () => {
    service = await startPushService();
    smtp = await startSmtpProcess();
    server = await startTestServer(engine, {
      environment: { PUSH_SERVICE_URL: service.url, SECRET, CONTACT_EMAIL: 'us@example.org', SMTP_URL: smtp.url },
      followerOptions: followerOptionsFor(service),
    });
  });
  afterAll(async () => {
    await server.stop();
    await service.stop();
    await smtp.stop();
  });

  async function send(...commands: Command[]): Promise<void> {
    await sendAccepted(owner, ...commands);
    await server.followers.workOff();
  }
  async function newRace(names = ['Ada', 'Bob']) {
    // Each race has an owner of its own: the gift of a new account pays for two events.
    owner = (await arriveConfirmed(server)).client;
    const eventId = randomUUID();
    const racers = names.map((name) => ({ racerId: randomUUID(), name, groups: [], bib: null }));
    await send(
      createEvent(eventId, 'Tuesday 10'),
      ...racers.map(({ racerId, name }) => createRacer(racerId, name)),
      eventCommand(eventId, { type: 'entries.add', racers }),
    );
    const { viewer } = await server.db
      .selectFrom('eventKeys')
      .select('viewer')
      .where('eventId', '=', eventId)
      .executeTakeFirstOrThrow();
    return { eventId, viewer, racerIds: racers.map(({ racerId }) => racerId) };
  }
  type Race = Awaited<ReturnType<typeof newRace>>;
  async function follow({ eventId, viewer }: Race, racerId: string | null, by: object) {
    const path = `${api.followers.replace(':eventId', eventId)}?key=${viewer}`;
    return server.client().post<FollowAnswer>(path, { racerId, by });
  }
  async function followByPush(race: Race, racerId: string | null) {
    const subscription = createSubscription(service);
    const { status, body } = await follow(race, racerId, subscription.by);
    expect(status).toBe(200);
    return { ...subscription, token: body.token! };
  }
  const titlesOf = ({ received }: { received: ReturnType<typeof createSubscription>['received'] }) =>
    received().map(({ notification }) => notification.title);
  const followersOf = (eventId: string) =>
    server.db.selectFrom('followers').selectAll().where('eventId', '=', eventId).execute();

  test('[FO1] [FO4] [OF8] a follower hears of start, split, finish and correction, each once, with no rank before everyone is in', async () => {
    const race = await newRace();
    const { eventId, racerIds } = race;
    const [ada = '', bob = ''] = racerIds;
    await send(eventCommand(eventId, { type: 'race.configure', settings: { points: [{ line: 'p1', name: 'Top' }] } }));
    const phone = await followByPush(race, ada);
    const results = await followByPush(race, null);
    await send(enter(eventId, 'start', ada, 0));
    await send(enter(eventId, 'start', bob, 60));
    await send(enter(eventId, 'p1', ada, 600));
    const finish = enter(eventId, 'finish', ada, 1513.4);
    await send(finish);
    await send(eventCommand(eventId, { type: 'tap.correct', tapId: finish.id, to: epochMs(START + 1_510_100) }));
    await server.followers.workOff();
    expect(phone.received().map(({ notification: { title, body } }) => [title, body])).toEqual([
      ['Ada started', 'At 10:53:20. Tuesday 10'],
      ['Ada at Top: 10:00.00', 'Fastest so far at this point. Tuesday 10'],
      ['Ada finished: 25:13.40', 'Fastest so far. Tuesday 10'],
      ['Ada: time corrected to 25:10.10', 'It was 25:13.40. Fastest so far. Tuesday 10'],
    ]);
    expect(results.received()).toEqual([]);
    await send(enter(eventId, 'finish', bob, 60 + 1500));
    expect(titlesOf(results)).toEqual(['Tuesday 10: everyone is in']);
    expect(results.received()[0]!.notification.body).toBe('#1 Bob 25:00.00, #2 Ada 25:10.10');
    expect(phone.received()).toHaveLength(4);
    await send(eventCommand(eventId, { type: 'official.set', note: '' }));
    await send(eventCommand(eventId, { type: 'official.set', note: null }));
    expect(titlesOf(results).slice(1)).toEqual([
      'Tuesday 10: the results are official',
      'Tuesday 10: the results are provisional again',
    ]);
  });

  test('[STOP9] [FO18] followers of a racer and of the results hear once that the race is stopped, and not that it goes on', async () => {
    const race = await newRace();
    const { eventId, racerIds } = race;
    const [ada = ''] = racerIds;
    const phones = [await followByPush(race, ada), await followByPush(race, null)];
    const stop = eventCommand(eventId, { type: 'race.stop' });
    await send(stop);
    await send(eventCommand(eventId, { type: 'race.stop' }));
    await server.followers.workOff();
    const stopped = expect.stringMatching(/stopped/i);
    expect(phones.map(titlesOf)).toEqual([[stopped], [stopped]]);
    await send(eventCommand(eventId, { type: 'race.resume', stopId: stop.id, ms: durationMs(0) }));
    await send(enter(eventId, 'start', ada, 0));
    expect(phones.map(titlesOf)).toEqual([[stopped, 'Ada started'], [stopped]]);
    await send(eventCommand(eventId, { type: 'race.stop' }));
    expect(
      phones.map((phone) => titlesOf(phone).at(-1)),
      'another accident is news',
    ).toEqual([stopped, stopped]);
  });

  test('[FO5] a message is in the declarative shape, signed by this site, and kept once by the push service', async () => {
    const race = await newRace(['Ada Pell']);
    const [ada = ''] = race.racerIds;
    const phone = await followByPush(race, ada);
    await send(eventCommand(race.eventId, { type: 'event.configure', initialsOnly: true, isIndexed: false }));
    await send(enter(race.eventId, 'start', ada, 0));
    const [message] = phone.received();
    const [headers] = phone.headers();
    expect(message).toMatchObject({
      web_push: 8030,
      notification: { title: 'A. P. started', navigate: expect.stringContaining(`guestViewerKey=${race.viewer}`) },
    });
    expect(headers!['content-encoding']).toBe('aes128gcm');
    expect(headers!['topic']).toBe(message!.notification.tag);
    const { key } = (await (await server.client().get(api.pushKey)).json()) as PushKeyAnswer;
    expect(readVapid(headers!['authorization']!)).toMatchObject({
      key,
      claims: { aud: service.url, sub: 'mailto:us@example.org' },
    });
    // The notification itself holds the link that stops it.
    const stop = new URL(message!.notification.actions[0]!.navigate);
    const token = stop.searchParams.get('token');
    expect((await server.client().post(api.unfollow, { token })).status).toBe(200);
    expect(await followersOf(race.eventId)).toEqual([]);
    await send(enter(race.eventId, 'finish', ada, 100));
    expect(phone.received()).toHaveLength(1);
  });

  test('[FO6] a subscription that has ended is removed for all racers, and a service that is down is tried again', async () => {
    const race = await newRace();
    const [ada = '', bob = ''] = race.racerIds;
    const phone = await followByPush(race, ada);
    await follow(race, bob, phone.by);
    const patient = await followByPush(race, bob);
    service.answerWith(410);
    await send(enter(race.eventId, 'start', ada, 0));
    expect((await followersOf(race.eventId)).map(({ target }) => target)).toEqual([patient.by.endpoint]);
    service.answerWith(503);
    await send(enter(race.eventId, 'start', bob, 30));
    await server.followers.workOff();
    expect(patient.received()).toHaveLength(1);
    await server.db.updateTable('followerMessages').set({ nextAttemptAt: 0 }).where('doneAt', 'is', null).execute();
    await server.followers.workOff();
    await server.followers.workOff();
    expect(titlesOf(patient)).toEqual(['Bob started', 'Bob started']);
    const [first, second] = patient.headers();
    expect(second!['topic']).toBe(first!['topic']);
  });

  test('[FO7] followers are gone with the viewer link that they came by, and with the event', async () => {
    const race = await newRace();
    const [ada = ''] = race.racerIds;
    const phone = await followByPush(race, ada);
    await send(eventCommand(race.eventId, { type: 'keys.rotate', which: 'viewer' }));
    expect(await followersOf(race.eventId)).toEqual([]);
    await send(enter(race.eventId, 'start', ada, 0));
    expect(phone.received()).toEqual([]);
    expect((await follow(race, ada, phone.by)).status).toBe(404);
    const other = await newRace();
    const second = await followByPush(other, other.racerIds[0]!);
    await send(eventCommand(other.eventId, { type: 'event.delete' }));
    expect(await followersOf(other.eventId)).toEqual([]);
    await send(
      eventCommand(other.eventId, { type: 'event.restore' }),
      enter(other.eventId, 'start', other.racerIds[0]!, 0),
    );
    expect(second.received()).toEqual([]);
  });

  test('[FO8] an address gets nothing before it is confirmed, and one request of its mail program stops everything', async () => {
    const race = await newRace();
    const [ada = ''] = race.racerIds;
    const email = `fan-${randomUUID()}@example.org`;
    const mails = () => smtp.accepted.filter(({ to }) => to.includes(email)).map(({ source }) => unfold(source));
    expect((await follow(race, ada, { kind: 'mail', email })).body).toEqual({ token: null });
    await expect.poll(mails).toHaveLength(1);
    const [asking = ''] = mails();
    expect(asking).toContain('Subject: Do you want messages about a race?');
    // Its words would go to whatever address somebody typed.
    for (const typed of ['Ada', 'Tuesday']) expect(asking).not.toContain(typed);
    await send(enter(race.eventId, 'start', ada, 0));
    expect(await server.db.selectFrom('mail').select('id').where('to', '=', email).execute()).toHaveLength(1);
    const confirm = new URL(/https?:\/\/\S+\/follow\?token=\S+/.exec(asking)![0]).searchParams.get('token');
    const { body } = await server.client().post<{ board: string }>(api.confirmFollow, { token: confirm });
    expect(body.board).toContain(race.eventId);
    await send(enter(race.eventId, 'finish', ada, 100));
    await expect.poll(mails).toHaveLength(2);
    const news = mails()[1]!;
    expect(news).toContain('Subject: Ada finished: 01:40.00');
    expect(news).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    const stop = new URL(/List-Unsubscribe: <(\S+)>/.exec(news)![1]!);
    expect((await server.client().get(stop.pathname + stop.search)).status).toBe(200);
    expect(await followersOf(race.eventId)).toHaveLength(1);
    const oneClick = await fetch(server.url + stop.pathname + stop.search, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(oneClick.status).toBe(200);
    expect(await followersOf(race.eventId)).toEqual([]);
  });

  test('[FO8] nobody follows by mail before the organiser has confirmed an address', async () => {
    const race = await newRace();
    await server.db
      .updateTable('user')
      .set({ emailVerified: false })
      .where('id', 'in', (query) => query.selectFrom('events').select('ownerId').where('id', '=', race.eventId))
      .execute();
    const email = `fan-${randomUUID()}@example.org`;
    expect(await follow(race, null, { kind: 'mail', email })).toMatchObject({
      status: 403,
      body: { error: { code: 'organiser-not-confirmed' } },
    });
    expect(await server.db.selectFrom('mail').select('id').where('to', '=', email).execute()).toEqual([]);
    await followByPush(race, null);
  });

  test('[FO9] a mailbox is asked five times, however it is spelt', async () => {
    const race = await newRace();
    const name = `fan-${randomUUID()}`;
    for (let number = 0; number < 8; number += 1) {
      expect((await follow(race, null, { kind: 'mail', email: `${name}+${number}@example.org` })).status).toBe(200);
    }
    expect(await server.db.selectFrom('mail').select('id').where('to', 'like', `${name}%`).execute()).toHaveLength(5);
  });

  test('[FO12] whoever fills an event with addresses that nobody reads loses them to those who come after', async () => {
    const race = await newRace();
    const keys = { p256dh: '', auth: '', viewerKey: race.viewer, recipient: null, host: null };
    const of = (place: string, number: number) => ({
      ...keys,
      id: randomUUID(),
      eventId: race.eventId,
      racerId: '',
      channel: 'push' as const,
      target: `https://made-up-${number}.example.org/${place}`,
      confirmedAt: 1,
      createdAt: number,
      place,
    });
    const silent = Array.from({ length: MAX_FOLLOWERS - 1 }, (_, number) => of(`attacker ${number % 5}`, number));
    await server.db
      .insertInto('followers')
      .values([of('spectator', 0), ...silent])
      .execute();
    await followByPush(race, null);
    await followByPush(race, race.racerIds[0]!);
    const left = await followersOf(race.eventId);
    expect(left).toHaveLength(MAX_FOLLOWERS);
    expect(left.filter(({ place }) => place === 'spectator')).toHaveLength(1);
    expect(left.filter(({ place }) => place?.startsWith('attacker'))).toHaveLength(MAX_FOLLOWERS - 3);
  });

  test('[FO12] of an event whose followers all answer nobody loses the place, and one host has twenty', async () => {
    const race = await newRace(['Ada']);
    const phone = await followByPush(race, race.racerIds[0]!);
    await send(enter(race.eventId, 'start', race.racerIds[0]!, 0));
    expect(titlesOf(phone)).toEqual(['Ada started']);
    expect(await followersOf(race.eventId)).toMatchObject([{ answeredAt: expect.any(Number) as number }]);
    const answers = [];
    for (let number = 0; number <= MAX_FOLLOWERS_OF_HOST; number += 1) {
      const { by } = createSubscription(service);
      answers.push((await follow(race, null, { ...by, endpoint: `https://made-up.example.org/${number}` })).status);
    }
    expect(answers).toEqual([...Array.from({ length: MAX_FOLLOWERS_OF_HOST }, () => 200), 429]);
  });

  test('[FO7] what a confirmed address follows is in the download of its account, and goes with the account', async () => {
    const { client, person } = await arriveConfirmed(server);
    const race = await newRace(['Ada']);
    await follow(race, race.racerIds[0]!, { kind: 'mail', email: person.email });
    const data = (await (await client.get(api.accountData)).json()) as { eventsFollowed: unknown };
    expect(data.eventsFollowed).toMatchObject([{ eventId: race.eventId, racerId: race.racerIds[0] }]);
    expect((await client.post(api.deleteAccount, { password: person.password })).status).toBe(200);
    expect(await followersOf(race.eventId)).toEqual([]);
  });

  test('[FO9] one mailbox is asked five times a day at most, whoever asks; and never when it wants no mail', async () => {
    const email = `asked-${randomUUID()}@example.org`;
    const asked = () => server.db.selectFrom('mail').select('unsubscribe').where('to', '=', email).execute();
    for (let tries = 0; tries < 8; tries += 1) {
      const race = await newRace(['Ada']);
      expect((await follow(race, null, { kind: 'mail', email })).status).toBe(200);
    }
    expect(await asked()).toHaveLength(5);
    const wary = `wary-${randomUUID()}@example.org`;
    const race = await newRace(['Ada']);
    await follow(race, null, { kind: 'mail', email: wary });
    const mail = await server.db.selectFrom('mail').selectAll().where('to', '=', wary).executeTakeFirstOrThrow();
    const link = mail.unsubscribe ?? /https?:\/\/\S+\/stop-mail\S+/.exec(smtpTextTo(wary))![0];
    const stop = new URL(link);
    expect((await fetch(server.url + stop.pathname + stop.search, { method: 'POST' })).status).toBe(200);
    expect(await followersOf(race.eventId)).toEqual([]);
    expect((await follow(race, null, { kind: 'mail', email: wary })).status).toBe(200);
    expect(await server.db.selectFrom('mail').select('id').where('to', '=', wary).execute()).toHaveLength(1);
  });
  const smtpTextTo = (email: string) => unfold(smtp.accepted.findLast(({ to }) => to.includes(email))?.source ?? '');

  test.each([
    ['https://127.0.0.1:1/x', 'push-address-refused'],
    ['https://localhost.:443@10.0.0.1/x', 'push-address-refused'],
    ['https://[::ffff:7f00:1]/x', 'push-address-refused'],
    ['https://169.254.169.254/latest', 'push-address-refused'],
    ['https://localhost/x', 'push-address-refused'],
    ['http://push.example.org/x', 'push-address-refused'],
    ['https://push.example.org:25/x', 'push-address-refused'],
    ['file:///etc/passwd', 'push-address-refused'],
    [`https://push.example.org/${'x'.repeat(1000)}`, 'invalid-argument'],
  ])('[FO10] the address %.40s is refused', async (endpoint, code) => {
    const race = await newRace(['Ada']);
    const { by } = createSubscription(service);
    const { status, body } = await follow(race, null, { ...by, endpoint });
    expect([status, (body as unknown as { error: { code: string } }).error.code]).toEqual([400, code]);
    expect(await followersOf(race.eventId)).toEqual([]);
  });

  test('[FO10] a name that resolves to this machine is not connected to, and its follower goes', async () => {
    const race = await newRace();
    const [ada = ''] = race.racerIds;
    const { by } = createSubscription(service);
    const endpoint = by.endpoint.replace('127.0.0.1', 'push.example.org');
    expect((await follow(race, ada, { ...by, endpoint })).status).toBe(200);
    const before = service.posted.length;
    await send(enter(race.eventId, 'start', ada, 0));
    expect(service.posted).toHaveLength(before);
    expect(await followersOf(race.eventId)).toEqual([]);
  });

  test('[FO11] rows go 30 days after the last message, and an unconfirmed address after a week', async () => {
    const race = await newRace();
    await followByPush(race, race.racerIds[0]!);
    await follow(race, race.racerIds[0]!, { kind: 'mail', email: `late-${randomUUID()}@example.org` });
    const job = (name: string) =>
      retentionJobs({ db: server.db, onEventsRewritten: () => undefined }).find((each) => each.name === name)!;
    await passOnce(job('unconfirmed followers'), Date.now() + keptFor.unconfirmedFollowers + 1000);
    expect((await followersOf(race.eventId)).map(({ channel }) => channel)).toEqual(['push']);
    await passOnce(job('followers'), Date.now() + keptFor.followers - 60_000);
    expect(await followersOf(race.eventId)).toHaveLength(1);
    await passOnce(job('followers'), Date.now() + keptFor.followers + 60_000);
    expect(await followersOf(race.eventId)).toEqual([]);
  });

  test('[HI10] a finish that is a personal best is told as one, where the owner shows bests', async () => {
    const race = await newRace();
    const [ada = '', bob = ''] = race.racerIds;
    const earlier = randomUUID();
    const racers = [ada, bob].map((racerId) => ({ racerId, name: 'Ada', groups: [], bib: null }));
    const course = { name: 'Castle Hill', meters: 16_090 };
    const setFormat = async (eventId: string, format: object) => {
      const command = eventCommand(eventId, { type: 'format.set', format });
      const { body } = await owner.post<CommandAnswers>(api.commands, { ...batchOf(command), schema: SCHEMA_VERSION });
      expect(body.answers[0]!.status).toBe('accepted');
    };
    await send(createEvent(earlier, 'Before'), eventCommand(earlier, { type: 'entries.add', racers }));
    await setFormat(earlier, { course });
    for (const racerId of [ada, bob]) {
      await send(enter(earlier, 'start', racerId, -86_400), enter(earlier, 'finish', racerId, 1500 - 86_400));
    }
    await setFormat(race.eventId, { course });
    const phones = [await followByPush(race, ada), await followByPush(race, bob)];
    await send(enter(race.eventId, 'start', ada, 0), enter(race.eventId, 'finish', ada, 1490));
    await setFormat(race.eventId, { shows: ['bests'] });
    await send(enter(race.eventId, 'start', bob, 60), enter(race.eventId, 'finish', bob, 1548));
    const bodies = phones.map(({ received }) => received().at(-1)!.notification.body);
    expect(bodies[0]).not.toContain('Personal best');
    expect(bodies[1]).toContain('Personal best by 12.00.');
  });

  test('[FO13] two nodes that tell of the same finish at once queue it once', async () => {
    const race = await newRace();
    const [ada = ''] = race.racerIds;
    const phones = [await followByPush(race, ada), await followByPush(race, ada)];
    const { body } = await owner.post<CommandAnswers>(api.commands, batchOf(enter(race.eventId, 'start', ada, 0)));
    expect(body.answers[0]!.status).toBe('accepted');
    const node = tellerOf(race.eventId);
    await Promise.all([1, 2, 3].map(() => tellFollowers(node, race.eventId)));
    await tellFollowers(node, race.eventId);
    await server.followers.workOff();
    await server.followers.workOff();
    expect(phones.map(titlesOf)).toEqual([['Ada started'], ['Ada started']]);
  });

  test.each(['while', 'after'])(
    '[FO13] who begins to follow %s a change is told to others misses nothing',
    async (when) => {
      const race = await newRace();
      const [ada = '', bob = ''] = race.racerIds;
      await followByPush(race, ada);
      const late = createSubscription(service);
      const { seq, rows } = (await readResultsSince(server.db, race.eventId, 0))!;
      const known = { seq, told: knownNow(bob, rows, (await readEvent(server.db, race.eventId))!) };
      await owner.post(api.commands, batchOf(enter(race.eventId, 'start', bob, 0)));
      const begin = () => {
        const { endpoint: target, p256dh, auth } = late.by;
        const about = {
          eventId: race.eventId,
          racerId: bob,
          viewerKey: race.viewer,
          channel: 'push' as const,
          language: 'en',
        };
        const follower = { ...about, target, p256dh, auth, recipient: null, confirmedAt: 1, place: 'here', host: null };
        return insertFollower(server.db, follower, known, Date.now());
      };
      await tellFollowers(
        {
          ...tellerOf(race.eventId),
          async readEvent() {
            if (when === 'while') await begin();
            return readEvent(server.db, race.eventId);
          },
        },
        race.eventId,
      );
      if (when === 'after') await begin();
      await server.followers.workOff();
      await server.followers.workOff();
      expect(titlesOf(late)).toEqual(['Bob started']);
    },
  );

  test('[FO13] a node that is killed while it sends leaves the message to another, which the phone shows once', async () => {
    const race = await newRace();
    const [ada = ''] = race.racerIds;
    const phone = await followByPush(race, ada);
    const [follower] = await followersOf(race.eventId);
    await owner.post(api.commands, batchOf(enter(race.eventId, 'start', ada, 0)));
    // An hour ahead: to the server's own loop, which looks once more after the race was set up, the message is not due yet.
    const began = Date.now() + 3_600_000;
    const clockAt = (ms: number) => ({ now: () => epochMs(began + ms) });
    const nodeAt = (ms: number, push: PushTransport): FollowerDelivery => ({
      db: server.db,
      clock: clockAt(ms),
      log: quiet,
      publicUrl: server.url,
      secret: SECRET,
      push,
      onMailQueued: () => undefined,
    });
    /** Takes the turns of a node until nothing is due to this follower; how many there were. */
    const deliver = async (node: FollowerDelivery) => {
      const { push } = createSenders(node);
      const job = (await push.find(100)).find(({ id }) => id === follower!.id);
      let turns = 0;
      while (job !== undefined && (await push.takeTurn(job, new AbortController().signal))) turns += 1;
      return turns;
    };
    await tellFollowers({ ...tellerOf(race.eventId), clock: clockAt(0) }, race.eventId);
    const topics: string[] = [];
    // The message has reached the push service; the node is killed before it hears the answer.
    const killed = new Promise<void>((resolve) => {
      const push = {
        send: ({ topic }: { topic: string }) => (topics.push(topic), resolve(), new Promise<never>(() => {})),
      };
      void deliver(nodeAt(0, push));
    });
    await killed;
    const other: PushTransport = {
      send: async ({ topic }) => {
        topics.push(topic);
        return { kind: 'sent' };
      },
    };
    expect(await deliver(nodeAt(1000, other))).toBe(0);
    expect(await deliver(nodeAt(60_000, other))).toBe(1);
    expect(await deliver(nodeAt(600_000, other))).toBe(0);
    expect(topics).toHaveLength(2);
    expect(topics[1]).toBe(topics[0]);
    expect(phone.received()).toEqual([]);
  });

  test('[FO12] a follow of a racer who is not in the event is refused', async () => {
    const race = await newRace();
    const { by } = createSubscription(service);
    expect((await follow(race, randomUUID(), by)).status).toBe(404);
    expect((await follow({ ...race, viewer: 'wrong' }, null, by)).status).toBe(404);
  });

  test('[FO15] the key of a screen follows nothing: a message would hand out the viewer link', async () => {
    const race = await newRace();
    const screens = api.screens.replace(':eventId', race.eventId);
    const { body } = await owner.post<EventScreen>(screens, { id: randomUUID(), name: 'TV' });
    const { by } = createSubscription(service);
    expect((await follow({ ...race, viewer: body.key }, null, by)).status).toBe(403);
    expect(await followersOf(race.eventId)).toEqual([]);
  });
});

/** Headers and quoted-printable text on lines of their own again. */
const unfold = (source: string): string =>
  source
    .replaceAll(/\r?\n[ \t]+/g, ' ')
    .replaceAll(/=\r?\n/g, '')
    .replaceAll('=3D', '=');
