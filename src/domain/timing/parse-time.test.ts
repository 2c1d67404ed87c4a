import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type EpochMs, epochMs } from '../units.ts';
import { formatExactTime, parseTimeOfDay } from './parse-time.ts';

const at = (iso: string): EpochMs => epochMs(Date.parse(iso));
const parse = (text: string, near: EpochMs, timeZone = 'Europe/Zurich') => {
  const parsed = parseTimeOfDay(text, timeZone, near);
  return parsed.ok ? new Date(parsed.value).toISOString() : parsed.error;
};
const evening = at('2026-06-02T16:31:00Z');

describe('a time typed by hand', () => {
  test.each([
    ['18:31:00.250', '2026-06-02T16:31:00.250Z'],
    ['18:31:00', '2026-06-02T16:31:00.000Z'],
    [' 18:31:07.5 ', '2026-06-02T16:31:07.500Z'],
    ['18:31:07,05', '2026-06-02T16:31:07.050Z'],
    ['9:05:00', '2026-06-02T07:05:00.000Z'],
  ])("%s is in the event's zone", (text, moment) => {
    expect(parse(text, evening)).toBe(moment);
  });

  test.each(['', '18:31', '24:00:00', '18:60:00', '18:31:60', '18:31:00.1234', '-1:00:00', 'noon', '18.31.00'])(
    '%j is no time',
    (text) => {
      expect(parse(text, evening)).toBe('not-a-time');
    },
  );

  test('around midnight it is of the day that is closer', () => {
    expect(parse('00:00:05', at('2026-06-02T21:59:50Z'))).toBe('2026-06-02T22:00:05.000Z');
    expect(parse('23:59:50', at('2026-06-02T22:00:05Z'))).toBe('2026-06-02T21:59:50.000Z');
  });

  test('an hour that comes twice is the one that was measured', () => {
    expect(parse('02:30:00', at('2026-10-25T00:31:00Z'))).toBe('2026-10-25T00:30:00.000Z');
    expect(parse('02:30:00', at('2026-10-25T01:31:00Z'))).toBe('2026-10-25T01:30:00.000Z');
  });

  test('an hour that the clocks skipped is refused, and those around it are not', () => {
    const morning = at('2026-03-29T00:59:00Z');
    expect(parse('02:30:00', morning)).toBe('skipped');
    expect(parse('01:59:59', morning)).toBe('2026-03-29T00:59:59.000Z');
    expect(parse('03:00:01', morning)).toBe('2026-03-29T01:00:01.000Z');
  });

  test('from before the clocks changed to after it', () => {
    expect(parse('09:00:00', at('2026-03-29T00:30:00Z'))).toBe('2026-03-29T07:00:00.000Z');
    expect(parse('09:00:00', at('2026-10-25T00:30:00Z'))).toBe('2026-10-25T08:00:00.000Z');
  });

  test('what is shown can be typed again, in every zone at any moment', () => {
    const zones = [
      'UTC',
      'Europe/Zurich',
      'America/New_York',
      'Asia/Kathmandu',
      'Pacific/Kiritimati',
      'Australia/Lord_Howe',
    ];
    const moments = fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2040, 0) });
    fc.assert(
      fc.property(moments, fc.integer({ min: -600_000, max: 600_000 }), fc.constantFrom(...zones), (ms, by, zone) => {
        const parsed = parseTimeOfDay(formatExactTime(epochMs(ms), zone), zone, epochMs(ms + by));
        expect(parsed).toEqual({ ok: true, value: ms });
      }),
    );
  });
});
