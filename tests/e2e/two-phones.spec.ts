import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import type { EventState } from '../../src/domain/events/state.ts';
import { rankFinished } from '../../src/domain/timing/leaderboard.ts';
import { readTimes } from '../../src/domain/timing/results.ts';
import type { Boot, Viewer } from '../../src/protocol/account.ts';
import type { AccountSnapshot } from '../../src/protocol/live.ts';
import { api } from '../../src/protocol/routes.ts';
import { arrive, expect, PASSWORD, test } from './fixtures.ts';
import { kill9, launch } from './killable-browser.ts';
import { bundle, openPage } from './outbox-page/open-page.ts';
import type {} from './outbox-page/sync-page.ts';

let script = '';
test.beforeAll(async () => {
  script = await bundle('sync-page.ts');
});

async function openDevice(context: BrowserContext, url: string, viewer: Viewer): Promise<Page> {
  const page = await openPage(context, url, script);
  await page.evaluate(async (who: Viewer) => void (await globalThis.openSync(who)), viewer);
  return page;
}

const boardOn = (device: Page, eventId: string): Promise<EventState | null> =>
  device.evaluate((id) => globalThis.sync.event(id).getSnapshot().event, eventId);
const unsyncedOn = (device: Page): Promise<number> =>
  device.evaluate(() => globalThis.sync.status.getSnapshot().unsynced);
const follow = (device: Page, eventId: string): Promise<void> =>
  device.evaluate((id) => void globalThis.sync.followEvent(id), eventId);

/** Presses the button for each racer, and says what was captured once it is on disk. */
function press(device: Page, eventId: string, line: 'start' | 'finish', racerIds: readonly string[]) {
  return device.evaluate(
    async ([id, at, racers]) => {
      const pressed: [string, object][] = [];
      for (const racerId of racers) {
        const { command } = await globalThis.sync.recordForEvent(id, { type: 'tap.record', line: at, run: 1, racerId });
        pressed.push([command.id, command.captured]);
      }
      return pressed;
    },
    [eventId, line, racerIds] as const,
  );
}

