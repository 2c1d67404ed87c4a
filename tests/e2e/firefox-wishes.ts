import type { Locator, Page } from '@playwright/test';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export type Touch = (
  type: 'touchStart' | 'touchMove' | 'touchEnd',
  points: readonly Point[],
  when?: number,
) => Promise<void>;

interface Wish {
  readonly media?: Parameters<Page['emulateMedia']>[0];
  /** Input sources of WebDriver, and what each does. */
  readonly fingers?: readonly unknown[];
}

/**
 * What Playwright cannot ask of Firefox goes out as a header of the page: `scripts/lib/firefox-for-playwright.mjs`, which
 * stands between the two, takes the header and grants the wish.
 */
const wish = (page: Page, wanted: Wish): Promise<void> =>
  page.setExtraHTTPHeaders({ 'firefox-wish': JSON.stringify(wanted) });

/** Firefox stamps each touch itself. */
export function createFirefoxTouch(page: Page): Touch {
  let held = 0;
  return async (type, points) => {
    if (type !== 'touchEnd') held = points.length;
    const fingers = Array.from({ length: held }, (_, index) => {
      const to = points[index];
      const move = to && { type: 'pointerMove', x: Math.round(to.x), y: Math.round(to.y) };
      const press = { touchStart: 'pointerDown', touchMove: undefined, touchEnd: 'pointerUp' }[type];
      const actions = [...(move ? [move] : []), ...(press === undefined ? [] : [{ type: press, button: 0 }])];
      return { type: 'pointer', id: `finger ${index}`, parameters: { pointerType: 'touch' }, actions };
    });
    await wish(page, { fingers });
  };
}

let isMended = false;

/**
 * Playwright asks Firefox for no media but a colour scheme, by a command that Firefox ESR 153 does not know, and its taps
 * touch nothing.
 */
export function mendWishes(page: Page): void {
  if (isMended) return;
  isMended = true;
  const pages = Object.getPrototypeOf(page) as Page;
  const { emulateMedia } = pages;
  pages.emulateMedia = async function (this: Page, media = {}) {
    await emulateMedia.call(this, media);
    await wish(this, { media });
  };
  const locators = Object.getPrototypeOf(page.locator('html')) as Locator;
  locators.tap = async function (this: Locator) {
    await this.click({ trial: true });
    const { x, y, width, height } = (await this.boundingBox())!;
    const touch = createFirefoxTouch(this.page());
    await touch('touchStart', [{ x: x + width / 2, y: y + height / 2 }]);
    await touch('touchEnd', []);
  };
}
