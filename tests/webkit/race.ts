import type { WebKitPage } from './webkit-page.ts';

const ON_COURSE = 'Racers On Course';
const INACTIVE = 'Inactive Racers';

export async function start(page: WebKitPage, racer: string): Promise<void> {
  await page.press('button', `Start ${racer}`, { within: INACTIVE });
  await page.seeNot('button', `Start ${racer}`, { within: INACTIVE });
}

export async function finish(page: WebKitPage, racer: string): Promise<void> {
  await page.press('button', `Finish ${racer}`, { within: ON_COURSE });
  await page.seeNot('button', `Finish ${racer}`, { within: ON_COURSE });
}

/** The names on the leaderboard, from the top. */
export const onLeaderboard = (page: WebKitPage): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('section')]
      .filter((section) => section.querySelector('h2')?.textContent?.startsWith('Leaderboard'))
      .flatMap((section) => [...section.querySelectorAll<HTMLElement>('li')])
      .map((row) => row.innerText.split('\n').filter(Boolean)[1] ?? ''),
  );
