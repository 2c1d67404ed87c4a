import { durationMs, epochMs } from '../../src/domain/units.ts';
import { arrive, test } from './fixtures.ts';
import { change, createRace, finishIn, tapAs } from './race.ts';

test('shots', async ({ page, context, openBrowser }) => {
  test.setTimeout(120_000);
  await arrive(page);
  const names = [
    'Ada Swift',
    'Bo Lindqvist',
    'Cy Marchetti',
    'Dee Okafor',
    'Eli Brandt',
    'Fay Underhill',
    'Gus Pell',
    'Hana Ito',
  ];
  const old = await createRace(context.request, 'Week 1', []);
  await change(context.request, old, {
    type: 'format.set',
    format: { course: { name: 'Mill Lane', meters: 16_093.44 } },
  });
  const race = await createRace(context.request, 'Tuesday ten, week 12', names);
  const times = [1450, 1450.02, 1500, 1512, 1533, 400];
  for (const [index, seconds] of times.entries()) await finishIn(context.request, race, names[index]!, seconds);
  await tapAs(context.request, race, 'start', 'Gus Pell', { at: Date.now() - 1_500_000 });
  await tapAs(context.request, race, 'finish', 'Cy Marchetti', { at: Date.now() - 3_600_000 + 1_501_500 });
  await tapAs(context.request, race, 'finish', 'nobody', { at: Date.now() - 1_000_000 });
  await change(context.request, race, {
    type: 'format.set',
    format: { course: { name: 'Mill Lane', meters: 16_093.44 }, conditions: 'Dry, 14 °C, strong wind from the west' },
  });
  const shot = async (name: string, address: string, before?: () => Promise<void>) => {
    for (const [width, height] of [
      [390, 844],
      [1280, 900],
    ] as const) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme });
        await page.goto(address);
        await page.waitForLoadState('networkidle');
        await page.waitForTimeout(1200);
        await before?.();
        await page.screenshot({ path: `/tmp/w4-${name}-${width}-${colorScheme}.png`, fullPage: true });
      }
    }
  };
  await shot('course', `/timer?eventId=${race.eventId}&view=course`);
  await shot('odd', `/timer?eventId=${race.eventId}&view=official`);
  await change(context.request, race, { type: 'official.set', note: 'Checked by two timekeepers' });
  await change(context.request, race, {
    type: 'adjustment.add',
    racerId: race.racerIds['Bo Lindqvist']!,
    attempt: 1,
    ms: durationMs(10_000),
    reason: 'x',
  });
  await change(context.request, race, {
    type: 'status.set',
    racerId: race.racerIds['Fay Underhill']!,
    attempt: 1,
    status: 'DSQ',
    reason: 'x',
  });
  await change(context.request, race, { type: 'entry.remove', racerId: race.racerIds['Eli Brandt']! });
  await change(context.request, race, {
    type: 'tap.enter',
    line: 'finish',
    racerId: race.racerIds['Gus Pell']!,
    to: epochMs(Date.now()),
  });
  await shot('declared', `/timer?eventId=${race.eventId}&view=official`);
  await shot('board', `/timer?eventId=${race.eventId}`);
  for (const [width, height] of [
    [390, 844],
    [1280, 900],
  ] as const) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const viewer = await openBrowser({ viewport: { width, height }, colorScheme });
      await viewer.goto(race.viewerLink);
      await viewer.waitForTimeout(2500);
      await viewer.screenshot({ path: `/tmp/w4-viewer-${width}-${colorScheme}.png`, fullPage: true });
      await viewer.close();
    }
  }
});
