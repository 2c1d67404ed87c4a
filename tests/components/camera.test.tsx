import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type EventState, type Tap, timeOf } from '../../src/domain/model/state.ts';
import { listPictures } from '../../src/client/pictures/keep-pictures.ts';
import { type FilmTrack, playFilm } from './film-track.ts';
import { down, middleOf, press, up } from './finger.ts';
import { openRace } from './open-race.tsx';
import { button, undoBar } from './parts.ts';
import type { RaceServer } from './race-server.ts';

const NAMES = ['Ada', 'Bo'];
const RIDERS = [
  { at: 2.5, speed: 8, bright: 225 },
  { at: 5, speed: 6, bright: 45 },
];
const FRAME_MS = 1_000 / 30;

async function start({ elsewhere, tapElsewhere, racerIds }: RaceServer): Promise<void> {
  const ids = Object.entries(racerIds);
  await elsewhere({ type: 'bibs.set', bibs: ids.map(([, racerId], index) => ({ racerId, bib: String(index + 1) })) });
  for (const [index, [name]] of ids.entries()) await tapElsewhere('start', name, 600 - index * 30);
}
const finishesOf = ({ taps }: EventState): Tap[] =>
  Object.values(taps)
    .filter(({ line }) => line === 'finish')
    .toSorted((one, other) => timeOf(one) - timeOf(other));

let film: FilmTrack;
const getUserMedia = Object.getOwnPropertyDescriptor(MediaDevices.prototype, 'getUserMedia')!;
const setCamera = (open: () => Promise<MediaStream>) =>
  Object.defineProperty(MediaDevices.prototype, 'getUserMedia', { ...getUserMedia, value: open });

beforeEach(() => {
  setCamera(async () => {
    film = playFilm(RIDERS);
    return new MediaStream([film.track]);
  });
});
afterEach(() => {
  film?.stop();
  Object.defineProperty(MediaDevices.prototype, 'getUserMedia', getUserMedia);
});

const strip = () => document.querySelector<HTMLElement>('[data-strip]')!;
const surface = () => document.querySelector<HTMLElement>('[data-surface]')!;
const offers = page.getByRole('list', { name: 'Times that the camera offers' });
const openCameraView = () => openRace({ names: NAMES, view: 'camera', before: start });
/** The page's clock at which a rider is at the line. */
const crossingOf = async (rider: number): Promise<number> => (await film.begun) + RIDERS[rider]!.at * 1_000;
const reached = (moment: number) => new Promise((resolve) => setTimeout(resolve, moment - performance.now()));

test('[EYE15] A tap is offered the camera’s time; used, it counts with its uncertainty, and the tap stays in the log', async () => {
  const race = await openCameraView();
  await expect.poll(() => film?.stamps.length).toBeGreaterThan(30);
  const crossed = await crossingOf(0);
  await reached(crossed + 180);
  await press(middleOf(surface()));
  await button('Offers 1').click();
  await expect.element(offers).toHaveTextContent(/camera: 0\.\d\d s earlier/);
  await offers.getByRole('button', { name: /^Use the camera/ }).click();
  await expect.element(undoBar).toHaveTextContent('1 time taken from the camera');
  const [camera, thumb] = finishesOf(await race.sent());
  expect(thumb).toMatchObject({ undone: true, via: 'surface', racerId: null });
  expect(camera).toMatchObject({ undone: false, racerId: null });
  expect(camera!.seen).toBeGreaterThan(50);
  expect(Math.abs(camera!.captured.monotonic - crossed) / FRAME_MS).toBeLessThan(1.5);
  await undoBar.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => finishesOf(await race.sent()).map(({ undone }) => undone)).toEqual([true, false]);
});

test('[EYE14] A cursor on the strip is a time: taken, it waits for its racer and is given like any other', async () => {
  const race = await openCameraView();
  await expect.poll(() => film?.stamps.length).toBeGreaterThan(100);
  const box = strip().getBoundingClientRect();
  await press({ x: box.left + box.width / 2, y: box.top + box.height * 0.6 });
  await expect.element(page.getByRole('button', { name: /^Take this time/ })).toBeVisible();
  const before = strip().getAttribute('aria-valuetext')!;
  strip().focus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
  await expect.poll(() => strip().getAttribute('aria-valuetext')).not.toBe(before);
  const shown = strip().getAttribute('aria-valuetext')!;
  const take = page.getByRole('button', { name: /^Take this time/ }).element() as HTMLElement;
  take.click();
  take.click();
  await userEvent.keyboard('t');
  const waiting = page.getByRole('list', { name: 'Times to assign' });
  await expect.element(waiting).toHaveTextContent(shown);
  await expect.element(page.getByRole('button', { name: /^Taken/ })).toBeDisabled();
  expect(finishesOf(await race.sent()), 'a time is taken once').toHaveLength(1);
  await userEvent.keyboard('{Escape}{Escape}');
  await expect.element(page.getByRole('dialog', { name: 'Finish camera' })).toBeVisible();
  await waiting.getByRole('button', { name: /to 1 Ada$/ }).click();
  const [taken] = finishesOf(await race.sent());
  expect(taken!.racerId).toBe(race.racerIds['Ada']);
  expect(taken!.seen).toBeGreaterThan(0);
  // The moment is one of the film's frames, which was before the finger came down.
  const nearest = Math.min(...film.stamps.map((at) => Math.abs(at - taken!.captured.monotonic)));
  expect(nearest / FRAME_MS).toBeLessThan(0.5);
  // What the camera saw is on this device at once, by the id of the tap.
  await expect.poll(async () => (await listPictures(race.eventId, taken!.id)).length).toBe(1);
  const [kept] = await listPictures(race.eventId, taken!.id);
  expect(kept).toMatchObject({ racerId: null, at: timeOf(taken!), line: [0.5, 0, 0.5, 1] });
  expect(kept!.frames.length).toBeGreaterThan(0);
  expect(kept!.columns.length).toBeGreaterThan(20);
});

