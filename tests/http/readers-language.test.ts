import { afterAll, beforeAll, expect, test } from 'vitest';
import { guestPath } from '../../src/protocol/routes.ts';
import { arrive } from '../support/people.ts';
import { newRace } from '../support/races.ts';
import { startTestServer, type TestClient, type TestServer } from '../support/running-server.ts';

let server: TestServer;
let organiser: TestClient;
let links: { readonly viewer: string; readonly admin: string; readonly own: string };
beforeAll(async () => {
  server = await startTestServer('sqlite', { rendersPages: true, languages: ['de', 'fr'] });
  organiser = (await arrive(server)).client;
  const { eventId, keys } = await newRace(organiser);
  links = {
    viewer: guestPath(eventId, 'viewer', keys.viewer),
    admin: guestPath(eventId, 'admin', keys.admin),
    own: `/timer?eventId=${eventId}`,
  };
});
afterAll(() => server.stop());

async function open(path: string, headers: Record<string, string>) {
  const answer = await fetch(server.url + path, { headers });
  return { answer, html: await answer.text(), language: answer.headers.get('content-language') };
}

test('[LG3] helpers and spectators get the language of their browser at once, and one that they choose before it', async () => {
  for (const path of [links.viewer, links.admin, '/events?id=public', '/follow?token=x', '/stop-mail?token=x']) {
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
