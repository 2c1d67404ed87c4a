import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { middleOf, press } from './finger.ts';
import { openRace } from './open-race.tsx';
import { button } from './parts.ts';
import type { RaceServer } from './race-server.ts';

const HILL = { line: 'p1', name: 'Top of the hill' };
const title = page.getByRole('heading', { level: 1 });
const say = (post: string | null) => (server: RaceServer) =>
  server.elsewhere({ type: 'helper.name', name: 'Sam', post });
const configure = (server: RaceServer, points: readonly (typeof HILL)[]) =>
  server.elsewhere({ type: 'race.configure', settings: { points } });

test('[WY27] An address without such a post asks, and what is chosen opens after the name', async () => {
  const race = await openRace({ names: ['Ada'], post: '<b>p9', before: (server) => configure(server, [HILL]) });
  await expect.element(title).toHaveTextContent('Where do you stand?');
  await expect.element(page.getByText('The post of this link isn’t on the course')).toBeVisible();
  await button('Top of the hill').click();
  await page.getByLabelText('Your name').fill('Sam');
  await button('Time at Top of the hill').click();
  await expect.element(title).toHaveTextContent('Top of the hill');
  await expect.element(button('Back to the splits')).toBeVisible();
  expect(new URL(location.href).searchParams.has('post')).toBe(false);
  expect((await race.sent()).helpers).toEqual([{ userId: race.userId, name: 'Sam', post: 'p1' }]);
});

test('[WY27] The taps of a phone whose point is taken off the course never become finishes', async () => {
  const race = await openRace({
    names: ['Ada'],
    view: 'finish',
    async before(server) {
      await configure(server, [HILL]);
      await say('p1')(server);
    },
  });
  const surface = () => document.querySelector('[data-surface]');
  await expect.element(page.getByRole('dialog', { name: 'Top of the hill' })).toBeVisible();
  await press(middleOf(surface()!));
  race.cut();
  await configure(race, []);
  race.mend();
  await expect.element(title).toHaveTextContent('Where do you stand?');
  expect(surface()).toBeNull();
  const { taps } = await race.sent();
  expect(Object.values(taps).map(({ line }) => line)).toEqual(['p1']);
  await button('Finish').click();
  await expect.element(page.getByRole('dialog', { name: 'Finish line' })).toBeVisible();
  expect((await race.sent()).helpers).toMatchObject([{ name: 'Sam', post: 'finish' }]);
});

test('[WY25] Whoever is at the post already is asked nothing, and Back leads to the board', async () => {
  await openRace({ names: ['Ada'], post: 'start', before: say('start') });
  await expect.element(button('Start: Ada')).toBeVisible();
  history.back();
  await expect.element(button('Start Ada')).toBeVisible();
});

test('[WY28] A helper of another post is asked before it moves, and may stay', async () => {
  const race = await openRace({ names: ['Ada'], post: 'finish', before: say('start') });
  await expect.element(page.getByText('So far you’re at Start.')).toBeVisible();
  race.cut();
  await button('Move to Finish').click();
  await expect.element(page.getByRole('dialog', { name: 'Finish line' })).toBeVisible();
  race.mend();
  expect((await race.sent()).helpers).toMatchObject([{ name: 'Sam', post: 'finish' }]);
});

test('[WY28] A race whose results are official says so before it is timed', async () => {
  await openRace({
    names: ['Ada'],
    post: 'start',
    async before(server) {
      await say('start')(server);
      await server.elsewhere({ type: 'official.set', note: '' });
    },
  });
  await expect.element(page.getByText('This race is over')).toBeVisible();
  await button('Time anyway').click();
  await expect.element(button('Start: Ada')).toBeVisible();
});