test('Two phones time a race with no network, one of them dies, and both end up with the same board', async ({
  page,
  context,
  server,
}) => {
  const email = await arrive(page);
  const { viewer } = (await (await context.request.get(api.boot)).json()) as Boot;
  const startPhone = await openDevice(context, server.url, viewer);
  const profile = mkdtempSync(join(tmpdir(), 'pushoff-phone-'));
  let finishBrowser = await launch(profile);
  try {
    const itsContext = () => finishBrowser.browser.contexts()[0]!;
    // Without the app's own pages, whose service worker would answer for the bare page. The cookie of a browser that is
    // killed may not be on disk yet, so it signs in again, as its owner would.
    const signIn = () => itsContext().request.post(server.url + api.login, { data: { email, password: PASSWORD } });
    await signIn();
    let finishPhone = await openDevice(itsContext(), server.url, viewer);

    const { eventId, racerIds } = await startPhone.evaluate(async () => {
      const { sync } = globalThis;
      const id = sync.makeId();
      const ids = [sync.makeId(), sync.makeId(), sync.makeId()];
      sync.followEvent(id);
      await sync.recordForEvent(id, { type: 'event.create', name: 'Hill climb', timeZone: 'UTC' });
      for (const racerId of ids)
        await sync.recordForRacer(racerId, { type: 'racer.create', name: racerId, groups: [] });
      const racers = ids.map((racerId) => ({ racerId, name: racerId, groups: [], bib: null }));
      await sync.recordForEvent(id, { type: 'entries.add', racers });
      return { eventId: id, racerIds: ids };
    });
    await follow(finishPhone, eventId);
    await expect.poll(async () => (await boardOn(finishPhone, eventId))?.seq).toBe(2);

    await context.setOffline(true);
    await itsContext().setOffline(true);
    const starts = await press(startPhone, eventId, 'start', racerIds);
    const early = await press(finishPhone, eventId, 'finish', racerIds.slice(0, 2));
    await kill9(finishBrowser);

    finishBrowser = await launch(profile);
    await signIn();
    await itsContext().setOffline(true);
    finishPhone = await openDevice(itsContext(), server.url, viewer);
    await follow(finishPhone, eventId);
    await expect.poll(() => unsyncedOn(finishPhone), 'the taps from before it died are still there').toBe(2);
    const late = await press(finishPhone, eventId, 'finish', racerIds.slice(2));

    await context.setOffline(false);
    await itsContext().setOffline(false);
    await expect.poll(() => unsyncedOn(startPhone)).toBe(0);
    await expect.poll(() => unsyncedOn(finishPhone)).toBe(0);
    await expect.poll(async () => (await boardOn(startPhone, eventId))?.seq).toBe(8);
    await expect.poll(() => boardOn(finishPhone, eventId)).toEqual(await boardOn(startPhone, eventId));

    const board = (await boardOn(startPhone, eventId))!;
    const stored = Object.values(board.taps).map(({ id, captured }): [string, object] => [id, captured]);
    expect(new Map(stored)).toEqual(new Map([...starts, ...early, ...late]));
    expect(rankFinished(readTimes(board)).map(({ rank }) => rank)).toHaveLength(3);
  } finally {
    await kill9(finishBrowser);
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
});

test('A whole race with no network, on a phone that is closed in the middle, is on the server once', async ({
  page,
  context,
  server,
}) => {
  const email = await arrive(page);
  const { viewer } = (await (await context.request.get(api.boot)).json()) as Boot;
  const profile = mkdtempSync(join(tmpdir(), 'pushoff-phone-'));
  let browser = await launch(profile);
  const itsContext = () => browser.browser.contexts()[0]!;
  const signIn = () => itsContext().request.post(server.url + api.login, { data: { email, password: PASSWORD } });
  try {
    await signIn();
    await itsContext().setOffline(true);
    let phone = await openDevice(itsContext(), server.url, viewer);
    const { eventId, racerId } = await phone.evaluate(async () => {
      const { sync } = globalThis;
      const [id, ada] = [sync.makeId(), sync.makeId()];
      sync.followEvent(id);
      await sync.recordForEvent(id, { type: 'event.create', name: 'No signal', timeZone: 'UTC' });
      await sync.recordForRacer(ada, { type: 'racer.create', name: 'Ada', groups: [] });
      const racers = [{ racerId: ada, name: 'Ada', groups: [], bib: null }];
      await sync.recordForEvent(id, { type: 'entries.add', racers });
      return { eventId: id, racerId: ada };
    });
    const start = await press(phone, eventId, 'start', [racerId]);
    await phone.reload();
    await kill9(browser);

    browser = await launch(profile);
    await itsContext().setOffline(true);
    phone = await openDevice(itsContext(), server.url, viewer);
    await follow(phone, eventId);
    await expect.poll(async () => Object.keys((await boardOn(phone, eventId))?.taps ?? {})).toHaveLength(1);
    const finish = await press(phone, eventId, 'finish', [racerId]);
    expect(await unsyncedOn(phone)).toBe(5);

    await signIn();
    await itsContext().setOffline(false);
    await expect.poll(() => unsyncedOn(phone)).toBe(0);
    const account = (await (await context.request.get(api.account)).json()) as AccountSnapshot;
    expect(account).toMatchObject({ credits: 77, events: [{ id: eventId, finished: 1 }], racers: [{ id: racerId }] });
    const answer = await context.request.get(api.event.replace(':eventId', eventId));
    const { event } = (await answer.json()) as { event: EventState };
    expect(Object.values(event.taps).map(({ id, captured }) => [id, captured])).toEqual([...start, ...finish]);
  } finally {
    await kill9(browser);
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
});
