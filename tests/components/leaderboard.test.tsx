import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { RaceFormat } from '../../src/domain/model/race-format.ts';
import type { Details } from '../../src/domain/racers/details.ts';
import { durationMs } from '../../src/domain/units.ts';
import { openRace } from './open-race.tsx';
import { LONG, overflow, rowsOf, section, undoBar } from './parts.ts';
import type { RaceServer } from './race-server.ts';

/** Seconds by name; all of them started an hour ago. */
type Times = Readonly<Record<string, number>>;

async function finishAll({ elsewhere, racerIds }: RaceServer, times: Times, run = 1): Promise<void> {
  const start = 3600 - (run - 1) * 1000;
  for (const [name, seconds] of Object.entries(times)) {
    const racerId = racerIds[name]!;
    await elsewhere({ type: 'tap.record', line: 'start', run, racerId }, start);
    await elsewhere({ type: 'tap.record', line: 'finish', run, racerId }, start - seconds);
  }
}

const setFormat = (server: RaceServer, format: Partial<RaceFormat>) => server.elsewhere({ type: 'format.set', format });

const describeRacers = (server: RaceServer, details: Readonly<Record<string, Details>>) =>
  server.elsewhere({
    type: 'details.set',
    given: Object.entries(details).map(([name, each]) => ({ racerId: server.racerIds[name]!, details: each })),
  });

const openBoard = (times: Times, more: (server: RaceServer) => Promise<void> = async () => {}) =>
  openRace({
    names: Object.keys(times),
    async before(server) {
      await finishAll(server, times);
      await more(server);
    },
  });

/** Rank, name and time of each row; the times of day are left out. */
const ranking = (): string[] =>
  rowsOf('Leaderboard').map((row) =>
    row.replaceAll(/Start |, finish | – (?=\d\d:\d\d:\d\d)|\d\d:\d\d:\d\d/g, ' ').replaceAll(/\s+/g, ' '),
  );

