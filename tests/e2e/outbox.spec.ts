import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import type { Boot, Viewer } from '../../src/protocol/account.ts';
import { api } from '../../src/protocol/routes.ts';
import { getAccount, logIn, test as testWithServer } from './fixtures.ts';
import { kill9, launch } from './killable-browser.ts';
import { bundle, openPage as openTestPage } from './outbox-page/open-page.ts';
import type {} from './outbox-page/page.ts';
import type {} from './outbox-page/sync-page.ts';

const ORIGIN = 'https://device.test';
let script = '';
let syncScript = '';
const openPage = (context: BrowserContext, origin = ORIGIN, body = script) => openTestPage(context, origin, body);

test.beforeAll(async () => {
  script = await bundle('page.ts');
  syncScript = await bundle('sync-page.ts');
});

/** Records this many taps; each id is passed to `told` as soon as the storage confirms that it is on disk. */
function recordTaps(page: Page, from: number, count: number): Promise<void> {
  return page.evaluate(
    async ([first, length]) => {
      const storage = await globalThis.storage;
      const told = (globalThis as unknown as { told?: (id: string) => Promise<void> }).told;
      for (let index = first; index < first + length; index += 1) {
        const id = `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`;
        const captured = { wall: Date.now(), monotonic: performance.now(), origin: performance.timeOrigin };
        const tap = { type: 'tap.record', line: 'start', run: 1, racerId: null } as const;
        await storage.addRows('coach', [{ ...tap, id, eventId: 'event', deviceId: 'device', captured }]);
        await told?.(id);
      }
    },
    [from, count] as const,
  );
}

const listTaps = (page: Page) =>
  page.evaluate(async () => {
    const rows = await (await globalThis.storage).listRows('coach');
    return rows.map(({ order, command: { id } }) => ({ order, id }));
  });

test('Every tap that was shown as recorded is there after the browser was killed', async () => {
  const profile = mkdtempSync(join(tmpdir(), 'pushoff-profile-'));
  let running = await launch(profile);
  try {
    const told: string[] = [];
    for (let round = 1; round <= 3; round += 1) {
      const page = await openPage(running.browser.contexts()[0]!);
      let isEnough = () => {};
      const enough = new Promise<void>((resolve) => (isEnough = resolve));
      const until = told.length + 20 * round;
      await page.exposeFunction('told', (id: string) => {
        told.push(id);
        if (told.length === until) isEnough();
      });
      // The browser is killed in the middle of these writes.
      recordTaps(page, round * 10_000, 5_000).catch(() => undefined);
      await enough;
      await kill9(running);
      running = await launch(profile);
      const rows = await listTaps(await openPage(running.browser.contexts()[0]!));
      expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(told));
      expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    }
  } finally {
    await kill9(running);
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
});

test('Two tabs that record at once lose nothing, and all rows have one order', async ({ context }) => {
  const [one, other] = [await openPage(context), await openPage(context)];
  await Promise.all([recordTaps(one, 0, 60), recordTaps(other, 1_000, 60), recordTaps(other, 1_030, 60)]);
  const rows = await listTaps(one);
  expect(rows).toHaveLength(150);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(150);
  expect(rows.map(({ order }) => order)).toEqual(rows.map(({ order }) => order).toSorted((some, more) => some - more));
  expect(await listTaps(other)).toEqual(rows);
});

test('A tab goes on recording when a newer release in another tab has taken over the storage', async ({ context }) => {
  const page = await openPage(context);
  await recordTaps(page, 0, 3);
  const newer = await context.newPage();
  await newer.goto(`${ORIGIN}/outbox-page`);
  await newer.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open('pushoff', 7);
        request.addEventListener('success', () => resolve());
        request.addEventListener('error', () => reject(request.error));
      }),
  );
  await recordTaps(page, 3, 3);
  expect(await listTaps(page)).toHaveLength(6);
});

test('Where the browser gives no storage, memory is used and says that it is not durable', async ({ context }) => {
  await context.addInitScript(() => {
    Object.defineProperty(globalThis, 'indexedDB', {
      value: {
        open: () => {
          throw new DOMException('denied', 'SecurityError');
        },
      },
    });
  });
  const page = await openPage(context);
  expect(await page.evaluate(async () => (await globalThis.storage).isDurable)).toBe(false);
  await recordTaps(page, 0, 2);
  expect(await listTaps(page)).toHaveLength(2);
});

