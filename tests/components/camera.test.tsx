import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type EventState, type Tap, timeOf } from '../../src/domain/model/state.ts';
import { listPictures } from '../../src/client/pictures/keep-pictures.ts';
import { createHedge, drawNight, type FilmShape, type FilmTrack, playFilm } from './film-track.ts';
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

const setFilm = (shape?: FilmShape) =>
  setCamera(async () => {
    film = playFilm(RIDERS, shape);
    return new MediaStream([film.track]);
  });

beforeEach(() => setFilm());
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
  strip().focus();
  // Each step is answered by the worker: a time that is taken before its answer is another one.
  for (let step = 0; step < 3; step += 1) {
    const before = strip().getAttribute('aria-valuetext')!;
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(() => strip().getAttribute('aria-valuetext')).not.toBe(before);
  }
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

test.each<[string, FilmShape, RegExp]>([
  ['Twelve frames a second', { fps: 12 }, /Few frames a second: times are less exact/],
  ['A covered lens', { draw: drawNight }, /Too dark to see anything. Is the lens covered\?/],
])('[EYE13] %s: the screen says what to do', async (_, shape, words) => {
  setFilm(shape);
  await openCameraView();
  await expect.element(page.getByText(words)).toBeVisible();
  if (shape.fps === 12)
    await expect.element(page.getByLabelText('Camera', { exact: true })).toHaveTextContent(/1[12][.,]\d fps/);
});

test('[EYE13] A camera that the phone has muted is said, and so is its return', async () => {
  await openCameraView();
  await expect.poll(() => film?.stamps.length).toBeGreaterThan(45);
  film.track.dispatchEvent(new Event('mute'));
  await expect.element(page.getByText('The camera is paused by the phone or another app.')).toBeVisible();
  film.track.dispatchEvent(new Event('unmute'));
  await expect.element(page.getByText('The camera is paused by the phone or another app.')).not.toBeInTheDocument();
});

test('[EYE13] A camera that the phone has stopped while the page was hidden is opened again', async () => {
  await openCameraView();
  await expect.poll(() => film?.stamps.length).toBeGreaterThan(45);
  const first = film;
  const setHidden = (isHidden: boolean) => {
    Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  };
  try {
    setHidden(true);
    // Without a word: an iPhone mutes the track of a page that is not seen.
    Object.defineProperty(film.track, 'muted', { value: true });
    setHidden(false);
    await expect.poll(() => film !== first).toBe(true);
    expect(first.track.readyState).toBe('ended');
    await expect.poll(() => film.stamps.length).toBeGreaterThan(20);
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  } finally {
    Reflect.deleteProperty(document, 'hidden');
  }
});

test('[EYE14] Two fingers draw one line: it follows the last one, and the screen says so', async () => {
  await openCameraView();
  await expect.poll(() => film?.stamps.length).toBeGreaterThan(20);
  const picture = page.getByRole('slider', { name: 'Finish line in the picture' });
  const element = picture.element();
  element.setPointerCapture = () => undefined;
  const { left, width, top, height } = element.getBoundingClientRect();
  const put = (type: string, pointerId: number, share: number) =>
    element.dispatchEvent(
      new PointerEvent(type, { pointerId, bubbles: true, clientX: left + width * share, clientY: top + height / 2 }),
    );
  const line = () => Number(element.getAttribute('aria-valuenow'));
  put('pointerdown', 7, 0.7);
  await expect.poll(line).toBeGreaterThan(55);
  put('pointerdown', 8, 0.3);
  await expect.poll(line).toBeLessThan(45);
  await expect.element(page.getByText('Two fingers, one line')).toBeVisible();
  const last = line();
  put('pointermove', 7, 0.9);
  put('pointermove', 8, 0.32);
  await expect.poll(line).toBeGreaterThan(last);
  expect(line()).toBeLessThan(45);
  put('pointerup', 8, 0.32);
  put('pointerup', 7, 0.9);
  await expect.element(page.getByText('Two fingers, one line')).not.toBeInTheDocument();
});

const PIXELS_A_DEGREE = 6;
const LAG_MS = 70;
/** A phone that is twisted to both sides without a beat, in degrees. */
const angleAt = (ms: number): number => 6 * Math.sin(ms / 230) + 3 * Math.sin(ms / 87 + 1);
const otherAngleAt = (ms: number): number => 6 * Math.sin(ms / 171 + 2) + 3 * Math.sin(ms / 59);

/** A gyroscope that tells of a phone's movement as it happens, until it is stopped. */
function turn(angle: (ms: number) => number): () => void {
  const timer = setInterval(() => {
    const now = performance.now();
    const alpha = (angle(now + 1) - angle(now - 1)) * 500;
    dispatchEvent(
      new DeviceMotionEvent('devicemotion', { rotationRate: { alpha, beta: 0.2, gamma: 0.1 }, interval: 16 }),
    );
  }, 16);
  return () => clearInterval(timer);
}

test.each([
  ['the twist that the camera sees', angleAt, /Calibrated: this camera is (\d+) ms late/],
  ['another movement', otherAngleAt, /The picture and the gyroscope don’t agree.*twist again/],
] as const)(
  '[EYE16] A gyroscope that tells of %s: the lag is right, or the screen says again',
  async (_, angle, words) => {
    let begun = 0;
    // What a frame shows was so much earlier than it is stamped.
    const draw = createHedge((second) => angleAt(begun + second * 1_000 - LAG_MS) * PIXELS_A_DEGREE);
    setCamera(async () => {
      const hedge = playFilm([], { draw });
      film = hedge;
      begun = await hedge.begun;
      return new MediaStream([hedge.track]);
    });
    await openCameraView();
    await expect.poll(() => film?.stamps.length).toBeGreaterThan(60);
    await button('Settings').click();
    await button('Calibrate').click();
    const stop = turn(angle);
    await button('Start, then twist').click();
    const dialog = page.getByRole('dialog', { name: 'Calibrate the camera' });
    await expect.element(dialog.getByText(words)).toBeVisible();
    stop();
    const found = words.exec(dialog.element().textContent)?.[1];
    if (found !== undefined) expect(Math.abs(Number(found) - LAG_MS)).toBeLessThanOrEqual(10);
  },
);
