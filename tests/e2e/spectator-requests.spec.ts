import type { APIRequestContext } from '@playwright/test';
import { tap } from '../support/commands.ts';
import { arrive, expect, test } from './fixtures.ts';
import { kbOf, listAnswers, watchNetwork } from './network.ts';
import { createRace, type Race, section, send } from './race.ts';

test.use({ serviceWorkers: 'allow' });

const FIRST_MS = 10_000;
/** What was reached, and no more: a file more, or a part that loads too early, is seen here. */
const MOST = { requests: 14, kb: 195 };

/** 45 racers, of whom 30 have finished and six are on the course. */
async function prepareRace(request: APIRequestContext): Promise<Race> {
  const names = Array.from({ length: 45 }, (_, index) => `${['Zoë', 'Jörg', 'Ana', 'Bo'][index % 4]} Muñoz ${index}`);
  const race = await createRace(request, 'Hill climb', names);
  const start = Date.now() - 3_600_000;
  const taps = names.slice(0, 36).flatMap((name, index) => {
    const racerId = race.racerIds[name]!;
    const at = start + index * 60_000;
    const started = tap(race.eventId, 'start', racerId, { at });
    return index < 30
      ? [started, tap(race.eventId, 'finish', racerId, { at: at + 300_000 + index * 7000 })]
      : [started];
  });
  await send(request, ...taps);
  return race;
}

test("[SP9] A spectator's page asks the network for little in its first ten seconds", async ({ page, openBrowser }) => {
  await arrive(page);
  const race = await prepareRace(page.request);
  await page.close();

  const phone = await openBrowser({ viewport: { width: 390, height: 844 } });
  const network = watchNetwork(phone.context());
  await phone.goto(race.viewerLink, { waitUntil: 'commit' });
  await phone.waitForTimeout(FIRST_MS);
  const answers = await network.read();
  const list = `${answers.length} requests, ${kbOf(answers).toFixed(1)} KB:\n${listAnswers(answers)}`;
  console.log(list);

  // The page is whole: what is loaded once it is live is there.
  await expect(section(phone, 'Leaderboard').getByRole('button', { name: 'Share' })).toBeVisible();
  await expect(phone.getByText('1 watching')).toBeVisible();
  expect(answers.length, list).toBeLessThanOrEqual(MOST.requests);
  expect(kbOf(answers), list).toBeLessThanOrEqual(MOST.kb);
  expect(answers.filter(({ isByWorker }) => isByWorker).length, list).toBe(0);
});
