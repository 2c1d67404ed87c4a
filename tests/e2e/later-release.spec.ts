import type { WebSocketRoute } from '@playwright/test';
import { api } from '../../src/protocol/routes.ts';
import { SCHEMA_VERSION } from '../../src/protocol/schema-version.ts';
import { readEvent, untilSent, waitForWorker, waitingChip } from './device.ts';
import { expect, getAccount, test } from './fixtures.ts';
import { createRace, onCourseOf, openTimer, start, startButton } from './race.ts';

const OUTDATED = 'This page is older than the race. Update to see everything.';

test(
  'A page that meets a change of a later release shows the last state it is sure of, keeps every tap and offers the update',
  { tag: '@proof' },
  async ({ page, context, openBrowser }) => {
    await getAccount(page);
    const race = await createRace(page.request, 'Hill climb', ['Ada', 'Bo']);
    const viewer = await openBrowser();
    const sockets = new Map<unknown, WebSocketRoute[]>([
      [context, []],
      [viewer.context(), []],
    ]);
    for (const each of [context, viewer.context()]) {
      await each.routeWebSocket(/\/live\b/, (socket) => {
        socket.connectToServer();
        sockets.get(each)!.push(socket);
      });
    }
    await openTimer(page, race);
    await viewer.goto(race.viewerLink);
    await start(page, 'Ada');
    await untilSent(page);
    for (const each of [page, viewer]) await expect.poll(() => onCourseOf(each)).toEqual(['Ada']);

    const { seq } = await readEvent(page.request, race.eventId);
    const envelope = {
      eventId: race.eventId,
      commandId: 'later',
      at: Date.now(),
      by: { userId: '', name: '', deviceId: '' },
    };
    const changes = [{ ...envelope, type: 'x-from-the-future', seq: seq + 1 }];
    await context.route(`**${api.commands}`, (route) => route.abort());
    const ofAdmin = { type: 'changes', eventId: race.eventId, changes };
    const head = { needs: SCHEMA_VERSION + 1 };
    const ofViewer = { type: 'rows', eventId: race.eventId, after: seq, seq: seq + 1, head, rows: [], gone: [] };
    for (const socket of sockets.get(context)!) socket.send(JSON.stringify(ofAdmin));
    for (const socket of sockets.get(viewer.context())!) socket.send(JSON.stringify(ofViewer));
    for (const each of [page, viewer]) {
      await expect(each.getByRole('alert').filter({ hasText: OUTDATED })).toBeVisible();
      await expect.poll(() => onCourseOf(each)).toEqual(['Ada']);
    }
    await start(page, 'Bo');
    await expect(waitingChip(page)).toHaveText('1 waiting');

    await context.unroute(`**${api.commands}`);
    await page.getByRole('button', { name: 'Update' }).click();
    await untilSent(page);
    await expect(page.getByText(OUTDATED)).toHaveCount(0);
    expect(Object.values((await readEvent(page.request, race.eventId)).taps)).toHaveLength(2);
    // The frame was no release's: the next one that the page can read ends the doubt.
    await expect.poll(() => onCourseOf(viewer)).toEqual(['Ada', 'Bo']);
    await expect(viewer.getByText(OUTDATED)).toHaveCount(0);
  },
);

test.describe('with the app on the device', () => {
  test.use({ serviceWorkers: 'allow' });

  test('An event that another release has stored on the device is not shown, and is loaded again with the next connection @proof', async ({
    page,
    context,
  }) => {
    await getAccount(page);
    const race = await createRace(page.request, 'Hill climb', ['Ada']);
    await openTimer(page, race);
    await waitForWorker(page);
    const storedEvents = () =>
      page.evaluate(async () => {
        const database = await new Promise<IDBDatabase>((resolve) => {
          const opening = indexedDB.open('pushoff');
          opening.addEventListener('success', () => resolve(opening.result));
        });
        const all = database.transaction('events').objectStore('events').getAll();
        await new Promise((resolve) => all.addEventListener('success', resolve));
        database.close();
        return (all.result as { schema?: number; event: { name: string } }[]).map(({ schema, event }) => [
          schema,
          event.name,
        ]);
      });
    await expect.poll(storedEvents).toEqual([[SCHEMA_VERSION, 'Hill climb']]);
    await page.goto('/homepage');
    await page.evaluate(async () => {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open('pushoff');
        opening.addEventListener('success', () => resolve(opening.result));
      });
      const writing = database.transaction('events', 'readwrite');
      const cursor = writing.objectStore('events').openCursor();
      cursor.addEventListener('success', () => {
        const { schema: _, ...stored } = cursor.result!.value as { schema?: number; event: object };
        cursor.result!.update({ ...stored, event: { ...stored.event, name: 'A name of before', needs: undefined } });
      });
      await new Promise((resolve) => writing.addEventListener('complete', resolve));
      database.close();
    });

    await context.setOffline(true);
    await page.goto(`/timer?eventId=${race.eventId}`);
    await expect(page.getByRole('main').getByText('Loading the event')).toBeAttached();
    await expect(page.getByText('A name of before')).toHaveCount(0);
    await context.setOffline(false);
    await page.goto('/homepage');
    // The event is loaded anew without being opened, before it is needed without a network.
    await expect.poll(storedEvents).toEqual([[SCHEMA_VERSION, 'Hill climb']]);
    await context.setOffline(true);
    await page.goto(`/timer?eventId=${race.eventId}`);
    await expect(startButton(page, 'Ada')).toBeVisible();
  });
});
