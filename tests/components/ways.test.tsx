import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { press } from './finger.ts';
import { showToast } from '../../src/client/ui/toast.tsx';
import { showUndo } from '../../src/client/ui/undo-bar.tsx';
import { openRace } from './open-race.tsx';
import { button, finishOf, isInReach, placeOf, rowsOf } from './parts.ts';

const leaveQuestion = page.getByRole('alertdialog', { name: 'Someone is on course. Leave the board?' });

/** The page before the board, and the board with Ada on course. */
async function openFromHome() {
  history.replaceState(null, '', '/homepage');
  history.pushState(null, '');
  const race = await openRace({ names: ['Ada', 'Bo'], before: (server) => server.tapElsewhere('start', 'Ada', 60) });
  await expect.element(finishOf('Ada')).toBeVisible();
  // The question is a late part of the page, and has its place in the history once it is there.
  await expect.poll(() => (history.state as { boardBefore?: boolean } | null)?.boardBefore).toBe(true);
  return { ...race, isHome: () => location.pathname === '/homepage' };
}

test('[WY34] Back while somebody is on course asks once, and whoever stays is asked again the next time', async () => {
  const { isHome } = await openFromHome();
  history.back();
  await expect.element(leaveQuestion).toBeVisible();
  await button('Stay').click();
  await expect.element(finishOf('Ada')).toBeVisible();
  history.back();
  await expect.element(leaveQuestion).toBeVisible();
  expect(isHome()).toBe(false);
  await button('Leave').click();
  await expect.poll(isHome).toBe(true);
  await expect.element(leaveQuestion).not.toBeInTheDocument();
});

test('[WY34] A second Back is answer enough', async () => {
  const { isHome } = await openFromHome();
  history.back();
  await expect.element(leaveQuestion).toBeVisible();
  history.back();
  await expect.poll(isHome).toBe(true);
});

test('[WY34] A tap right before Back is sent, whether one stays or leaves', async () => {
  const { isHome, event } = await openFromHome();
  await press(placeOf('Finish Ada'));
  await press(placeOf('Start Bo'));
  history.back();
  await button('Leave').click();
  await expect.poll(isHome).toBe(true);
  await expect.poll(async () => Object.keys((await event()).taps).length).toBe(3);
});

test('[WY34] Back asks nothing when everybody is back, and one press leaves', async () => {
  const { isHome } = await openFromHome();
  await press(placeOf('Finish Ada'));
  await expect.poll(() => rowsOf('Leaderboard').length).toBe(1);
  history.back();
  await expect.poll(isHome).toBe(true);
  await expect.element(leaveQuestion).not.toBeInTheDocument();
});

test('[WY34] Back from a view leads to the board without a question', async () => {
  await openFromHome();
  await button('More').click();
  await page.getByRole('menuitem', { name: 'Start list' }).click();
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Start list');
  history.back();
  await expect.element(finishOf('Ada')).toBeVisible();
  await expect.element(leaveQuestion).not.toBeInTheDocument();
  history.back();
  await expect.element(leaveQuestion).toBeVisible();
});

test('What offers Undo leaves the × of a tall dialog free, on a phone and on a desk', async () => {
  const names = Array.from({ length: 45 }, (_, index) => `Rider ${index + 1}`);
  await openRace({ names });
  await press(placeOf('Start Rider 1'));
  await button('More').click();
  await page.getByRole('menuitem', { name: 'Add Racers' }).click();
  const dialog = page.getByRole('dialog');
  const close = dialog.getByRole('button', { name: 'Close' });
  for (const [width, height] of [
    [390, 844],
    [320, 568],
    [844, 390],
    [1280, 600],
  ] as const) {
    await page.viewport(width, height);
    for (const size of ['100%', '200%']) {
      document.documentElement.style.fontSize = size;
      showUndo({ message: 'Rider 1 started at 18:30:00', undo: () => undefined });
      showToast('Racer removed from event.', { duration: 60_000 });
      await expect.element(dialog.getByRole('region', { name: 'Undo' })).toHaveTextContent(/Rider 1 started/);
      await expect.poll(() => isInReach(close.element()), { message: `${width} × ${height}, ${size}` }).toBe(true);
    }
    document.documentElement.style.fontSize = '';
  }
});

test('On a desk what offers Undo stands beside a dialog, and covers none of its words', async () => {
  await page.viewport(1280, 800);
  await openRace({ names: ['Ada', 'Bo'], before: (server) => server.tapElsewhere('start', 'Ada', 60) });
  await page.getByRole('button', { name: 'Ada', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog).toBeVisible();
  showUndo({ message: 'Ada started at 18:30:00', undo: () => undefined });
  const bar = dialog.getByRole('region', { name: 'Undo' });
  await expect.element(bar).toHaveTextContent(/Ada started/);
  const heading = dialog.getByRole('heading', { name: 'Ada' }).element();
  const panel = heading.closest('header')!.parentElement!;
  expect(bar.element().getBoundingClientRect().right).toBeLessThanOrEqual(panel.getBoundingClientRect().left);
});
