import { randomUUID } from 'node:crypto';
import { createEvent, eventCommand } from '../support/commands.ts';
import { expect, getAccount, test } from './fixtures.ts';
import { change, createRace, openTimer, type Race, section, send, tapAs } from './race.ts';

const DAY = 86_400_000;

test('[HI2] the third time on a course is a personal best: on the board as it happens, on the racer’s page, and by a link that is withdrawn @proof', async ({
  page,
  context,
  openBrowser,
}) => {
  const { request } = context;
  await getAccount(page);
  const first = await createRace(request, 'Week one', ['Ada Swift']);
  const racerId = first.racerIds['Ada Swift']!;
  const again = async (name: string): Promise<Race> => {
    const eventId = randomUUID();
    const racers = [{ racerId, name: 'Ada Swift', groups: [], bib: null }];
    await send(request, createEvent(eventId, name), eventCommand(eventId, { type: 'entries.add', racers }));
    return { ...first, eventId, name };
  };
  // The time of the race decides what came before, and not the order in which the events were made.
  const [third, second] = [await again('Week three'), await again('Week two')];
  const times: readonly (readonly [Race, number, number])[] = [
    [first, 15, 1530],
    [second, 8, 1500],
    [third, 1, 1488],
  ];
  const conditions = '<img src=x onerror=alert(1)> Wind 5';
  for (const [race, daysAgo, seconds] of times) {
    const at = Date.now() - daysAgo * DAY;
    await change(request, race, {
      type: 'format.set',
      format: { course: { name: race === second ? ' castle  <B>hill' : 'Castle <b>Hill', meters: 16_090 }, conditions },
    });
    await tapAs(request, race, 'start', 'Ada Swift', { at });
    if (race === third) {
      await openTimer(page, race);
      await expect(section(page, 'Racers On Course').getByText('Ada Swift')).toBeVisible();
    }
    await tapAs(request, race, 'finish', 'Ada Swift', { at: at + seconds * 1000 });
  }
  const row = section(page, 'Leaderboard').getByRole('listitem');
  await expect(row).toContainText('first time under 25 minutes · PB by 0:12');

  await row.getByRole('button', { name: 'Ada Swift' }).click();
  await page.getByRole('link', { name: 'All results and personal bests' }).click();
  const course = page.getByRole('region', { name: 'Castle <b>Hill · 16.09 km' });
  const rows = course.getByRole('table').getByRole('rowgroup').last().getByRole('row');
  await expect(rows).toHaveText([
    /^Week three.*<img src=x onerror=alert\(1\)> Wind 5.*PB by 0:12first time under 25 minutes.*24:48\.00$/,
    /^Week two.*PB by 0:30.*25:00\.00$/,
    /^Week one.*25:30\.00$/,
  ]);
  await expect(course.getByRole('img', { name: /3 times .* the fastest 24:48\.00/ })).toBeVisible();

  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Make a link' }).click();
  const link = await page.getByLabel('Link to the results').inputValue();
  const stranger = await openBrowser({ viewport: { width: 390, height: 844 } });
  await stranger.goto(link);
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('Ada Swift');
  await expect(stranger.getByRole('table')).toContainText('24:48.00');
  await expect(stranger.getByRole('table')).toContainText('Event that isn’t public');
  await expect(stranger.locator('body')).not.toContainText('Week');
  await expect(stranger.getByRole('button', { name: 'Share' })).toBeHidden();

  await page.getByRole('button', { name: 'Turn off the link' }).click();
  await expect(page.getByRole('button', { name: 'Make a link' })).toBeVisible();
  await stranger.reload();
  await expect(stranger.getByRole('alert')).toContainText('no longer shares the results with you');
});
