import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import type { AccountSnapshot } from '../../src/protocol/live.ts';
import { type Command, isEventCommand } from '../../src/protocol/commands.ts';
import { api } from '../../src/protocol/routes.ts';
import { readEvent, readingsOf, storedReadings, untilSent, waitForWorker, waitingChip, waitingOn } from './device.ts';
import { arrive, expect, getAccount, PASSWORD, test as base, watch } from './fixtures.ts';
import { close, kill9, launch, type RunningBrowser } from './killable-browser.ts';
import {
  boardOf,
  createRace,
  finish,
  finishButton,
  needsLook,
  onCourseOf,
  openTimer,
  ranking,
  section,
  start,
} from './race.ts';

/** A phone with a disk that outlives its browser. */
interface Phone {
  readonly profile: string;
  context(): BrowserContext;
  /** A killed browser may not have written its cookie to disk yet: then the user signs in again. */
  signIn(email: string): Promise<void>;
  open(path: string): Promise<Page>;
  close(): Promise<void>;
  kill(): Promise<void>;
  reopen(network: 'online' | 'offline'): Promise<void>;
}

const test = base.extend<{ phone: Phone }>({
  phone: async ({ server, problems }, use) => {
    const profile = mkdtempSync(join(tmpdir(), 'pushoff-phone-'));
    let running: RunningBrowser = await launch(profile);
    const context = () => running.browser.contexts()[0]!;
    await watch(context(), problems);
    await use({
      profile,
      context,
      async signIn(email) {
        await context().request.post(server.url + api.login, { data: { email, password: PASSWORD } });
      },
      async open(path) {
        const page = await context().newPage();
        await page.goto(server.url + path);
        return page;
      },
      close: () => close(running),
      kill: () => kill9(running),
      async reopen(network) {
        running = await launch(profile);
        await watch(context(), problems);
        await context().setOffline(network === 'offline');
      },
    });
    await kill9(running);
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  },
});

test.use({ serviceWorkers: 'allow' });

/** Waits until the signed-in user is on disk: Chromium writes localStorage some seconds late. */
async function untilRemembered({ profile }: Phone): Promise<void> {
  const folder = join(profile, 'Default', 'Local Storage', 'leveldb');
  const written = () => Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name))));
  await expect.poll(() => written().includes('pushoff.boot'), { timeout: 60_000 }).toBe(true);
}

async function addNewRacer(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Add Racers' });
  await dialog.getByLabel(/^New racer/).fill(name);
  await dialog.getByRole('button', { name: 'Add new racer' }).click();
  await expect(dialog.getByLabel(/^New racer/)).toHaveValue('');
}

/** What waits on the phone once so many taps are on its disk: a slow disk is a little behind the screen. */
async function untilWaiting(page: Page, taps: number): Promise<Command[]> {
  let commands: Command[] = [];
  const count = async () => Object.keys(readingsOf((commands = await waitingOn(page)))).length;
  await expect.poll(count).toBe(taps);
  return commands;
}

