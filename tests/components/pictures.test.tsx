import { afterEach, expect, test } from 'vitest';
import { epochMs } from '../../src/domain/units.ts';
import { MAX_PICTURE_BYTES, PICTURES_KEPT_MS } from '../../src/protocol/pictures.ts';
import { keepPictures, listPictures, pictureStore, readPictures } from '../../src/client/pictures/keep-pictures.ts';
import { type FinishPictures, keepProblems } from '../../src/client/pictures/kept-finish.ts';
import { createPictureStore, isOver, type PictureStore } from '../../src/client/pictures/picture-store.ts';
import { tendPictures } from '../../src/client/pictures/tend-pictures.ts';
import { openRace } from './open-race.tsx';

const DATABASE = 'pushoff-pictures-test';
const picture = (size: number, type = 'image/jpeg') => new Blob([new Uint8Array(size).fill(7)], { type });
const finish = (tapId: string, size = 100): FinishPictures => ({
  eventId: 'event',
  tapId,
  racerId: null,
  at: epochMs(Number(tapId)),
  columns: [-20, 0, 20],
  line: [0.5, 0, 0.5, 1],
  strip: picture(size, 'image/png'),
  frames: [-30, 0, 30].map((ms) => ({ at: epochMs(Number(tapId) + ms), picture: picture(size) })),
});
const open = (most = { finishes: 3, bytes: 10_000 }): PictureStore => createPictureStore(DATABASE, most);
const taps = async (store: PictureStore) => (await store.list()).map(({ tapId }) => tapId);

afterEach(() => open().remove(() => true));

test('[EYE20] strip and frames of a finish are on the disk of the device, for the next page too', async () => {
  await open().keep(finish('1'));

  const later = open();
  expect(await later.list()).toMatchObject([{ tapId: '1', bytes: 400, sharing: 'here', columns: [-20, 0, 20] }]);
  const pictures = await later.read('1');
  expect(pictures?.map(({ type, bytes }) => [type, bytes.length])).toEqual([
    ['image/png', 100],
    ['image/jpeg', 100],
    ['image/jpeg', 100],
    ['image/jpeg', 100],
  ]);
});

test('[EYE21] a full device drops the oldest that the server has; what is nowhere else stays, and the device says that it is full', async () => {
  const store = open();
  for (const tapId of ['1', '2', '3']) expect(await store.keep(finish(tapId))).toMatchObject({ ok: true });
  expect(await store.keep(finish('4'))).toEqual({ ok: false, error: 'full' });
  expect(await taps(store)).toEqual(['1', '2', '3']);

  await store.change('2', { sharing: 'sent' });
  expect(await store.keep(finish('4'))).toMatchObject({ ok: true });
  expect(await taps(store)).toEqual(['1', '3', '4']);
  expect(await store.read('2')).toBeUndefined();

  expect(await open({ finishes: 9, bytes: 1500 }).keep(finish('5'))).toEqual({ ok: false, error: 'full' });
  expect(await store.keep(finish('4', 90))).toMatchObject({ ok: true, value: { bytes: 360 } });
});

test('[EYE21] more pictures, or larger ones, than a camera gives are not kept', async () => {
  const store = open();
  const four = { ...finish('1'), frames: [...finish('1').frames, ...finish('1').frames] };
  expect(await store.keep(four)).toEqual({ ok: false, error: 'unfit' });
  expect(await store.keep(finish('1', MAX_PICTURE_BYTES + 1))).toEqual({ ok: false, error: 'unfit' });
  expect(await taps(store)).toEqual([]);
});

test('[EYE22] pictures are over after 30 days, and what was deleted does not come back', async () => {
  const store = open();
  const kept = await store.keep(finish('1'));
  if (!kept.ok) throw new Error(kept.error);
  expect(isOver(kept.value, kept.value.keptAt + PICTURES_KEPT_MS - 1)).toBe(false);
  expect(isOver(kept.value, kept.value.keptAt + PICTURES_KEPT_MS)).toBe(true);

  await store.remove(({ tapId }) => tapId === '1');
  await store.change('1', { sharing: 'waiting' });
  expect(await taps(store)).toEqual([]);
  expect(await store.read('1')).toBeUndefined();
});

test('[EYE22] pictures of a racer who was taken out, and of an event that was deleted, go at the next start of the app', async () => {
  const race = await openRace({ names: ['Ada', 'Bea'] });
  const { eventId, racerIds } = race;
  await race.tapElsewhere('start', 'Ada', 60);
  await race.tapElsewhere('finish', 'Ada', 10);
  const [ofAda] = Object.values((await race.event()).taps).filter(({ line }) => line === 'finish');
  const ada = { ...finish('1'), eventId, tapId: ofAda!.id };
  const bea = { ...finish('2'), eventId, racerId: racerIds['Bea']! };
  await keepPictures(ada);
  await keepPictures(bea);
  const kept = async () => (await listPictures(eventId)).map(({ tapId }) => tapId);
  const heard = async () => {
    const { seq } = await race.event();
    await expect.poll(() => race.sync.event(eventId).getSnapshot().event?.seq).toBe(seq);
  };

  await tendPictures(race.sync, heard);
  expect(await kept()).toEqual(['2', ada.tapId]);
  await race.elsewhere({ type: 'entry.remove', racerId: racerIds['Ada']! });
  await tendPictures(race.sync, heard);
  expect(await kept()).toEqual(['2']);
  expect(await readPictures(ada.tapId)).toBeUndefined();
  await race.elsewhere({ type: 'event.delete' });
  await tendPictures(race.sync, async () => {
    await expect.poll(() => race.sync.event(eventId).getSnapshot().event?.deletedAt ?? null).not.toBeNull();
  });
  expect(await kept()).toEqual([]);
});

/** Answers calls of pictures, and notes them; the others go where they went. */
function answer(by: (method: string, path: string) => object | number) {
  const asked: string[] = [];
  globalThis.fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href);
    const method = init?.method ?? 'GET';
    asked.push(`${method} ${pathname.split('/pictures')[1]}`);
    const answered = by(method, pathname);
    const code = typeof answered === 'number' ? answered : 200;
    return new Response(JSON.stringify(typeof answered === 'number' ? {} : answered), { status: code });
  };
  return asked;
}

test('[EYE22] pictures of a racer who was deleted from the list of racers go from the phone that holds them', async () => {
  const race = await openRace({ names: ['Ada', 'Bea'] });
  const { eventId, racerIds } = race;
  for (const [tapId, name] of [
    ['1', 'Ada'],
    ['2', 'Bea'],
  ] as const)
    await keepPictures({ ...finish(tapId), eventId, racerId: racerIds[name]! });
  answer(() => ({ finishes: [], deletedRacers: [racerIds['Ada']] }));
  await tendPictures(race.sync, async () => undefined);
  expect((await listPictures(eventId)).map(({ tapId }) => tapId)).toEqual(['2']);
  await pictureStore().remove(() => true);
});

test('[EYE21] a problem with pictures says that the time is safe', () => {
  for (const words of Object.values(keepProblems)) expect(words).toContain('The time is safe.');
});
