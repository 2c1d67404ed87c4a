import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { inFull } from '../support/in-full.ts';
import { expect } from './fixtures.ts';

const HEIGHT = 844;

export interface Look {
  readonly colorScheme: 'light' | 'dark';
  readonly width: number;
  readonly isLayoutOnly?: true;
}
/** Each width, and both colour schemes on the phone, which most people use; the tablet only for its layout. */
const ALL_LOOKS: readonly Look[] = [
  { colorScheme: 'light', width: 390 },
  { colorScheme: 'dark', width: 390 },
  { colorScheme: 'light', width: 768, isLayoutOnly: true },
  { colorScheme: 'dark', width: 1280 },
];
const TWO_LOOKS: readonly Look[] = [
  { colorScheme: 'light', width: 390 },
  { colorScheme: 'dark', width: 1280 },
];
/** Axe takes most of the time: in `npm test` each page is checked once in each colour scheme, each dialog once. */
export const MAIN_LOOKS = inFull(ALL_LOOKS, TWO_LOOKS);
export const OTHER_LOOKS = inFull<readonly Look[]>(TWO_LOOKS, [
  { colorScheme: 'dark', width: 390 },
  { colorScheme: 'light', width: 1280, isLayoutOnly: true },
]);

/** Another language has other words, not other colours: Axe checks them once, the layout is checked at every width. */
export const WORD_LOOKS: readonly Look[] = [
  { colorScheme: 'dark', width: 390 },
  { colorScheme: 'light', width: 768, isLayoutOnly: true },
  { colorScheme: 'light', width: 1280, isLayoutOnly: true },
];

/** With this folder every screen is saved there in four looks, for people to look at. */
const PICTURES = process.env['PUSHOFF_PICTURES'];
const PICTURE_LOOKS: readonly Look[] = [390, 1280].flatMap((width) => [
  { colorScheme: 'light', width, isLayoutOnly: true },
  { colorScheme: 'dark', width },
]);

/** Checks the open page in one look after the other: loading it anew for each look would take most of the time. */
export async function expectNothingSerious(page: Page, where: string, looks: readonly Look[]): Promise<void> {
  for (const { colorScheme, width, isLayoutOnly } of PICTURES === undefined ? looks : PICTURE_LOOKS) {
    const what = `${where}, ${colorScheme}, ${width} px`;
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: HEIGHT });
    await settle(page);
    if (!isLayoutOnly) await expectNoViolation(page, what);
    if (PICTURES !== undefined) await savePicture(page, PICTURES, what);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect.soft(overflow, `${what}: must not scroll sideways`).toBeLessThanOrEqual(0);
  }
}

/**
 * Colours on their way from one scheme to the other have no contrast that could be judged. What a closed `details` hides is
 * not waited for: in Firefox its colours begin to change when it is opened.
 */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const isSeen = ({ effect }: Animation) => effect instanceof KeyframeEffect && effect.target?.checkVisibility();
    const fading = document.getAnimations().filter((each) => each instanceof CSSTransition && isSeen(each));
    await Promise.allSettled(fading.map(({ finished }) => finished));
  });
}

async function expectNoViolation(page: Page, what: string): Promise<void> {
  // Legacy mode opens no second page, and suffices without frames of other sites; passed rules are not reported.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect.soft(serious.map(({ id, nodes }) => [what, id, nodes[0]?.html])).toEqual([]);
}

async function savePicture(page: Page, folder: string, what: string): Promise<void> {
  const language = await page.locator('html').getAttribute('lang');
  const name = what.replaceAll(/[^\p{L}\d]+/gu, '-');
  await page.screenshot({ path: join(folder, `${language}-${name}.png`), fullPage: true });
}

export async function expectUsable(page: Page, path: string, looks: readonly Look[]): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectNothingSerious(page, path, looks);
}
