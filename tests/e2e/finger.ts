import type { CDPSession, Locator, Page } from '@playwright/test';

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

export interface Point {
  readonly x: number;
  readonly y: number;
}

export async function middleOf(button: Locator): Promise<Point> {
  await button.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const box = (await button.boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** A real touch: the browser itself decides between a press and a scroll. */
export async function createFinger(page: Page) {
  const session: CDPSession = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[], when?: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints,
      ...(when !== undefined && { timestamp: when / 1000 }),
    });
  return {
    /** `when`: the time stamp of the touch, in ms; else the moment at which the browser hears of it. */
    down: (at: Point, when?: number) => touch('touchStart', [at], when),
    move: (to: Point) => touch('touchMove', [to]),
    up: () => touch('touchEnd', []),
  };
}
