import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RaceFormat } from '../../src/domain/model/race-format.ts';
import {
  type ComparisonAnswer,
  comparisonPath,
  type ProgressAnswer,
  progressPath,
  type RacesAnswer,
  type RecordsAnswer,
  recordsPath,
} from '../../src/protocol/compare.ts';
import { api } from '../../src/protocol/routes.ts';
import { createEvent, createRacer, eventCommand, tap } from '../support/commands.ts';
import { engines } from '../support/database.ts';
import { arrive } from '../support/people.ts';
import { startTestServer, type TestClient, type TestServer } from '../support/running-server.ts';
import { sendAccepted } from '../support/send-accepted.ts';

const WEEK = 7 * 86_400_000;
const FIRST = Date.now() - 10 * WEEK;
const course = { name: 'Box Hill', meters: 2_500 };
const names = ['Ada Swift', 'Bea Quick', 'Cy Long', 'Kim Lee', 'Kim Lee'];

describe.each(engines)('comparing events on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(engine);
  });
  afterAll(() => server.stop());

  interface Race {
    readonly week: number;
    /** Seconds to the point and from there to the finish; null did not finish. */
    readonly times: readonly (readonly [number, number] | null)[];
    readonly point?: string;
    readonly format?: Partial<RaceFormat>;
  }

  async function makeRace(client: TestClient, racerIds: readonly string[], race: Race): Promise<string> {
    const eventId = randomUUID();
    const racers = racerIds.map((racerId, at) => ({ racerId, name: names[at]!, groups: [], bib: null }));
    const points = [{ line: 'p1', name: race.point ?? 'Top' }];
    await sendAccepted(
      client,
      createEvent(eventId, `Week ${race.week}`),
      eventCommand(eventId, { type: 'entries.add', racers }),
      eventCommand(eventId, { type: 'race.configure', settings: { points } }),
      eventCommand(eventId, { type: 'format.set', format: { course, ...race.format } }),
    );
    const at = FIRST + race.week * WEEK;
    const taps = race.times.flatMap((times, index) => {
      const racerId = racerIds[index]!;
      const start = tap(eventId, 'start', racerId, { at });
      if (times === null) return [start];
      const top = at + times[0] * 1000;
      return [
        start,
        tap(eventId, 'p1', racerId, { at: top }),
        tap(eventId, 'finish', racerId, { at: top + times[1] * 1000 }),
      ];
    });
    await sendAccepted(client, ...taps);
    return eventId;
  }

  async function club() {
    const { client } = await arrive(server);
    const racerIds = names.map(() => randomUUID());
    await sendAccepted(client, ...racerIds.map((racerId, at) => createRacer(racerId, names[at]!)));
    const read = async <Answer>(path: string, reader = client) => {
      const reply = await reader.get(path);
      return { status: reply.status, body: (await reply.json()) as Answer };
    };
    return { client, racerIds, read, race: (race: Race) => makeRace(client, racerIds, race) };
  }

  test('[CO3] two events are compared by racer, the earlier one first, and the day is told from the rider', async () => {
    const { race, read, racerIds } = await club();
    const later = await race({
      week: 1,
      times: [[110, 90], [120, 100], [105, 101], null, [100, 100]],
      format: { conditions: 'Headwind' },
    });
    const earlier = await race({
      week: 0,
      times: [
        [100, 60],
        [110, 70],
        [106, 80],
        [100, 100],
      ],
    });
    const { body } = await read<ComparisonAnswer>(comparisonPath(later, earlier));
    expect([body.before.id, body.after.id, body.after.conditions]).toEqual([earlier, later, 'Headwind']);
    expect(body.fieldChange).toBe(40_000);
    expect(body.racers.map(({ name, change, ownChange, places }) => [name, change, ownChange, places])).toEqual([
      ['Cy Long', 20_000, -20_000, [3, 3]],
      ['Ada Swift', 40_000, 0, [1, 1]],
      ['Bea Quick', 40_000, 0, [2, 4]],
    ]);
    expect(body.racers[0]!.sections.map((section) => section?.change)).toEqual([-1_000, 21_000]);
    expect(body.sections.map(({ from, to, fieldChange }) => [from, to, fieldChange])).toEqual([
      [null, 'Top', 10_000],
      ['Top', null, 30_000],
    ]);
    // Two racers of one name are two: neither has a time in both events.
    expect(body.onlyBefore.map(({ racerId }) => racerId)).toEqual([racerIds[3]]);
    expect(body.onlyAfter.map(({ racerId }) => racerId)).toEqual([racerIds[4]]);
  });

  test('[CO2] events are listed by the day of the race with their courses, and a renamed point ends its sections', async () => {
    const { client, race, read } = await club();
    const second = await race({
      week: 2,
      times: [[100, 60]],
      format: { course: { name: ' box  HILL', meters: 2_500 } },
    });
    const first = await race({ week: 1, times: [[100, 60]], point: 'Bridge' });
    const third = await race({ week: 3, times: [[100, 60]], format: { course: null } });
    await sendAccepted(client, createEvent(randomUUID(), 'Nobody has finished'));
    const { races } = (await read<RacesAnswer>(api.ownRaces)).body;
    expect(races.map(({ id }) => id)).toEqual([third, second, first]);
    expect(races.map(({ at }) => at)).toEqual([3, 2, 1].map((week) => FIRST + week * WEEK));
    expect(races[0]!.courseKey).toBeNull();
    expect(races[1]!.courseKey).toBe(races[2]!.courseKey);
    expect((await read<ComparisonAnswer>(comparisonPath(first, second))).body.sections).toEqual([]);
    await sendAccepted(
      client,
      eventCommand(first, { type: 'race.configure', settings: { points: [{ line: 'p1', name: 'Top' }] } }),
    );
    expect((await read<ComparisonAnswer>(comparisonPath(first, second))).body.sections).toHaveLength(2);
  });

  test('[CO5] progress is that of the weeks and the course, with its sections', async () => {
    const { race, read } = await club();
    for (const week of [0, 1, 2, 3]) {
      await race({
        week,
        times: [
          [100 - week * 5, 60],
          [100, 60 + week],
        ],
      });
    }
    await race({ week: 1, times: [[1, 1]], format: { course: { name: 'Elsewhere', meters: null } } });
    const { courseKey } = (await read<RacesAnswer>(api.ownRaces)).body.races[0]!;
    const ask = async (from: number, to: number) =>
      (
        await read<ProgressAnswer>(
          progressPath({ courseKey: courseKey!, from: FIRST + from * WEEK, to: FIRST + to * WEEK }),
        )
      ).body;
    const all = await ask(0, 9);
    expect(all.races.map(({ name }) => name)).toEqual(['Week 0', 'Week 1', 'Week 2', 'Week 3']);
    expect(all.racers.map(({ name, trend }) => [name, trend?.says, trend?.change])).toEqual([
      ['Ada Swift', 'faster', -15_000],
      ['Bea Quick', 'slower', 3_000],
    ]);
    expect(all.racers[0]!.sections.map((trend) => [trend!.says, trend!.change])).toEqual([
      ['faster', -15_000],
      ['steady', 0],
    ]);
    // Two results are no trend.
    const few = await ask(0, 2);
    expect(few.racers.map(({ times, trend }) => [times.length, trend])).toEqual([
      [2, null],
      [2, null],
    ]);
    expect(await ask(20, 30)).toMatchObject({ races: [], racers: [], leftOut: 0 });
  });

  test('[CO9] records of a course are those of its best day, for everybody and by category, and a correction takes one back', async () => {
    const { client, racerIds, race, read } = await club();
    const categories = ['Women', 'Men', null];
    const given = categories.map((category, at) => ({
      racerId: racerIds[at]!,
      details: category === null ? {} : { category },
    }));
    const weeks = [
      { week: 0, times: [[60, 10], [60, 5], null] },
      {
        week: 1,
        times: [
          [60, 2],
          [60, 5],
          [60, 1],
        ],
      },
      {
        week: 2,
        times: [
          [60, 3],
          [60, 9],
          [60, 8],
        ],
      },
    ] as const;
    const ids: string[] = [];
    for (const each of weeks) {
      ids.push(await race(each));
      await sendAccepted(client, eventCommand(ids.at(-1)!, { type: 'details.set', given }));
    }
    await race({ week: 1, times: [[1, 1]], format: { course: { name: 'Elsewhere', meters: null } } });
    const { courseKey } = (await read<RacesAnswer>(api.ownRaces)).body.races[0]!;
    const ask = async () => {
      const { records, leftOut } = (await read<RecordsAnswer>(recordsPath(courseKey!))).body;
      expect(leftOut).toBe(0);
      return records.map(({ category, name, ms, at, event }) => [category, name, ms, (at - FIRST) / WEEK, event.name]);
    };
    // Of Bea's two equal times the first one is the record.
    expect(await ask()).toEqual([
      [null, 'Cy Long', 61_000, 1, 'Week 1'],
      ['Men', 'Bea Quick', 65_000, 0, 'Week 0'],
      ['Women', 'Ada Swift', 62_000, 1, 'Week 1'],
    ]);
    const out = { type: 'status.set', attempt: 1, status: 'DSQ', reason: '' } as const;
    for (const racerId of [racerIds[2]!, racerIds[0]!])
      await sendAccepted(client, eventCommand(ids[1]!, { ...out, racerId }));
    expect(await ask()).toEqual([
      [null, 'Ada Swift', 63_000, 2, 'Week 2'],
      ['Men', 'Bea Quick', 65_000, 0, 'Week 0'],
      ['Women', 'Ada Swift', 63_000, 2, 'Week 2'],
    ]);
    const other = await club();
    expect((await other.read<RecordsAnswer>(recordsPath(courseKey!))).body.records).toEqual([]);
    expect((await other.read(api.records)).status).toBe(400);
  });

  test('[CO1] other people’s events, deleted ones and nonsense are refused; a guest has nothing to compare', async () => {
    const [one, other] = [await club(), await club()];
    const mine = await one.race({ week: 0, times: [[1, 2]] });
    const gone = await one.race({ week: 1, times: [[1, 2]] });
    const theirs = await other.race({ week: 0, times: [[1, 2]] });
    await sendAccepted(one.client, eventCommand(gone, { type: 'event.delete' }));
    for (const [first, second] of [
      [mine, theirs],
      [mine, gone],
      [mine, mine],
      [mine, 'x'.repeat(300)],
      [mine, '%00'],
    ]) {
      expect((await one.read(comparisonPath(first!, second!))).status, second).toBe(404);
    }
    const { courseKey } = (await one.read<RacesAnswer>(api.ownRaces)).body.races[0]!;
    // The course of the other club has the same name.
    const { races } = (
      await one.read<ProgressAnswer>(progressPath({ courseKey: courseKey!, from: 0, to: 9e15 - 1e15 }))
    ).body;
    expect(races.map(({ id }) => id)).toEqual([mine]);
    for (const query of [
      '',
      '?course=x',
      '?course=x&from=-1&to=2',
      '?course=x&from=1&to=1e3',
      `?course=${'x'.repeat(1001)}&from=1&to=2`,
    ]) {
      expect((await one.read(api.progress + query)).status, query).toBe(400);
    }
    const nobody = server.client();
    for (const path of [api.ownRaces, comparisonPath(mine, theirs), api.progress, api.records]) {
      expect((await one.read(path, nobody)).status).toBe(401);
    }
  });
});
