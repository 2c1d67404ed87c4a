import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api, guestPath } from '../../src/protocol/routes.ts';
import type { FollowAnswer } from '../../src/protocol/followers.ts';
import type { GuestKeys } from '../../src/protocol/live.ts';
import { batchOf, createEvent, createRacer, eventCommand } from '../support/commands.ts';
import { enter, followerOptionsFor, SECRET } from '../support/follower-server.ts';
import { linkIn, waitForMail } from '../support/mails.ts';
import { arrive, arriveConfirmed, newPerson, PASSWORD } from '../support/people.ts';
import { payWith, untilPaid } from '../support/purchases.ts';
import { createSubscription, type PushService, startPushService } from '../support/push-service.ts';
import { newRace } from '../support/races.ts';
import { startTestServer, type TestClient, type TestServer } from '../support/running-server.ts';

let server: TestServer;
let organiser: TestClient;
let service: PushService;
let links: { readonly viewer: string; readonly admin: string; readonly own: string };
beforeAll(async () => {
  service = await startPushService();
  server = await startTestServer('sqlite', {
    rendersPages: true,
    languages: ['de', 'fr'],
    environment: { PUSH_SERVICE_URL: service.url, SECRET, PAYMENTS: 'sandbox' },
    followerOptions: followerOptionsFor(service),
  });
  organiser = (await arrive(server)).client;
  const { eventId, keys } = await newRace(organiser);
  links = {
    viewer: guestPath(eventId, 'viewer', keys.viewer),
    admin: guestPath(eventId, 'admin', keys.admin),
    own: `/timer?eventId=${eventId}`,
  };
});
afterAll(async () => {
  await server.stop();
  await service.stop();
});

async function open(path: string, headers: Record<string, string>) {
  const answer = await fetch(server.url + path, { headers });
  return { answer, html: await answer.text(), language: answer.headers.get('content-language') };
}

test('[LG3] helpers and spectators get the language of their browser at once, and one that they choose before it', async () => {
  for (const path of [
    links.viewer,
    links.admin,
    '/events?id=public',
    '/follow?token=x',
    '/stop-mail?token=x',
    '/on-this-phone',
  ]) {
    const german = await open(path, { 'accept-language': 'de-CH,en;q=0.8' });
    expect([german.language, german.html.includes('<html lang="de"')], path).toEqual(['de', true]);
    expect(german.answer.headers.get('vary'), path).toMatch(/Cookie, Accept-Language/);
    const chosen = await open(path, { 'accept-language': 'de-CH', cookie: 'language=fr' });
    expect([chosen.language, chosen.html.includes('<html lang="fr"')], path).toEqual(['fr', true]);
    expect((await open(path, { 'accept-language': 'de', cookie: 'language=en' })).language, 'English is a choice').toBe(
      'en',
    );
    expect((await open(path, { 'accept-language': 'pl' })).language, path).toBe('en');
  }
});

test('[LG3] a page is kept for each language apart', async () => {
  const read = async (language: string) => (await open(links.viewer, { 'accept-language': language })).html;
  const [english, german] = [await read('en'), await read('de')];
  for (const [language, page] of [
    ['de', german],
    ['en', english],
  ] as const) {
    expect(await read(language), 'the very same answer').toBe(page);
  }
});

test('[LG3] the cookie of a language that there is not is none', async () => {
  for (const cookie of ['language=xx', 'language=', 'language=../de', 'language=constructor', 'language=deutsch']) {
    expect((await open(links.viewer, { cookie, 'accept-language': 'fr' })).language, cookie).toBe('fr');
    expect((await open('/landing', { cookie, 'accept-language': 'fr' })).language, cookie).toBe('en');
  }
});

test('[LG3] the app of an organiser stays English until they choose', async () => {
  for (const path of [links.own, links.viewer, '/homepage', '/account', '/series/x']) {
    const { cookie } = organiser;
    expect((await open(path, { cookie, 'accept-language': 'de' })).language, path).toBe('en');
    expect((await open(path, { cookie: `${cookie}; language=de` })).language, path).toBe('de');
  }
  for (const path of ['/landing', '/login', '/developers']) {
    expect((await open(path, { 'accept-language': 'de' })).language, path).toBe('en');
  }
});

test('[LG17] [LG7] followers of one race are told in the language of the page on which each of them asked', async () => {
  const { client: owner } = await arriveConfirmed(server);
  const { eventId, racerId, keys } = await newRace(owner);
  const path = `${api.followers.replace(':eventId', eventId)}?key=${keys.viewer}`;
  const followAs = async (headers: Record<string, string>, client = server.client()) => {
    const phone = createSubscription(service);
    expect((await client.post<FollowAnswer>(path, { racerId, by: phone.by }, headers)).status).toBe(200);
    return () => phone.received().map(({ notification: { title, actions } }) => [title, actions?.[0]?.title]);
  };
  const german = await followAs({ 'accept-language': 'de-AT' });
  const french = await followAs({ 'accept-language': 'de', cookie: 'language=fr' });
  const own = await followAs({ 'accept-language': 'de', cookie: owner.cookie }, owner);
  await owner.post(api.commands, batchOf(enter(eventId, 'start', racerId, 0)));
  await server.followers.workOff();
  const name = german()[0]![0]!.replace(' ist gestartet', '');
  expect(german()).toEqual([[`${name} ist gestartet`, 'Abbestellen']]);
  expect(french()).toEqual([[`Départ\u{202F}: ${name}`, 'Arrêter']]);
  expect(own(), 'the app of the signed-in is English').toEqual([[`${name} started`, 'Stop']]);

  const email = 'fan@example.org';
  await server.client().post(path, { racerId, by: { kind: 'mail', email } }, { 'accept-language': 'de' });
  const asking = await waitForMail(server.dataDir, ({ to }) => to === email);
  expect(asking.subject).toBe('Möchtest du Nachrichten zu einem Rennen?');
  const token = linkIn(asking, '/follow').searchParams.get('token');
  await server.client().post(api.confirmFollow, { token });
  await owner.post(api.commands, batchOf(enter(eventId, 'finish', racerId, 100)));
  await server.followers.workOff();
  const news = await waitForMail(server.dataDir, ({ to, text }) => to === email && text.includes('01:40.00'));
  expect([news.subject, news.text.includes('Die Plätze stehen auf der Rangliste:')]).toEqual([
    `${name} im Ziel: 01:40.00`,
    true,
  ]);
});

