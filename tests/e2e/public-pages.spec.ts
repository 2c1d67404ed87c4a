import type { Page } from '@playwright/test';
import type { Boot, SignedInViewer } from '../../src/protocol/account.ts';
import { api } from '../../src/protocol/routes.ts';
import { expect, getAccount, newEmail, PASSWORD, test } from './fixtures.ts';
import { boardOf, change, createRace, finishButton, onCourseOf, type Race, startButton, tapAs } from './race.ts';

/** The time zone of the events in these tests, which is not the viewers' own. */
const ZONE = 'Europe/Zurich';
const ELSEWHERE = { timezoneId: 'Pacific/Auckland' };

const inZone = (at: number): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, timeStyle: 'medium' }).format(at);

interface SharedRace {
  readonly race: Race;
  readonly group: string;
  /** HH:MM:SS in the event's zone. */
  readonly started: string;
  readonly finished: string;
}

/** Ada has finished in 1:02.50, Bo is on the course, and everybody may see it. */
async function shareRace(page: Page): Promise<SharedRace> {
  await getAccount(page);
  const race = await createRace(page.request, 'Hill climb', ['Ada', 'Bo', 'Cy']);
  const startedAt = Date.now() - 600_000;
  await tapAs(page.request, race, 'start', 'Ada', { at: startedAt });
  await tapAs(page.request, race, 'finish', 'Ada', { at: startedAt + 62_500 });
  await tapAs(page.request, race, 'start', 'Bo', { at: startedAt + 30_000 });
  await change(page.request, race, { type: 'group.share' });
  const { viewer } = (await (await page.request.get(api.boot)).json()) as Boot;
  const group = `/events?id=${(viewer as SignedInViewer).userId}`;
  return { race, group, started: inZone(startedAt), finished: inZone(startedAt + 62_500) };
}

const described = (page: Page, name: string): Promise<string | null> =>
  page.locator(`meta[name="${name}"], meta[property="${name}"]`).getAttribute('content');

test('[PG1] [R6] A spectator without scripts sees the events and the whole board, in the event’s time zone', async ({
  page,
  server,
  openBrowser,
}) => {
  const { race, group, started, finished } = await shareRace(page);
  const reader = await openBrowser({ javaScriptEnabled: false, ...ELSEWHERE });
  await reader.goto(group);
  await expect(reader).toHaveTitle('Events Shared with Group: public · Pushoff');
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Events Shared with Group: public');
  await expect(reader.getByRole('main')).toContainText('Hill climb');

  await reader.getByRole('link', { name: 'View Event' }).click();
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Hill climb');
  expect(await boardOf(reader)).toEqual([
    { rank: 1, name: 'Ada', start: started, finish: finished, duration: '01:02.50', isCorrected: false },
  ]);
  expect(await onCourseOf(reader)).toEqual(['Bo']);
  const asOf = reader.getByRole('main').locator('noscript');
  await expect(asOf).toBeVisible();
  expect(await asOf.innerText()).toMatch(/^As of \d\d:\d\d:\d\d\. Reload the page for newer times\.$/);
  await expect(finishButton(reader, 'Bo')).toBeDisabled();
  await expect(startButton(reader, 'Cy')).toBeDisabled();

  const description = 'Live leaderboard: 3 racers, 1 finished, 1 on course.';
  await expect(reader).toHaveTitle('Hill climb · Pushoff');
  expect(await described(reader, 'description')).toBe(description);
  expect(await described(reader, 'og:title')).toBe('Hill climb');
  expect(await described(reader, 'og:description')).toBe(description);
  const picture = await described(reader, 'og:image');
  expect(picture).toMatch(new RegExp(`^${server.url}/`));
  expect((await reader.request.get(picture!)).headers()['content-type']).toBe('image/png');
  expect(race.viewerLink).toContain(new URL(reader.url()).search);
});

declare global {
  /** The first heading that the page has shown, and the first row of the board. */
  var first: { heading: Element | null; row: Element | null };
}

/** From the first piece of HTML on, before any script of the page runs. */
async function noteFirstElements(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.first = { heading: null, row: null };
    new MutationObserver(() => {
      globalThis.first.heading ??= document.querySelector('main h1');
      globalThis.first.row ??= document.querySelector('main ol > li, main ul h2');
    }).observe(document, { childList: true, subtree: true });
  });
}

const areFirstStillThere = (page: Page): Promise<boolean> =>
  page.evaluate(
    () =>
      document.querySelector('main h1') === globalThis.first.heading &&
      globalThis.first.row !== null &&
      document.contains(globalThis.first.row),
  );

test('The board that came with the page stays, goes live, and keeps the event’s time zone', async ({
  page,
  openBrowser,
}) => {
  const { race, started, finished } = await shareRace(page);
  const viewer = await openBrowser(ELSEWHERE);
  await noteFirstElements(viewer);
  await viewer.goto(race.viewerLink);
  // Only a page whose scripts have run offers to share.
  await expect(viewer.getByRole('button', { name: 'Share' })).toBeVisible();
  await tapAs(page.request, race, 'start', 'Cy');
  await expect.poll(() => onCourseOf(viewer)).toEqual(['Bo', 'Cy']);
  expect(await boardOf(viewer)).toMatchObject([{ name: 'Ada', start: started, finish: finished }]);
  expect(await areFirstStillThere(viewer)).toBe(true);
});

test('A spectator who signs in in another tab has the whole app in this one too, on the same board @proof', async ({
  page,
  request,
  openBrowser,
}) => {
  const { race } = await shareRace(page);
  const email = newEmail();
  await request.post(api.signUp, { data: { username: 'Spectator', email, password: PASSWORD } });
  const viewer = await openBrowser();
  await viewer.goto(race.viewerLink);
  await expect(viewer.getByRole('button', { name: 'Share' })).toBeVisible();
  const other = await viewer.context().newPage();
  await other.goto('/login');
  await other.getByLabel('Email').fill(email);
  await other.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await other.getByRole('button', { name: 'Login' }).click();
  await expect(viewer.getByRole('button', { name: 'Sign Out' })).toBeVisible();
  await tapAs(page.request, race, 'start', 'Cy');
  await expect.poll(() => onCourseOf(viewer)).toEqual(['Bo', 'Cy']);
});

test('The list of events that came with the page stays and goes live', async ({ page, openBrowser }) => {
  const { race, group } = await shareRace(page);
  const visitor = await openBrowser(ELSEWHERE);
  await noteFirstElements(visitor);
  await visitor.goto(group);
  await change(page.request, race, { type: 'event.rename', name: 'Hill climb, second day' });
  await expect(visitor.getByRole('heading', { name: 'Hill climb, second day' })).toBeVisible();
  expect(await areFirstStillThere(visitor)).toBe(true);
});

test('A programmer reads how to make a timing box without scripts, and the page goes on with them', async ({
  server,
  openBrowser,
}) => {
  for (const javaScriptEnabled of [false, true]) {
    const reader = await openBrowser({ javaScriptEnabled });
    const problems: string[] = [];
    reader.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    await reader.goto('/developers#error-bib-taken');
    await expect(reader).toHaveTitle('For developers · Pushoff');
    await expect(reader.getByRole('heading', { level: 1 })).toHaveText('For developers');
    await expect(reader.getByRole('region', { name: 'A timing box in Python' })).toContainText(
      `'${server.url}' + path`,
    );
    await expect(reader.locator('#error-bib-taken')).toBeInViewport();
    expect(problems).toEqual([]);
  }
  const robots = (await (await openBrowser()).request.get('/developers')).headers()['x-robots-tag'];
  expect(robots, 'search engines may list it').toBeUndefined();
});
