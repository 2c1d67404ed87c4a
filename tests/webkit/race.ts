import type { WebKitPage } from './webkit-page.ts';

export async function start(page: WebKitPage, racer: string): Promise<void> {
  await page.press('button', `Start ${racer}`);
  await page.seeNot('button', `Start ${racer}`);
}

export async function finish(page: WebKitPage, racer: string): Promise<void> {
  await page.press('button', `Finish ${racer}`);
  await page.seeNot('button', `Finish ${racer}`);
}

/** The names on the leaderboard, from the top. */
export const onLeaderboard = (page: WebKitPage): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('section')]
      .filter((section) => section.querySelector('h2')?.textContent?.startsWith('Leaderboard'))
      .flatMap((section) => [...section.querySelectorAll<HTMLElement>('li')])
      .map((row) => row.innerText.split('\n').filter(Boolean)[1] ?? ''),
  );
