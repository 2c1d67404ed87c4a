import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitCsv } from '../../../tests/telemetry/support/split-csv.ts';
import { epochMs } from '../../domain/units.ts';
import { type Channel, CHANNEL_NAMES, CHANNELS, readBoundsOf } from './channels.ts';
import { type Exportable, toCsv, toGpx } from './export.ts';
import { readGpx } from './gpx/read-gpx.ts';
import type { Recording } from './recording.ts';
import { readTable } from './table/read-table.ts';

const START = Date.parse('2024-05-01T10:00:00Z');
const satellite = [{ method: 'sample-time', at: epochMs(START), uncertaintySeconds: 0.1 }] as const;

function value<T>(result: { ok: true; value: T } | { ok: false; error: unknown }): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

function readCsv(text: string): Recording {
  return value(readTable(splitCsv(text)));
}

function close(found: Float64Array | undefined, wished: Float64Array, step: number) {
  expect(found).toHaveLength(wished.length);
  wished.forEach((number, index) => {
    if (Number.isNaN(number)) expect(found![index]).toBeNaN();
    else expect(Math.abs(found![index]! - number)).toBeLessThanOrEqual(step);
  });
}

/** A ride of some fixes whose channels all hold plausible values, in the steps in which they are stored. */
function recordings(channels: readonly Channel[]): fc.Arbitrary<Exportable> {
  const column = (name: Channel, count: number) => {
    const { step } = CHANNELS[name];
    const [least, most] = readBoundsOf(name);
    // A fix of type 1 has two meanings; no recording keeps it.
    const units = fc.integer({ min: name === 'fix' ? 2 : Math.ceil(least / step), max: Math.floor(most / step) });
    // A height of 0 beside high ones is a receiver's that has none (DT97).
    const kept = name === 'elevation' ? units.filter((unit) => unit !== 0) : units;
    return fc
      .array(kept, { minLength: count, maxLength: count })
      .map((all) => Float64Array.from(all, (at) => at * step));
  };
  return fc.integer({ min: 3, max: 12 }).chain((count) =>
    fc
      .tuple(
        fc.array(fc.integer({ min: 1, max: 90_000 }), { minLength: count, maxLength: count }),
        fc.tuple(...channels.map((name) => column(name, count))),
        fc.integer({ min: 1, max: count - 1 }),
      )
      .map(([steps, columns, second]) => {
        let at = -steps[0]!;
        const time = Float64Array.from(steps, (step) => (at += step) / 1000);
        const named = channels.map((name, index) => [name, columns[index]!] as const);
        return { samples: { time, channels: Object.fromEntries(named) }, breaks: [0, second], clocks: satellite };
      }),
  );
}