test('Equal times share a rank, the next rank is counted on, and each has its gap to the first', async () => {
  await openBoard({ Ada: 62, Bo: 60, Cy: 60, Di: 61.5 });
  await expect
    .poll(ranking)
    .toEqual([
      expect.stringMatching(/^#1 Bo .*01:00\.00$/),
      expect.stringMatching(/^#1 Cy .*01:00\.00$/),
      expect.stringMatching(/^#3 Di .*01:01\.50 \+1\.50$/),
      expect.stringMatching(/^#4 Ada .*01:02\.00 \+2\.00$/),
    ]);
});

test('A finish on another phone moves to its rank at once, and is read out', async () => {
  const race = await openBoard({ Ada: 62, Bo: 60 }, ({ elsewhere }) =>
    elsewhere({ type: 'entries.add', racers: [{ racerId: 'cy', name: 'Cy', groups: [], bib: null }] }),
  );
  await expect.poll(ranking).toHaveLength(2);
  const tap = (line: string, ago: number) => race.elsewhere({ type: 'tap.record', line, run: 1, racerId: 'cy' }, ago);
  await tap('start', 161);
  await tap('finish', 100);
  await expect.poll(() => ranking().map((row) => row.slice(0, 6).trim())).toEqual(['#1 Bo', '#2 Cy', '#3 Ada']);
  await expect.element(page.getByTestId('finish-announcer')).toHaveTextContent(/^Cy finished, 01:01\.00, rank 2/);
});

test('Who is disqualified or did not finish has no rank, and those behind move up', async () => {
  await openBoard({ Ada: 60, Bo: 61, Cy: 62 }, async ({ elsewhere, racerIds }) => {
    await elsewhere({ type: 'status.set', racerId: racerIds['Ada']!, attempt: 1, status: 'DSQ', reason: 'Cut a gate' });
    await elsewhere({ type: 'status.set', racerId: racerIds['Cy']!, attempt: 1, status: 'DNF', reason: '' });
  });
  await expect.poll(ranking).toEqual([expect.stringMatching(/^#1 Bo/)]);
  expect(rowsOf('Not ranked').map((row) => row.slice(0, 7))).toEqual(expect.arrayContaining(['DSQ Ada', 'DNF Cy ']));
});

test('A penalty moves a rank and stands in the row, and so does a time that was corrected', async () => {
  const race = await openBoard({ Ada: 60, Bo: 61, Cy: 70 }, ({ elsewhere, racerIds }) =>
    elsewhere({
      type: 'adjustment.add',
      racerId: racerIds['Ada']!,
      attempt: 1,
      ms: durationMs(5_000),
      reason: 'Helmet',
    }),
  );
  await expect
    .poll(ranking)
    .toEqual([
      expect.stringMatching(/^#1 Bo/),
      expect.stringMatching(/^#2 Ada \+0:05 penalty .*01:05\.00/),
      expect.stringMatching(/^#3 Cy/),
    ]);
  const { taps } = await race.event();
  const finish = Object.values(taps).find(({ line, racerId }) => line === 'finish' && racerId === race.racerIds['Cy'])!;
  await race.elsewhere({ type: 'tap.correct', tapId: finish.id, to: (finish.placed.at - 11_000) as never });
  await expect.poll(() => ranking()[0]).toMatch(/^#1 Cy .*corrected.* 00:59\.00/);
});

test('Times that the clocks cannot tell apart are marked as too close to call', async () => {
  await openBoard({ Ada: 60, Bo: 60.01, Cy: 70 });
  await expect.poll(() => ranking().map((row) => row.includes('too close to call'))).toEqual([true, true, false]);
});

test('With handicaps the board is by adjusted time, and one press shows the other order', async () => {
  await openBoard({ Ada: 100, Bo: 110, Cy: 90 }, async (server) => {
    await setFormat(server, { handicap: 'time' });
    const handicaps = { Ada: 5_000, Bo: 30_000 };
    await server.elsewhere({
      type: 'handicaps.set',
      given: Object.entries(handicaps).map(([name, ms]) => ({
        racerId: server.racerIds[name]!,
        handicap: { ms, source: 'Table 2026' },
      })),
    });
  });
  await expect
    .poll(ranking)
    .toEqual([
      expect.stringMatching(/^#1 Bo .*01:50\.00 actual #3 .*01:20\.00$/),
      expect.stringMatching(/^#2 Ada .*01:40\.00 actual #2 .*01:35\.00 \+15\.00$/),
    ]);
  expect(rowsOf('No handicap')).toEqual([expect.stringMatching(/^Cy actual #1 .*01:30\.00$/)]);
  await page
    .getByRole('group', { name: 'Order of the leaderboard' })
    .getByRole('button', { name: 'Actual time' })
    .click();
  await expect.poll(() => ranking().map((row) => row.slice(0, 6).trim())).toEqual(['#1 Cy', '#2 Ada', '#3 Bo']);
  expect(ranking()[2]).toMatch(/01:20\.00 adjusted #1/);
});

test('In categories each racer has the rank there, and one press shows one category', async () => {
  const ages = (name: string, from: number, to: number) => ({
    name,
    group: null,
    gender: null,
    class: null,
    ages: [from, to] as const,
  });
  await openBoard({ Ada: 60, Bo: 61, Cy: 62 }, async (server) => {
    await setFormat(server, { categories: [ages('Juniors', 0, 20), ages('Masters', 21, 99)] });
    await describeRacers(server, { Ada: { born: 1980 }, Bo: { born: 2012 }, Cy: { born: 1985 } });
  });
  await expect
    .poll(ranking)
    .toEqual([
      expect.stringMatching(/^#1 Ada Masters #1/),
      expect.stringMatching(/^#2 Bo Juniors #1/),
      expect.stringMatching(/^#3 Cy Masters #2/),
    ]);
  await page.getByRole('group', { name: 'Category' }).getByRole('button', { name: 'Masters' }).click();
  await expect
    .poll(ranking)
    .toEqual([expect.stringMatching(/^#1 Ada #1 overall/), expect.stringMatching(/^#2 Cy #3 overall/)]);
});

test('Of two runs the better counts, both stand in the row, and who has none of it is not ranked', async () => {
  await openBoard({ Ada: 60, Bo: 70, Cy: 65 }, async (server) => {
    await setFormat(server, { attempts: { count: 2, counts: 'best', current: 2 } });
    await finishAll(server, { Ada: 66, Bo: 58 }, 2);
  });
  await expect
    .poll(ranking)
    .toEqual([
      expect.stringMatching(/^#1 Bo Heat 1: 01:10\.00 · Heat 2: 00:58\.00 00:58\.00$/),
      expect.stringMatching(/^#2 Ada Heat 1: 01:00\.00 · Heat 2: 01:06\.00 01:00\.00 \+2\.00$/),
      expect.stringMatching(/^#3 Cy Heat 1: 01:05\.00 · Heat 2: – 01:05\.00 \+7\.00$/),
    ]);
});

test('The sum of two runs ranks who has both, and says what the others miss', async () => {
  await openBoard({ Ada: 60, Bo: 90, Cy: 65 }, async (server) => {
    await setFormat(server, { attempts: { count: 2, counts: 'sum', current: 2 } });
    await finishAll(server, { Ada: 70, Bo: 65 }, 2);
  });
  await expect
    .poll(ranking)
    .toEqual([expect.stringMatching(/^#1 Ada .*02:10\.00$/), expect.stringMatching(/^#2 Bo .*02:35\.00 \+25\.00$/)]);
  expect(rowsOf('Not ranked')).toEqual([expect.stringMatching(/^Cy .*Heat 2 missing$/)]);
});

test('Teams are ranked by their racers who count, and the others stand in brackets', async () => {
  const of = (team: string) => ({ team });
  await openBoard({ Ada: 60, Bo: 70, Cy: 80, Di: 61, Ed: 62 }, async (server) => {
    await describeRacers(server, { Ada: of('Red'), Bo: of('Red'), Cy: of('Red'), Di: of('Blue'), Ed: of('Blue') });
    await setFormat(server, {
      teams: { of: 'team', score: 'sum', n: 2, displaces: false, quota: null, startsTogether: false },
    });
  });
  await page.getByRole('group', { name: 'Ranking' }).getByRole('button', { name: 'Teams' }).click();
  const teams = () => section('Teams').getByRole('list').first().element().querySelectorAll(':scope > li');
  await expect
    .poll(() => [...teams()].map((row) => (row as HTMLElement).innerText.split(/\s*\n\s*/).join(' ')))
    .toEqual([expect.stringMatching(/^#1 Blue 02:03\.00/), expect.stringMatching(/^#2 Red 02:10\.00 .*\( ?Cy/)]);
});

test('A racer’s sheet opens from the row, and the time that was given there moves the rank', async () => {
  await openBoard({ Ada: 60, Bo: 61 });
  await section('Leaderboard').getByRole('button', { name: /Ada/ }).first().click();
  await expect.element(page.getByRole('dialog')).toHaveTextContent(/Ada/);
  await page.getByRole('dialog').getByRole('button', { name: 'DNF' }).click();
  await expect.poll(() => ranking().map((row) => row.slice(0, 5))).toEqual(['#1 Bo']);
  await userEvent.keyboard('{Escape}');
  await undoBar.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => ranking()).toHaveLength(2);
});

test('A name of 60 letters is cut off before the time, and pushes nothing', async () => {
  await openBoard({ [LONG]: 60, Bo: 61 });
  await expect.poll(ranking).toHaveLength(2);
  const figures = [...section('Leaderboard').element().querySelectorAll('li > p')].map((each) =>
    each.getBoundingClientRect(),
  );
  expect(figures.map(({ right }) => right <= innerWidth)).toEqual([true, true]);
  expect(figures[0]!.right).toBe(figures[1]!.right);
  expect(overflow()).toBe(0);
});
