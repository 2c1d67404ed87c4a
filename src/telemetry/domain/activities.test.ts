import { expect, test } from 'vitest';
import { readTcx } from './gpx/read-tcx.ts';
import type { Recording } from './recording.ts';
import { summarise } from './summary.ts';

interface Made {
  readonly start: string;
  readonly seconds: number;
  readonly speed: number;
  readonly beats?: number;
}

/** Activities as a watch writes them: each with a lap of its own and a distance that begins at 0. */
function writeTcx(activities: readonly Made[]): string {
  const bodies = activities.map(({ start, seconds, speed, beats }) => {
    const points = Array.from({ length: seconds + 1 }, (_, at) => {
      const time = new Date(Date.parse(start) + at * 1_000).toISOString();
      const lat = 47 + (at * speed) / 111_195;
      const heart = beats === undefined ? '' : `<HeartRateBpm><Value>${beats}</Value></HeartRateBpm>`;
      return `<Trackpoint><Time>${time}</Time><Position><LatitudeDegrees>${lat}</LatitudeDegrees><LongitudeDegrees>8</LongitudeDegrees></Position><DistanceMeters>${at * speed}</DistanceMeters>${heart}</Trackpoint>`;
    });
    return `<Activity Sport="Running"><Lap StartTime="${start}"><TotalTimeSeconds>${seconds}</TotalTimeSeconds><Track>${points.join('')}</Track></Lap></Activity>`;
  });
  return `<TrainingCenterDatabase><Activities>${bodies.join('')}</Activities></TrainingCenterDatabase>`;
}

function read(activities: readonly Made[], activity?: number): Recording {
  const result = readTcx(writeTcx(activities), activity);
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
}

const OLD: Made = { start: '2014-05-01T10:00:00Z', seconds: 300, speed: 3, beats: 177 };
const NEW: Made = { start: '2016-07-29T08:00:00Z', seconds: 600, speed: 4 };

test('[DT90] two runs of different years are two recordings, and the chosen one has nothing of the other', () => {
  expect(read([OLD, NEW]).activities).toMatchObject([
    { start: Date.parse(OLD.start) / 1_000, count: 301 },
    { start: Date.parse(NEW.start) / 1_000, count: 601 },
  ]);
  const chosen = read([OLD, NEW], 1);
  const { distance, duration, heartRate, speed } = summarise(chosen.samples, chosen.breaks);
  expect(distance).toBeCloseTo(2_400, 0);
  expect(duration).toBe(600);
  expect(heartRate).toBeNull();
  expect(speed!.mean).toBeCloseTo(4, 1);
  expect(chosen.laps).toEqual([{ name: 'Lap 2', from: 0, to: 600 }]);
  expect(chosen.activities).toBeUndefined();
  expect(chosen.warnings).toEqual([]);
});

test('[DT90] [DG14] bike, run and bike after each other are one recording, and the ways of all three count', () => {
  const brick = [
    { start: '2024-05-01T10:00:00Z', seconds: 600, speed: 10 },
    { start: '2024-05-01T10:12:00Z', seconds: 600, speed: 3 },
    { start: '2024-05-01T10:24:00Z', seconds: 600, speed: 8 },
  ];
  const { activities, samples, breaks } = read(brick);
  expect(activities).toBeUndefined();
  expect(summarise(samples, breaks).distance).toBeCloseTo(12_600, 0);
});

test('[DT90] activities at the same time are recordings of their own: no clock joins them', () => {
  const other = { ...OLD, start: '2014-05-01T10:02:00Z', speed: 9 };
  expect(read([OLD, other]).activities).toHaveLength(2);
  const { samples, breaks } = read([OLD, other], 1);
  expect(summarise(samples, breaks).distance).toBeCloseTo(2_700, 0);
});

test('[DG7] a point whose time was taken away counts in no mean and in no maximum', () => {
  const all = read([{ ...OLD, seconds: 100 }, NEW]);
  expect(all.warnings.map(({ code }) => code)).toContain('times-far-apart');
  expect(summarise(all.samples, all.breaks).heartRate).toBeNull();
});
