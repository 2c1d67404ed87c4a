import { randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import type { RaceFormat } from '../../src/domain/model/race-format.ts';
import { createEvent, createRacer, eventCommand, tap } from '../support/commands.ts';
import { expect, getAccount, test } from './fixtures.ts';
import { openTool, openTimer, send } from './race.ts';

const WEEK = 7 * 86_400_000;
const FIRST = Date.UTC(2026, 4, 5, 18);
const names = ['Ada Swift', 'Bea Quick', 'Cy Long', 'Dee Short'];

/** A club that races every week on one hill, with a split point at its foot. Seconds to the foot and up to the top. */
async function raceWeekly(
  request: APIRequestContext,
  weeks: readonly { readonly times: readonly (readonly [number, number])[]; readonly conditions: string }[],
): Promise<string[]> {
  const racerIds = names.map(() => randomUUID());
  await send(request, ...names.map((name, at) => createRacer(racerIds[at]!, name)));
  const eventIds: string[] = [];
  for (const [week, { times, conditions }] of weeks.entries()) {
    const eventId = randomUUID();
    eventIds.push(eventId);
    const racers = times.map((_, at) => ({ racerId: racerIds[at]!, name: names[at]!, groups: [], bib: null }));
    const format: Partial<RaceFormat> = { course: { name: 'Castle Hill', meters: 2_500 }, conditions };
    await send(
      request,
      createEvent(eventId, `Week ${week + 1}`),
      eventCommand(eventId, { type: 'entries.add', racers }),
      eventCommand(eventId, { type: 'race.configure', settings: { points: [{ line: 'p1', name: 'Foot' }] } }),
      eventCommand(eventId, { type: 'format.set', format }),
      ...times.flatMap(([foot, top], at) => {
        const startAt = FIRST + week * WEEK + at * 60_000;
        const [racerId, footAt] = [racerIds[at]!, startAt + foot * 1000];
        return [
          tap(eventId, 'start', racerId, { at: startAt }),
          tap(eventId, 'p1', racerId, { at: footAt }),
          tap(eventId, 'finish', racerId, { at: footAt + top * 1000 }),
        ];
      }),
    );
  }
  return eventIds;
}

test('[CO6] @proof a coach compares a windy week with the one before, and sees who gets faster and where', async ({
  page,
  context,
}) => {
  await getAccount(page);
  const [, windy] = await raceWeekly(context.request, [
    {
      times: [
        [100, 300],
        [110, 310],
        [120, 320],
        [130, 330],
      ],
      conditions: 'Calm',
    },
    {
      times: [
        [120, 320],
        [130, 330],
        [140, 340],
        [150, 305],
      ],
      conditions: 'Headwind',
    },
    {
      times: [
        [100, 300],
        [111, 309],
        [121, 318],
        [129, 290],
      ],
      conditions: '',
    },
  ]);

  await openTimer(page, { eventId: windy!, name: 'Week 2' });
  await openTool(page, 'Finish the race');
  await page.getByRole('link', { name: 'Compare' }).click();
  await expect(page.getByText('On the whole, everyone was 0:40.0 slower than on 5 May 2026.')).toBeVisible();
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows.nth(1)).toContainText('Dee Short');
  await expect(rows.nth(1)).toContainText('−0:05.0');
  await expect(rows.nth(1)).toContainText('−0:45.0');
  await page.getByRole('button', { name: 'Start → Foot' }).click();
  await expect(rows.nth(1)).toContainText('+0:20.0');

  await page.getByRole('link', { name: /open Coach/ }).click();
  await expect(page.getByLabel('Course', { exact: true })).toHaveValue('castle hill 2500');
  await expect(page.getByText('1 faster, 3 steady, 0 slower')).toBeVisible();
  await expect(rows.nth(1)).toContainText(/Dee Short.*3 results, most on Foot → Finish.*faster/s);
  await page.getByLabel('To', { exact: true }).selectOption({ label: '12 May 2026, Week 2' });
  await expect(rows.nth(1)).toContainText('2 results, 3 needed');
});