test('A whole race with no network, on a phone that is reloaded and closed in the middle, is on the server once', async ({
  page,
  phone,
}) => {
  const email = await arrive(page);
  await phone.signIn(email);
  let timer = await phone.open('/homepage');
  await waitForWorker(timer);
  await phone.context().setOffline(true);

  await timer.getByRole('link', { name: 'Create New Event' }).click();
  await timer.getByLabel('Race name').fill('No signal');
  await timer.getByRole('button', { name: 'Create Event' }).click();
  await expect(timer.getByRole('heading', { level: 1 })).toContainText('No signal');
  const eventId = new URL(timer.url()).searchParams.get('eventId')!;
  await timer.getByRole('button', { name: 'Add Racers' }).click();
  await addNewRacer(timer, 'Ada');
  await addNewRacer(timer, 'Bo');
  await timer.keyboard.press('Escape');
  await start(timer, 'Ada');
  await start(timer, 'Bo');
  await finish(timer, 'Ada');
  const early = readingsOf(await untilWaiting(timer, 3));

  await timer.reload();
  await expect.poll(() => ranking(timer)).toEqual(['#1 Ada']);
  await expect.poll(() => onCourseOf(timer)).toEqual(['Bo']);
  await phone.close();
  await phone.reopen('offline');
  timer = await phone.open('/homepage');
  await expect(timer.locator('#boot'), 'the page is from the device, not from the server').toHaveCount(0);
  await timer.getByRole('link', { name: 'Select: No signal' }).click();
  await finish(timer, 'Bo');
  const commands = await untilWaiting(timer, 4);
  const readings = readingsOf(commands);
  expect(readings).toMatchObject(early);
  await expect.poll(() => ranking(timer)).toHaveLength(2);
  const board = await boardOf(timer);
  const heading = await timer.getByRole('heading', { level: 1 }).elementHandle();

  await phone.context().setOffline(false);
  await untilSent(timer);
  expect(await heading!.evaluate((element) => element.isConnected), 'the board stayed where it was').toBe(true);
  const event = await readEvent(page.request, eventId);
  expect(storedReadings(event)).toEqual(readings);
  expect(event.seq, 'one change for each command').toBe(commands.filter(isEventCommand).length);
  const account = (await (await page.request.get(api.account)).json()) as AccountSnapshot;
  expect(account).toMatchObject({ credits: 74, events: [{ id: eventId, finished: 2 }], racers: [{}, {}] });
  expect(account.events).toHaveLength(1);
  await openTimer(page, { eventId, name: 'No signal' });
  await expect.poll(() => ranking(page)).toEqual(await ranking(timer));
  // With the signal the clock was measured, so a time across two page loads may move by a little: on all screens alike.
  expect((await boardOf(page)).map(({ duration }) => duration)).toEqual(
    (await boardOf(timer)).map(({ duration }) => duration),
  );
  expect(board).toHaveLength(2);
});

const finishUnseen = (page: Page, racer: string) =>
  section(page, 'Inactive Racers').getByRole('button', { name: `Finish ${racer}`, exact: true });

test(
  'Two phones with no network both tap, one is killed and opened again, and both show the same board',
  { tag: '@proof' },
  async ({ page, context, phone }) => {
    const email = await getAccount(page);
    const race = await createRace(page.request, 'Hill climb', ['Ada', 'Bo', 'Cy']);
    await openTimer(page, race);
    await phone.signIn(email);
    let atFinish = await phone.open(`/timer?eventId=${race.eventId}`);
    await waitForWorker(atFinish);
    await start(page, 'Cy');
    await expect(finishButton(atFinish, 'Cy')).toBeVisible();
    await atFinish.getByRole('button', { name: 'More' }).click();
    await atFinish.getByRole('menuitem', { name: 'This phone is at the finish: off' }).click();
    await expect(finishUnseen(atFinish, 'Bo')).toBeVisible();
    await untilRemembered(phone);
    await untilSent(page);
    const online = storedReadings(await readEvent(page.request, race.eventId));

    await context.setOffline(true);
    await phone.context().setOffline(true);
    for (const racer of ['Ada', 'Bo']) await start(page, racer);
    for (const racer of ['Bo', 'Ada']) {
      await finishUnseen(atFinish, racer).click();
      await expect(finishUnseen(atFinish, racer)).toHaveCount(0);
    }
    const beforeDeath = readingsOf(await waitingOn(atFinish));
    await phone.kill();

    await phone.reopen('offline');
    atFinish = await phone.open(`/timer?eventId=${race.eventId}`);
    await expect(waitingChip(atFinish)).toHaveText('2 waiting');
    await finish(atFinish, 'Cy');
    await expect(waitingChip(atFinish)).toHaveText('3 waiting');
    const readings = { ...online, ...readingsOf(await waitingOn(page)), ...readingsOf(await waitingOn(atFinish)) };
    expect(readings).toMatchObject(beforeDeath);
    expect(Object.keys(readings)).toHaveLength(6);

    await phone.signIn(email);
    await context.setOffline(false);
    await phone.context().setOffline(false);
    for (const each of [page, atFinish]) {
      await untilSent(each);
      await expect.poll(() => ranking(each)).toHaveLength(3);
    }
    expect(storedReadings(await readEvent(page.request, race.eventId))).toEqual(readings);
    await expect.poll(() => boardOf(atFinish)).toEqual(await boardOf(page));
    await expect(needsLook(page)).toHaveCount(0);
  },
);
