import type { Page } from '@playwright/test';
import { buildPseudo } from '../../scripts/lib/build.mjs';
import { fromRoot } from '../../scripts/lib/project.mjs';
import { PSEUDO } from '../../scripts/lib/pseudo-language.mjs';
import { ENGLISH, wordsOf } from '../../scripts/lib/words-of.mjs';
import { startServer } from '../cluster/server.ts';
import { PHONE } from './finger.ts';
import { expect, getAccount, test } from './fixtures.ts';
import { change, createRace, finishIn } from './race.ts';
import { otherLanguages, setLanguage } from './words.ts';

const VIEWS = [
  '',
  'start',
  'start-list',
  'finish',
  'splits',
  'out',
  'rulings',
  'check',
  'paper',
  'timers',
  'stop',
  'runs',
  'camera',
  'official',
  'export',
];

/** Labels on this page that are wider than their place, or stand outside of the screen. */
const listCuts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isShown = (element: HTMLElement) => element.checkVisibility() && element.getClientRects().length > 0;
    const labels = [...document.querySelectorAll<HTMLElement>('button, a, label, th, h1, h2, h3, [role=tab]')].filter(
      (element) => isShown(element) && (element.textContent ?? '').trim() !== '',
    );
    return labels.flatMap((element) => {
      const { left, right } = element.getBoundingClientRect();
      const isOut = left < -1 || right > document.documentElement.clientWidth + 1;
      // What only screen readers get is one pixel wide.
      const inner = [element, ...element.querySelectorAll<HTMLElement>('*')].some((each) => {
        const { overflowX, webkitLineClamp } = getComputedStyle(each);
        const isTooWide = overflowX === 'hidden' && each.scrollWidth > each.clientWidth + 1;
        const isTooTall = webkitLineClamp !== 'none' && each.scrollHeight > each.clientHeight + 2;
        return each.clientWidth > 1 && (isTooWide || isTooTall);
      });
      return isOut || inner ? [(element.textContent ?? '').trim().slice(0, 80)] : [];
    });
  });

/** What is cut of four racers in the second of three heats, one of them in, on every timing screen. */
async function listCutsIn(page: Page, language: string): Promise<string[]> {
  const race = await createRace(page.request, 'Ten', ['Ada', 'Bo', 'Cy', 'Di']);
  await finishIn(page.request, race, 'Ada', 62);
  await change(page.request, race, {
    type: 'format.set',
    format: { attempts: { count: 3, counts: 'best', current: 2 } },
  });
  const cuts: string[] = [];
  for (const view of VIEWS) {
    await page.goto(`/timer?eventId=${race.eventId}${view && `&view=${view}`}`);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await page.getByRole('main').getByRole('heading').first().waitFor();
    await expect(page.locator('.animate-breathe')).toHaveCount(0);
    await expect(page.getByRole('status').getByText(wordsOf(language)('Opening the timer…'))).toHaveCount(0);
    cuts.push(...(await listCuts(page)).map((text) => `${language} ${view || 'board'}: ${text}`));
  }
  return cuts;
}

test.describe('On a phone of 390 px', () => {
  test.use({ ...PHONE });

  test('[LG14] no label of a timing screen is cut in any language @proof', async ({ page, context, baseURL }) => {
    test.setTimeout(300_000);
    await getAccount(page);
    for (const language of [ENGLISH, ...otherLanguages]) {
      await setLanguage(context, baseURL!, language);
      expect(await listCutsIn(page, language)).toEqual([]);
    }
  });

  test('[LG15] nor in one that is 40 % longer and runs from right to left @proof', async ({ openBrowser }) => {
    test.setTimeout(600_000);
    const server = await startServer({ entry: await buildPseudo(fromRoot('test-results', 'pseudo-language')) });
    try {
      const page = await openBrowser({ ...PHONE, baseURL: server.url });
      await getAccount(page);
      await setLanguage(page.context(), server.url, PSEUDO);
      const cuts = await listCutsIn(page, PSEUDO);
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
      expect(cuts).toEqual([]);
    } finally {
      await server.stop();
    }
  });
});