describe('exports', () => {
  test('[DX1] what is written as GPX is read back the same: places, times, segments and what was measured', () => {
    const channels = ['lat', 'lon', 'elevation', 'heartRate', 'cadence', 'power', 'temperature'] as const;
    fc.assert(
      fc.property(recordings(channels), (recording) => {
        const back = value(readGpx(toGpx(recording, 'A ride')));
        close(back.samples.time, recording.samples.time, 0.000_6);
        for (const name of ['lat', 'lon', 'elevation', 'temperature'] as const) {
          close(back.samples.channels[name], recording.samples.channels[name]!, CHANNELS[name].step);
        }
        // Whole numbers of one byte, as the schema of the extension requires.
        const inBytes = (name: Channel, least: number, most: number) =>
          recording.samples.channels[name]!.map((number) => {
            const whole = Math.round(number);
            return whole >= least && whole <= most ? whole : NaN;
          });
        const nothing = recording.samples.time.map(() => NaN);
        close(back.samples.channels.heartRate ?? nothing, inBytes('heartRate', 1, 255), 0);
        close(back.samples.channels.cadence ?? nothing, inBytes('cadence', 0, 254), 0);
        close(back.samples.channels.power ?? nothing, inBytes('power', 0, 10_000), 0);
        expect(back.breaks).toEqual(recording.breaks);
        expect(back.clocks[0]!.at).toBe(START);
      }),
      { numRuns: 15 },
    );
  });

  test('[DX1] a name is only ever text', () => {
    const samples = {
      time: Float64Array.of(0, 1),
      channels: { lat: Float64Array.of(1, 2), lon: Float64Array.of(3, 4) },
    };
    const text = toGpx({ samples, breaks: [0], clocks: [] }, `<a>&"'\u{0}\u{D800} ok`);
    expect(text).toContain('<name>&lt;a&gt;&amp;&quot;&apos; ok</name>');
    expect(value(readGpx(text)).samples.time).toHaveLength(2);
  });

  test('[DX1] without a clock of the world no time is claimed, nor by the date in a movie’s head', () => {
    const samples = {
      time: Float64Array.of(0, 1),
      channels: { lat: Float64Array.of(1, 2), lon: Float64Array.of(3, 4) },
    };
    const camera = [{ method: 'creation-time', at: epochMs(START), uncertaintySeconds: 1 }] as const;
    expect(toGpx({ samples, breaks: [0], clocks: camera }, 'x')).not.toContain('<time>');
    expect(toCsv({ samples, breaks: [0], clocks: camera })).not.toContain('utc');
  });

  test('[DX1] hidden places are left out, and no line goes across them', () => {
    const lat = Float64Array.of(1, 2, NaN, 4, 5);
    const text = toGpx({ samples: { time: lat, channels: { lat, lon: lat } }, breaks: [0], clocks: [] }, 'x');
    expect(text.match(/<trkpt/g)).toHaveLength(4);
    expect(text.match(/<trkseg>/g)).toHaveLength(2);
    expect(text.match(/<\/trkseg>/g)).toHaveLength(2);
    expect(toGpx({ samples: { time: lat, channels: {} }, breaks: [0], clocks: [] }, 'x')).not.toContain('trkseg');
  });

  test('[DX1] no number is written in powers of ten', () => {
    const lat = Float64Array.of(1e-7, -1e-7, 1e-9);
    const text = toGpx({ samples: { time: lat, channels: { lat, lon: lat } }, breaks: [0], clocks: [] }, 'x');
    expect(text).toContain('lat="0.0000001"');
    expect(text).not.toMatch(/\de-/);
  });

  test('[DX2] what is written as CSV is read back the same, every channel of it', () => {
    fc.assert(
      fc.property(recordings(CHANNEL_NAMES), (recording) => {
        const back = readCsv(toCsv(recording));
        close(back.samples.time, recording.samples.time, 0.000_2);
        for (const name of CHANNEL_NAMES) {
          // A column of zeros is read as one that was not measured.
          const found = back.samples.channels[name] ?? new Float64Array(recording.samples.time.length);
          close(found, recording.samples.channels[name]!, CHANNELS[name].step);
        }
        expect(back.breaks).toEqual(recording.breaks);
        expect(back.clocks[0]).toMatchObject({ method: 'sample-time', at: START });
      }),
      { numRuns: 12 },
    );
  });

  test('[DX2] a cell is a number or empty, so that a spreadsheet runs nothing', () => {
    fc.assert(
      fc.property(recordings(['lat', 'lon', 'speed', 'lean']), (recording) => {
        const [head, ...rows] = toCsv(recording).slice(1).trim().split('\r\n');
        expect(head).toMatch(/^[a-z]/);
        for (const cell of rows.flatMap((row) => row.split(','))) expect(cell).toMatch(/^(-?\d+(\.\d+)?)?$/);
      }),
      { numRuns: 20 },
    );
  });

  test('[DX2] without a clock the seconds are written, and read back', () => {
    const time = Float64Array.of(0, 0.5, 1.25);
    const samples = {
      time,
      channels: { lat: Float64Array.of(1, 2, NaN), lon: Float64Array.of(3, 4, NaN), power: time },
    };
    const back = readCsv(toCsv({ samples, breaks: [0], clocks: [] }));
    expect([...back.samples.time]).toEqual([0, 0.5, 1.25]);
    expect(back.clocks).toEqual([]);
    expect(back.samples.channels.lat![2]).toBeNaN();
  });
});