test('A cached event is never replaced by an earlier state, and is removed with its user', async ({ context }) => {
  const page = await openPage(context);
  const read = await page.evaluate(async () => {
    const storage = await globalThis.storage;
    const event = (seq: number) => ({ view: 'admin' as const, event: { id: 'event', seq } as never });
    await storage.saveEvent('coach', event(5));
    await storage.settle({ userId: 'coach', remove: ['unknown'], events: [event(4)] });
    await storage.saveEvent('other', event(1));
    const kept = await storage.readEvent('coach', 'event');
    await storage.forgetCaches('coach');
    const [gone, stays] = [await storage.readEvent('coach', 'event'), await storage.readEvent('other', 'event')];
    return [kept?.event.seq, gone?.event.seq, stays?.event.seq];
  });
  expect(read).toEqual([5, undefined, 1]);
});

testWithServer(
  'Taps recorded with no network reach the server once, and another device shows the same',
  async ({ page, context, browser, server }) => {
    const email = await getAccount(page);
    const elsewhere = await browser.newContext({ baseURL: server.url });
    await logIn(await elsewhere.newPage(), email);
    const { viewer } = (await (await context.request.get(api.boot)).json()) as Boot;
    const open = async (of: BrowserContext) => {
      const opened = await openPage(of, server.url, syncScript);
      await opened.evaluate(async (who: Viewer) => void (await globalThis.openSync(who)), viewer);
      return opened;
    };
    const shownOn = (device: Page, id: string) =>
      device.evaluate((eventId) => globalThis.sync.event(eventId).getSnapshot().event, id);
    const unsynced = (device: Page) => device.evaluate(() => globalThis.sync.status.getSnapshot().unsynced);

    const [phone, laptop] = [await open(context), await open(elsewhere)];
    const eventId = await phone.evaluate(async () => {
      const id = globalThis.sync.makeId();
      globalThis.sync.followEvent(id);
      await globalThis.sync.recordForEvent(id, { type: 'event.create', name: 'Hill climb', timeZone: 'UTC' });
      return id;
    });
    await expect.poll(() => unsynced(phone)).toBe(0);
    await expect.poll(() => phone.evaluate(() => globalThis.sync.account.getSnapshot().credits)).toBe(80);
    await laptop.evaluate((id) => void globalThis.sync.followEvent(id), eventId);
    await expect.poll(async () => (await shownOn(laptop, eventId))?.name).toBe('Hill climb');

    await context.setOffline(true);
    const racerId = await phone.evaluate(async (id) => {
      const ada = globalThis.sync.makeId();
      await globalThis.sync.recordForRacer(ada, { type: 'racer.create', name: 'Ada', groups: [] });
      const racers = [{ racerId: ada, name: 'Ada', groups: [], bib: null }];
      await globalThis.sync.recordForEvent(id, { type: 'entries.add', racers });
      await globalThis.sync.recordForEvent(id, { type: 'tap.record', line: 'start', run: 1, racerId: ada });
      return ada;
    }, eventId);
    await phone.close();
    const again = await open(context);
    await again.evaluate(
      async ([id, ada]) => {
        globalThis.sync.followEvent(id);
        await globalThis.sync.recordForEvent(id, { type: 'tap.record', line: 'finish', run: 1, racerId: ada });
      },
      [eventId, racerId] as const,
    );
    await expect.poll(() => unsynced(again)).toBe(4);
    await expect.poll(async () => Object.keys((await shownOn(again, eventId))?.counting ?? {}).length).toBe(2);
    const readings = Object.values((await shownOn(again, eventId))!.taps).map(({ id, captured }) => [id, captured]);

    await context.setOffline(false);
    await expect.poll(() => unsynced(again)).toBe(0);
    await expect.poll(async () => (await shownOn(laptop, eventId))?.seq).toBe(4);
    const board = await shownOn(laptop, eventId);
    expect(Object.values(board!.taps).map(({ id, captured }) => [id, captured])).toEqual(readings);
    await expect.poll(() => shownOn(again, eventId)).toEqual(board);
    await expect.poll(() => laptop.evaluate(() => globalThis.sync.account.getSnapshot().credits)).toBe(77);
    expect(await again.evaluate(() => globalThis.sync.clock.quality.getSnapshot())).toBeLessThan(100);
    await elsewhere.close();
  },
);
