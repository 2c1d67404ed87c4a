import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PageBlock } from '../../src/protocol/page-data.ts';
import { addRacers, createEvent, createRacer, eventCommand, tap } from '../support/commands.ts';
import { arrive } from '../support/people.ts';
import { startTestServer, type TestClient, type TestServer } from '../support/running-server.ts';
import { sendAccepted } from '../support/send-accepted.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer('sqlite', { rendersPages: true });
});
afterAll(() => server.stop());

/** A race with one racer, who has a start, a start that does not count, and initials for viewers. */
async function newRace() {
  const { client: owner } = await arrive(server);
  const [eventId, racer] = [randomUUID(), createRacer(undefined, 'Chioma Okafor')];
  const added = addRacers(eventId, racer.racerId);
  if (added.type !== 'entries.add') throw new Error('Not an addition');
  const racers = added.racers.map((entry) => ({ ...entry, name: 'Chioma Okafor' }));
  await sendAccepted(owner, racer, createEvent(eventId), { ...added, racers });
  await sendAccepted(owner, tap(eventId, 'start', racer.racerId), tap(eventId, 'start', racer.racerId));
  await sendAccepted(owner, eventCommand(eventId, { type: 'event.configure', initialsOnly: true, isIndexed: true }));
  return { owner, eventId };
}

async function open(client: TestClient, path: string) {
  const answer = await client.get(path);
  const html = await answer.text();
  const block = JSON.parse(/id="boot">(.*?)<\/script>/s.exec(html)![1]!) as PageBlock;
  const { page } = block;
  return { answer, html, event: page?.kind === 'event' ? page : null };
}

test('[PG2] the page of an admin comes with the board: names, and the taps in the results', async () => {
  const { owner, eventId } = await newRace();
  const { answer, event } = await open(owner, `/timer?eventId=${eventId}`);
  expect(event?.view).toBe('admin');
  expect(Object.values(event!.event.entries).map(({ name }) => name)).toEqual(['Chioma Okafor']);
  expect(Object.keys(event!.event.taps)).toHaveLength(1);
  expect([event!.event.ownerId, event!.event.admins], 'and nothing that the board does not show').toEqual(['', []]);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('x-robots-tag'), 'whatever its public page says').toBe('noindex');
});

test('[PG2] nobody else gets it: not by the same address, and not from a page that was made before', async () => {
  const { owner, eventId } = await newRace();
  const path = `/timer?eventId=${eventId}`;
  await open(owner, path);
  const { client: other } = await arrive(server);
  for (const reader of [server.client(), other]) {
    const { html, event } = await open(reader, path);
    expect(event).toBeNull();
    expect(html).not.toContain('Chioma');
  }
  await sendAccepted(owner, eventCommand(eventId, { type: 'event.delete' }));
  expect((await open(owner, path)).event, 'a deleted event is for the app to tell of').toBeNull();
});

test('[PG2] another screen of the event is not preceded by the board', async () => {
  const { owner, eventId } = await newRace();
  expect((await open(owner, `/timer?eventId=${eventId}&view=gate`)).event).toBeNull();
  expect((await open(owner, '/timer?eventId=nothing')).event).toBeNull();
  expect((await open(owner, '/timer')).event).toBeNull();
});
