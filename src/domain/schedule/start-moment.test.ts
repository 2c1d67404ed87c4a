import { expect, test } from 'vitest';
import { epochMs } from '../units.ts';
import { formatIsoDate, formatTimeOfDay } from '../timing/local-time.ts';
import { moveToDay, readStartMoment } from './start-moment.ts';

test.each(['Europe/Berlin', 'Pacific/Auckland', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kolkata', 'UTC'])(
  '[SL12] a first start is a day and a time in the zone of the event, %s',
  (zone) => {
    for (const time of ['00:00:00', '09:30:00', '18:30:00', '23:59:59']) {
      const moment = readStartMoment('2026-11-17', time, zone);
      expect(moment.ok && [formatIsoDate(moment.value, zone), formatTimeOfDay(moment.value, zone)]).toEqual([
        '2026-11-17',
        time,
      ]);
    }
  },
);

test('[SL12] a time without seconds is one, and a text or an hour that never was is none', () => {
  expect(readStartMoment('2026-11-17', '18:30', 'UTC')).toEqual({ ok: true, value: Date.UTC(2026, 10, 17, 18, 30) });
  expect(readStartMoment('2026-11-17', 'six', 'UTC')).toEqual({ ok: false, error: 'not-a-time' });
  expect(readStartMoment('', '18:30', 'UTC')).toEqual({ ok: false, error: 'not-a-time' });
  expect(readStartMoment('2026-03-29', '02:30:00', 'Europe/Berlin')).toEqual({ ok: false, error: 'skipped' });
});

test('A start list that is moved to another day keeps its times of day, also over the beginning of summer time', () => {
  const at = (text: string) => epochMs(Date.parse(text));
  const first = at('2026-03-24T17:30:00.250Z');
  const places = [{ at: first }, { at: at('2026-03-24T17:31:00Z') }, { at: null }];
  expect(moveToDay(places, first, '2026-03-31', 'Europe/Zurich')).toEqual([
    { at: at('2026-03-31T16:30:00.250Z') },
    { at: at('2026-03-31T16:31:00Z') },
    { at: null },
  ]);
  expect(moveToDay(places, first, '', 'Europe/Zurich')).toBeNull();
});