test('[EYE13] A camera that is refused says what to do, and the button below takes times all the same', async () => {
  setCamera(() => Promise.reject(new DOMException('', 'NotAllowedError')));
  const race = await openCameraView();
  await expect.element(page.getByRole('alert')).toHaveTextContent('The camera isn’t allowed here.');
  await press(middleOf(surface()));
  await expect.element(button('Waiting 1')).toBeVisible();
  expect(finishesOf(await race.sent())).toHaveLength(1);
});

test('[EYE13] A camera that is taken away is opened again, and what it filmed is kept', async () => {
  await openCameraView();
  await expect.poll(() => film?.stamps.length).toBeGreaterThan(60);
  film.stop();
  await expect.element(page.getByRole('alert')).toHaveTextContent('The camera isn’t available any more.');
  const box = strip().getBoundingClientRect();
  await press({ x: box.left + box.width / 3, y: box.top + box.height * 0.6 });
  await expect.element(page.getByRole('button', { name: /^Take this time/ })).toBeVisible();
  await button('Try again').click();
  await expect.element(page.getByRole('slider', { name: 'Finish line in the picture' })).toBeVisible();
});

test('[EYE14] The line goes where the last finger drew it, and stays there', async () => {
  await openCameraView();
  const picture = page.getByRole('slider', { name: 'Finish line in the picture' });
  await expect.element(picture).toHaveAttribute('aria-valuenow', '50');
  await expect.poll(() => film?.stamps.length).toBeGreaterThan(20);
  const { left, width, top, height } = picture.element().getBoundingClientRect();
  await down({ x: left + width * 0.3, y: top + height / 2 });
  await up();
  await expect.poll(() => Number(picture.element().getAttribute('aria-valuenow'))).toBeLessThan(40);
  const drawn = picture.element().getAttribute('aria-valuenow');
  expect(JSON.parse(localStorage.getItem('pushoff.camera')!).line).toBeCloseTo(Number(drawn) / 100, 1);
});

test('[EYE14] The camera is a button away from the finish line, and leads back to the race', async () => {
  await openRace({ names: NAMES, view: 'finish', before: start });
  await button('Finish camera').click();
  await expect.element(page.getByRole('dialog', { name: 'Finish camera' })).toBeVisible();
  await expect.poll(() => film?.stamps.length).toBeGreaterThan(0);
  await button('Back to the race').click();
  await expect.poll(() => film.track.readyState).toBe('ended');
});

test('[EYE14] A clock that is set while the film runs is said, and a crossing before it keeps the clock of its moment', async () => {
  const race = await openCameraView();
  await expect.poll(() => film?.stamps.length).toBeGreaterThan(30);
  const crossed = await crossingOf(0);
  await reached(crossed + 180);
  await press(middleOf(surface()));
  const before = Date.now() - performance.now();
  await expect.element(button('Offers 1')).toBeVisible();
  const now = Date.now;
  Date.now = () => now() + 3_600_000;
  try {
    await expect.element(page.getByText('This phone’s clock was set.')).toBeVisible();
    await button('Offers 1').click();
    await offers.getByRole('button', { name: /^Use the camera/ }).click();
    await expect.element(undoBar).toBeVisible();
    const camera = finishesOf(await race.sent()).find(({ seen }) => seen !== undefined)!;
    expect(Math.abs(camera.captured.wall - camera.captured.monotonic - before)).toBeLessThan(100);
  } finally {
    Date.now = now;
  }
});

test('[EYE13] An event that is deleted on another phone gives the camera back', async () => {
  const race = await openCameraView();
  await expect.poll(() => film?.stamps.length).toBeGreaterThan(20);
  await race.elsewhere({ type: 'event.delete' });
  await expect.poll(() => film.track.readyState).toBe('ended');
});
