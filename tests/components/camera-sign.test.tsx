import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { epochMs } from '../../src/domain/units.ts';
import { openRace } from './open-race.tsx';
import { button, LONG } from './parts.ts';

const sign = page.getByRole('region', { name: 'Sign for printing' });
const paper = page.getByRole('region', { name: 'Paper sheet for printing' });
const emulate = (media: 'print' | 'screen') => cdp().send('Emulation.setEmulatedMedia', { media });
/** What stands on paper now, beside nothing else of the page. */
const printed = (): string[] =>
  [...document.body.children].filter((each) => each.checkVisibility()).map((each) => each.ariaLabel ?? each.tagName);

beforeEach(() => {
  vi.spyOn(window, 'print').mockImplementation(() => undefined);
});
afterEach(async () => {
  await emulate('screen');
  vi.restoreAllMocks();
});

test('[EYE28] The sign for the line names the event and the day of its start list, and prints only itself', async () => {
  await openRace({
    names: ['Ada', 'Bo'],
    view: 'paper',
    before: ({ elsewhere, racerIds }) =>
      elsewhere({
        type: 'schedule.set',
        slots: [{ racerId: racerIds['Bo']!, order: 1, at: epochMs(Date.parse('2026-12-05T11:30:00Z')) }],
      }),
  });
  await emulate('print');
  await expect.element(paper).toBeVisible();
  expect(printed()).toEqual(['Paper sheet for printing']);
  await emulate('screen');
  await button('Print the sign').click();
  await expect.poll(() => vi.mocked(window.print).mock.calls.length).toBeGreaterThan(0);
  await emulate('print');
  await expect.element(sign.getByRole('heading', { level: 1 })).toHaveTextContent('A camera times this finish');
  await expect.element(sign).toHaveTextContent('Hill climb');
  await expect.element(sign).toHaveTextContent(/5 Dec 2026/);
  await expect.element(sign).toHaveTextContent('30 days at most');
  expect(printed()).toEqual(['Sign for printing']);

  dispatchEvent(new Event('afterprint'));
  await expect.element(sign).not.toBeInTheDocument();
  await expect.element(paper).toBeVisible();
  expect(printed()).toEqual(['Paper sheet for printing']);
});

test('[EYE28] Without a start list the day is a blank, and the longest name leaves the sign on one page', async () => {
  const race = await openRace({ names: ['Ada'], view: 'paper' });
  await race.elsewhere({ type: 'event.rename', name: LONG });
  await button('Print the sign').click();
  await emulate('print');
  await expect.element(sign).toHaveTextContent(LONG);
  await expect.element(sign).toHaveTextContent('Date: ____');
  // A4 and letter in the margins of `print.css`, in pixels: the narrower and the shorter of the two.
  const article = sign.element().querySelector<HTMLElement>('article')!;
  article.style.width = `${(182 / 25.4) * 96}px`;
  expect(article.getBoundingClientRect().height).toBeLessThan(((279 - 32) / 25.4) * 96);
  expect(article.scrollWidth).toBeLessThanOrEqual(article.clientWidth);
});

test('[EYE28] The settings of the camera lead to the sign', async () => {
  await openRace({ names: ['Ada'], view: 'camera' });
  await button('Settings').click();
  const settings = page.getByRole('dialog', { name: 'Camera settings' });
  await expect.element(settings).toHaveTextContent('A camera times this finish');
  await settings.getByRole('button', { name: 'Print the sign' }).click();
  await expect.element(page.getByRole('heading', { level: 2, name: 'Sign at the finish camera' })).toBeVisible();
  history.back();
  await expect.element(page.getByRole('dialog', { name: 'Finish camera' })).toBeVisible();
});
