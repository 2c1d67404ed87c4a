import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { timeOf } from '../../src/domain/model/state.ts';
import { pictureStore, keepPictures } from '../../src/client/pictures/keep-pictures.ts';
import { sharePictures } from '../../src/client/pictures/share-pictures.ts';
import { type OpenedRace, openRace } from './open-race.tsx';
import { overflow } from './parts.ts';

/** A strip of a rider as a dark bar at the middle, and a frame of one colour. */
async function paint(width: number, height: number, bar: number): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d')!;
  context.fillStyle = '#9fb8a8';
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#202a24';
  context.fillRect(bar, height / 4, Math.max(2, width / 12), height / 2);
  return canvas.convertToBlob({ type: 'image/jpeg' });
}

let stop = () => {};
// Other tests of this browser have a camera, which keeps pictures too.
beforeEach(() => pictureStore().remove(() => true));
afterEach(async () => {
  stop();
  await pictureStore().remove(() => true);
});

async function finishWithPictures(): Promise<OpenedRace & { readonly tapId: string }> {
  let kept = '';
  const race = await openRace({
    names: ['Ada', 'Bea'],
    before: async (server) => {
      await server.tapElsewhere('start', 'Ada', 60);
      await server.tapElsewhere('finish', 'Ada', 10);
      const tap = Object.values((await server.event()).taps).find(({ line }) => line === 'finish')!;
      kept = tap.id;
      const at = timeOf(tap);
      await keepPictures({
        eventId: server.eventId,
        tapId: tap.id,
        racerId: server.racerIds['Ada']!,
        at,
        columns: Array.from({ length: 91 }, (_, index) => (index - 45) * 33.3),
        line: [0.5, 0, 0.5, 1],
        strip: await paint(91, 240, 42),
        frames: await Promise.all(
          [-200, 0, 200].map(async (ms) => ({
            at: (at + ms) as typeof at,
            picture: await paint(320, 180, 160 + ms / 2),
          })),
        ),
      });
    },
  });
  return Object.assign(race, { tapId: kept });
}

const sheet = page.getByRole('region', { name: 'Photo finish' });
async function openSheet(): Promise<void> {
  await page.getByRole('button', { name: /^Ada/ }).first().click();
  await expect.element(sheet).toBeVisible();
}
const kept = async () => (await pictureStore().list()).map(({ sharing, refusal }) => refusal ?? sharing);

/** A server for pictures alone. It refuses or answers as it is told, and says what it was sent. */
function answer(respond: (method: string, path: string) => Response | null): string[] {
  const sent: string[] = [];
  const before = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const { pathname } = new URL(String(input), location.href);
    if (!pathname.includes('/pictures')) return before(input, init);
    const call = `${init?.method} ${pathname.replace(/.*\/pictures\/[^/]+/, '')}`;
    sent.push(call);
    const given = respond(init?.method ?? 'GET', pathname);
    if (given === null) throw new TypeError('There is no signal.');
    return given;
  };
  return sent;
}

test('[EYE23] a racer’s sheet shows strip, cursor and frames without a signal, says where they are, and deletes them when asked twice', async () => {
  await finishWithPictures();
  await openSheet();
  await expect.element(sheet.getByText('On this phone only. Deleted after 30 days.')).toBeVisible();
  expect(sheet.getByRole('img').elements()).toHaveLength(4);
  expect(overflow()).toBe(0);

  const cursor = sheet.getByRole('slider', { name: 'Cursor on the strip' });
  const before = cursor.element().getAttribute('aria-valuetext');
  await cursor.click();
  (cursor.element() as HTMLElement).focus();
  await userEvent.keyboard('{Home}');
  expect(cursor.element().getAttribute('aria-valuetext')).not.toBe(before);

  await sheet.getByRole('button', { name: 'Delete photo finish' }).click();
  expect(await kept()).toEqual(['here']);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.poll(kept).toEqual([]);
  await expect.poll(() => sheet.query()).toBeNull();
});

test('[EYE23] sharing is a choice, goes on where it was broken off, and a refusal is said in words', async () => {
  const { sync } = await finishWithPictures();
  let isCut = true;
  const sent = answer((method, path) => {
    if (method === 'PUT' && path.endsWith('/1') && isCut) return null;
    return Response.json(
      path.endsWith('/pictures') || /\/[0-3]$/.test(path) ? { stored: true } : { facts: {}, parts: isCut ? [] : [0] },
    );
  });
  stop = sharePictures(sync);
  await openSheet();
  expect(sent).toEqual([]);
  await sheet.getByRole('button', { name: 'Share with the organiser' }).click();
  await expect.element(sheet.getByText('Waiting to be shared. This goes on when there’s a signal.')).toBeVisible();
  await expect.poll(() => sent).toEqual(['PUT ', 'PUT /0', 'PUT /1']);

  // As after a reload: what waits is on the disk, and the server says what it has.
  stop();
  isCut = false;
  sent.length = 0;
  stop = sharePictures(sync);
  await expect.poll(kept).toEqual(['sent']);
  expect(sent).toEqual(['PUT ', 'PUT /1', 'PUT /2', 'PUT /3']);
  await expect
    .element(sheet.getByText('Shared with everyone who times this event. Deleted after 30 days.'))
    .toBeVisible();
});

test('[EYE23] pictures that the server will not have stay here, with the reason', async () => {
  const { sync } = await finishWithPictures();
  answer(() => Response.json({ error: { code: 'picture-removed', message: 'x' } }, { status: 409 }));
  stop = sharePictures(sync);
  await openSheet();
  await sheet.getByRole('switch', { name: 'Share every photo finish of this event' }).click();
  await expect.poll(kept).toEqual(['picture-removed']);
  await expect.element(sheet.getByText(/^Not shared\. Someone deleted these pictures/)).toBeVisible();
});