test('[LG16] an Arabic name in a German mail or message takes no word beside it along', async () => {
  const { client: owner } = await arriveConfirmed(server);
  const [eventId, racerId] = [randomUUID(), randomUUID()];
  const entered = { racerId, name: 'سارة', groups: [], bib: null };
  const adding = eventCommand(eventId, { type: 'entries.add', racers: [entered] });
  await owner.post(
    api.commands,
    batchOf(createRacer(racerId, entered.name), createEvent(eventId, 'سباق الجبل'), adding),
  );
  const { keys } = (await (await owner.get(api.event.replace(':eventId', eventId))).json()) as { keys: GuestKeys };
  const phone = createSubscription(service);
  const path = `${api.followers.replace(':eventId', eventId)}?key=${keys.viewer}`;
  await server.client().post(path, { racerId, by: phone.by }, { 'accept-language': 'de' });
  await owner.post(api.commands, batchOf(enter(eventId, 'start', racerId, 0)));
  await server.followers.workOff();
  expect(phone.received()[0]!.notification.title).toBe('\u{2068}سارة\u{2069} ist gestartet');

  const email = 'hana@example.org';
  await owner.post(api.commands, batchOf(eventCommand(eventId, { type: 'admin.invite', email, language: 'de' })));
  const mail = await waitForMail(server.dataDir, ({ to }) => to === email);
  expect(mail.text).toContain(
    ' lädt dich ein, beim Rennen „\u{2068}سباق الجبل\u{2069}“ mit Pushoff die Zeit zu nehmen.',
  );
});

test('[LG18] the mails of an account, and an invitation that its owner chose a language for', async () => {
  const person = newPerson();
  const client = server.client();
  await client.post(api.signUp, person, { cookie: 'language=de' });
  const subjectOf = (to: string, matches: RegExp) =>
    waitForMail(server.dataDir, (mail) => mail.to === to && matches.test(mail.text));
  expect((await subjectOf(person.email, /verify-email/)).subject).toBe('Willkommen bei Pushoff');
  await client.post(api.login, { email: person.email, password: PASSWORD });
  await fetch(`${server.url}/homepage`, { headers: { cookie: `${client.cookie}; language=fr` } });
  await client.post(api.requestPasswordReset, { email: person.email });
  expect((await subjectOf(person.email, /reset-password/)).subject).toBe('Réinitialiser votre mot de passe');

  const { client: owner } = await arriveConfirmed(server);
  const { eventId } = await newRace(owner);
  const inviteIn = async (email: string, language?: string) => {
    const chosen = language === undefined ? {} : { language };
    await owner.post(api.commands, batchOf(eventCommand(eventId, { type: 'admin.invite', email, ...chosen })));
    return (await subjectOf(email, /guestAdminKey/)).text;
  };
  expect(await inviteIn('eli@example.org', 'fr')).toMatch(/ vous invite à chronométrer la course /);
  expect(await inviteIn('fay@example.org')).toMatch(/ invites you to help time the event /);
  expect(await inviteIn('gus@example.org', 'xx'), 'a language that there is not').toMatch(/ invites you to help time /);
});

test('[LG18] a receipt is in the language of its account and in the zone of the buyer', async () => {
  const { client, person } = await arrive(server);
  await fetch(`${server.url}/homepage`, { headers: { cookie: `${client.cookie}; language=de` } });
  const data = { amount: 150, price: 9, zone: 'Asia/Kolkata' };
  const begun = await client.post<{ data: { clientSecret: string; paymentId: string } }>(api.createPaymentIntent, {
    data,
  });
  await payWith(client, begun.body.data.clientSecret, '4242424242424242');
  await untilPaid(client, begun.body.data.paymentId);
  const receipt = await (await client.get(api.receipt.replace(':paymentId', begun.body.data.paymentId))).text();
  expect(receipt).toMatch(/Datum: +\d{1,2}\. \p{L}+\.? \d{4}, \d\d:\d\d \(Asia\/Kolkata\)/u);
  expect(receipt).toMatch(/Preis: +9,00\s\$ USD, mit Karte bezahlt/);
  const mail = await waitForMail(server.dataDir, ({ to, text }) => to === person.email && text.includes('Kolkata'));
  expect(mail.subject).toMatch(/^Dein Beleg: 150 Credits für 9,00\s\$$/);
  const odd = await client.post<{ error: { code: string } }>(api.createPaymentIntent, {
    data: { ...data, zone: 'Mars/Base' },
  });
  expect(odd.status).toBe(400);
});
