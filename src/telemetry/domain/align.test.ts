import { describe, expect, test } from 'vitest';
import { epochMs } from '../../domain/units.ts';
import { alignAllByClocks, alignByClocks } from './align.ts';
import type { ClockFact, ClockMethod } from './recording.ts';

/** A clock as the readers report it: a camera's own clock may be wrong by any time zone. */
function clock(
  method: ClockMethod,
  at: string,
  uncertaintySeconds = method === 'creation-time' ? 50_400 : 0.5,
): ClockFact {
  return { method, at: epochMs(Date.parse(at)), uncertaintySeconds };
}

const HOUR = 3600;

describe('aligning by clocks', () => {
  test('[DS2] two satellite clocks say where the video lies on the data, within what both may be wrong', () => {
    const found = alignByClocks(
      [clock('sample-time', '2024-05-01T10:05:00Z', 0.3)],
      [clock('sample-time', '2024-05-01T10:00:00Z', 0.4)],
    )!;
    expect(found.offset).toBe(300);
    expect(found.method).toBe('clocks');
    expect(found.uncertaintySeconds).toBeCloseTo(0.5, 9);
    expect(found.confidence).toBeGreaterThan(0.9);
  });

  test('[DS2] the more trusted clock is taken, wherever it stands in the list', () => {
    const video = [clock('creation-time', '2024-05-01T12:05:07Z'), clock('payload-time', '2024-05-01T10:05:00Z')];
    const found = alignByClocks(video, [clock('sample-time', '2024-05-01T10:00:00Z')])!;
    expect(found.offset).toBe(300);
    expect(found.confidence).toBeLessThan(
      alignByClocks([clock('sample-time', '2024-05-01T10:05:00Z')], [clock('sample-time', '2024-05-01T10:00:00Z')])!
        .confidence,
    );
  });

  test('[DS2] without a clock on either side there is nothing to say', () => {
    expect(alignByClocks([], [clock('sample-time', '2024-05-01T10:00:00Z')])).toBeNull();
    expect(alignByClocks([clock('creation-time', '2024-05-01T10:00:00Z')], [])).toBeNull();
  });

  test('[DS2] a camera event says when the video began on the recorder’s own clock', () => {
    const data = [clock('sample-time', '2024-05-01T10:00:00Z'), clock('camera-event', '2024-05-01T10:07:30Z')];
    expect(alignByClocks([], data)!.offset).toBe(450);
    // Two starts: the one that the camera's own clock allows, in any time zone.
    const twice = [...data, clock('camera-event', '2024-05-01T10:31:10Z')];
    expect(alignByClocks([clock('creation-time', '2024-05-01T12:31:14Z')], twice)!.offset).toBe(1870);
  });

  test('[DS2] recordings of two outings are not placed on each other', () => {
    const video = [clock('sample-time', '2020-03-09T01:43:56Z')];
    const years = alignByClocks(video, [clock('sample-time', '2012-10-24T23:29:40Z')]);
    expect(years).toBeNull();
    const spans = { video: { start: 0, end: 50 }, data: { start: 0, end: 948 } };
    const morning = [clock('sample-time', '2020-03-08T21:00:00Z')];
    expect(alignByClocks(video, morning, spans)).toBeNull();
    expect(alignByClocks(video, morning, { ...spans, data: { start: 0, end: 6 * HOUR } })!.offset).toBe(17_036);
    // A video that was started some seconds before the recorder, by clocks that are not exact.
    expect(alignByClocks(video, [clock('sample-time', '2020-03-09T01:45:00Z')], spans)!.offset).toBe(-64);
  });

  test('[DS3] a GoPro MAX writes its local time as if it were Greenwich’s, 18 s ahead: the zone is found', () => {
    const video = [clock('creation-time', '2019-11-18T15:45:32Z')];
    // A ride of half an hour around the video, by a satellite's clock.
    const data = [clock('sample-time', '2019-11-18T23:30:00Z')];
    const found = alignByClocks(video, data, { video: { start: 0, end: 10.5 }, data: { start: 0, end: 1800 } })!;
    expect(found.offset).toBe(15 * 60 + 32);
    expect(Math.abs(found.offset - 914)).toBeLessThanOrEqual(found.uncertaintySeconds);
    expect(found.confidence).toBeLessThan(0.7);
  });

  test('[DS3] a HERO7 whose clock was 99 s off lies within what is stated', () => {
    const video = [clock('creation-time', '2021-07-04T14:06:39Z')];
    const data = [clock('sample-time', '2021-07-04T12:00:00Z')];
    const found = alignByClocks(video, data, { video: { start: 0, end: 60 }, data: { start: 0, end: 1_800 } })!;
    expect(Math.abs(found.offset - 300)).toBeLessThanOrEqual(found.uncertaintySeconds);
  });

  test('[DS3] zones to the quarter hour are found: Nepal is 5:45 ahead', () => {
    const found = alignByClocks(
      [clock('creation-time', '2024-03-01T15:50:00Z')],
      [clock('sample-time', '2024-03-01T10:00:00Z')],
      { video: { start: 0, end: 300 }, data: { start: 0, end: 640 } },
    )!;
    expect(found.offset).toBe(300);
  });

  test('[DS3] where several zones fit, the user’s own is likelier, all are offered, and none is sure', () => {
    const video = [clock('creation-time', '2024-05-01T12:00:00Z')];
    const data = [clock('sample-time', '2024-05-01T08:00:00Z')];
    const spans = { video: { start: 0, end: 600 }, data: { start: 0, end: 6 * HOUR } };
    const offered = alignAllByClocks(video, data, { ...spans, zoneMinutes: 120 });
    expect(offered[0]!.offset).toBe(2 * HOUR);
    expect(offered).toHaveLength(5);
    expect(offered[0]!.confidence).toBeLessThan(0.25);
    expect(alignByClocks(video, data, { ...spans, zoneMinutes: 120 })).toBeNull();
    expect(alignAllByClocks(video, data, spans)[0]!.offset).toBe(4 * HOUR);
  });

  test('[DS3] recordings of different days fit in no zone', () => {
    const hints = { video: { start: 0, end: 600 }, data: { start: 0, end: 6 * HOUR } };
    const video = [clock('creation-time', '2024-05-04T12:00:00Z')];
    expect(alignAllByClocks(video, [clock('sample-time', '2024-05-01T08:00:00Z')], hints)).toEqual([]);
  });

  test('[DS3] two cameras by their own clocks are taken to be in one zone', () => {
    const found = alignByClocks(
      [clock('creation-time', '2024-05-01T12:01:00Z')],
      [clock('creation-time', '2024-05-01T12:00:00Z')],
    )!;
    expect(found.offset).toBe(60);
    expect(found.uncertaintySeconds).toBeCloseTo(170, 0);
  });
});
