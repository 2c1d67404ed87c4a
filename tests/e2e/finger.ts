import type { Locator, Page } from '@playwright/test';
import { createFirefoxTouch, type Point, type Touch } from './firefox-wishes.ts';

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

export type { Point };

/** The middle of a button that is drawn smaller while it is pressed is a hundredth of a pixel off in Firefox. */
const toTenths = (pixels: number): number => Math.round(pixels * 10) / 10;

export async function middleOf(button: Locator): Promise<Point> {
  await button.evaluate(async (element) => {
    element.scrollIntoView({ block: 'center' });
    // A list that was scrolled closes up in the next frame.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    element.scrollIntoView({ block: 'center' });
  });
  const box = (await button.boundingBox())!;
  return { x: toTenths(box.x + box.width / 2), y: toTenths(box.y + box.height / 2) };
}

/** Real touches, several points being several fingers: the browser itself decides between a press and a scroll. */
async function createTouch(page: Page): Promise<Touch> {
  if (page.context().browser()?.browserType().name() === 'firefox') return createFirefoxTouch(page);
  const session = await page.context().newCDPSession(page);
  return async (type, points, when) => {
    const touchPoints = points.map((point, id) => ({ id, ...point }));
    const stamp = when === undefined ? {} : { timestamp: when / 1000 };
    await session.send('Input.dispatchTouchEvent', { type, touchPoints, ...stamp });
  };
}

export async function createFinger(page: Page) {
  const touch = await createTouch(page);
  return {
    /** `when`: the time stamp of the touch, in ms; else the moment at which the browser hears of it. */
    down: (at: Point, when?: number) => touch('touchStart', [at], when),
    move: (to: Point) => touch('touchMove', [to]),
    up: () => touch('touchEnd', []),
  };
}
