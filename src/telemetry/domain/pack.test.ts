import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Channel, CHANNEL_NAMES, CHANNELS } from './channels.ts';
import { checkPacked, pack, unpack } from './pack.ts';
import type { Samples } from './recording.ts';
import { MAX_SAMPLES } from '../../domain/limits.ts';

const samples: fc.Arbitrary<Samples> = fc
  .tuple(fc.integer({ min: 0, max: 20 }), fc.subarray([...CHANNEL_NAMES]))
  .chain(([count, names]) => {
    const column = (name: Channel) => {
      const plausible = fc.double({ min: CHANNELS[name].least, max: CHANNELS[name].most, noNaN: true });
      return fc.array(fc.oneof({ weight: 4, arbitrary: plausible }, fc.constant(NaN)), {
        minLength: count,
        maxLength: count,
      });
    };
    const times = fc.array(fc.double({ min: 0, max: 200_000, noNaN: true }), { minLength: count, maxLength: count });
    return fc.tuple(times, fc.tuple(...names.map(column))).map(([time, columns]) => ({
      time: Float64Array.from(time).sort(),
      channels: Object.fromEntries(names.map((name, at) => [name, Float64Array.from(columns[at]!)])),
    }));
  });

const two: Samples = {
  time: Float64Array.of(0, 1.5),
  channels: { lat: Float64Array.of(47, 47.1), heartRate: Float64Array.of(NaN, 120) },
};

function error(bytes: Uint8Array) {
  const result = unpack(bytes);
  return result.ok ? null : result.error;
}

/** The same bytes with another head of the same length. */
function reworded(from: string, to: string): Uint8Array {
  const bytes = pack(two);
  const text = String.fromCharCode(...bytes);
  const at = text.indexOf(from);
  for (let index = 0; index < to.length; index += 1) bytes[at + index] = to.charCodeAt(index);
  return bytes;
}

describe('packed samples', () => {
  test('[DQ1] a tour of weeks keeps its times to the hundredth', () => {
    const time = Float64Array.of(0, 215_000.25, 3_000_000.5);
    const result = unpack(pack({ time, channels: {} }));
    expect(result.ok && [...result.value.time]).toEqual([...time]);
  });

  test('[DQ1] come out as they went in, within the step in which each is kept, and nothing stays nothing', () => {
    fc.assert(
      fc.property(samples, (given) => {
        const result = unpack(pack(given));
        if (!result.ok) throw new Error(result.error);
        expect(Object.keys(result.value.channels).sort()).toEqual(Object.keys(given.channels).sort());
        given.time.forEach((time, at) =>
          expect(Math.abs(result.value.time[at]! - time)).toBeLessThanOrEqual(0.000_051),
        );
        for (const name of Object.keys(given.channels) as Channel[]) {
          given.channels[name]!.forEach((value, at) => {
            const found = result.value.channels[name]![at]!;
            if (Number.isNaN(value)) expect(found).toBeNaN();
            else expect(Math.abs(found - value)).toBeLessThanOrEqual(CHANNELS[name].step * 0.501);
          });
        }
      }),
      { numRuns: 40 },
    );
  });

  test('[DQ1] packing what was unpacked changes nothing any more', () => {
    fc.assert(
      fc.property(samples, (given) => {
        const once = pack(given);
        const result = unpack(once);
        expect(result.ok && pack(result.value)).toEqual(once);
      }),
      { numRuns: 40 },
    );
  });

  test('[DQ1] are read from the middle of a larger buffer too', () => {
    const packed = pack(two);
    const larger = new Uint8Array(packed.length + 7);
    larger.set(packed, 3);
    const result = unpack(larger.subarray(3, 3 + packed.length));
    expect(result.ok && [...result.value.time]).toEqual([0, 1.5]);
  });

  test('[U9] what is not packed, cut or lengthened is refused', () => {
    expect(error(new Uint8Array(0))).toBe('not-packed');
    expect(error(Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9))).toBe('not-packed');
    const packed = pack(two);
    expect(error(packed.subarray(0, -1))).toBe('length-wrong');
    expect(error(packed.subarray(0, 20))).toBe('not-packed');
    expect(error(Uint8Array.of(...packed, 0))).toBe('length-wrong');
    expect(error(reworded('"count":2', '"count":9'))).toBe('length-wrong');
    expect(error(reworded('"count":2', '"count":-'))).toBe('not-packed');
  });

  test('[U9] columns that nobody knows, that come twice or without a time are refused', () => {
    expect(error(reworded('"lat"', '"lot"'))).toBe('not-packed');
    expect(error(reworded('"time"', '"lean"'))).toBe('not-packed');
    expect(error(pack({ ...two, channels: { ...two.channels, lon: two.time } }))).toBeNull();
    const twice = pack({ ...two, channels: { lat: two.time, lon: two.time } });
    const at = String.fromCharCode(...twice).indexOf('"lon"');
    twice.set(
      [...'"lat"'].map((sign) => sign.charCodeAt(0)),
      at,
    );
    expect(error(twice)).toBe('not-packed');
  });

  test('[U9] values out of bounds and times that go back are refused', () => {
    expect(error(pack({ time: two.time, channels: { lat: Float64Array.of(47, 90.1) } }))).toBe('out-of-bounds');
    expect(error(pack({ time: two.time, channels: { heartRate: Float64Array.of(-1, 90) } }))).toBe('out-of-bounds');
    expect(error(pack({ time: Float64Array.of(2, 1), channels: {} }))).toBe('out-of-bounds');
    expect(error(pack({ time: Float64Array.of(-1, 1), channels: {} }))).toBe('out-of-bounds');
    expect(error(pack({ time: Float64Array.of(2, NaN, 1), channels: {} }))).toBe('out-of-bounds');
  });

  test('[U9] too many samples are refused before any is looked at', () => {
    const many = pack({ time: new Float64Array(MAX_SAMPLES + 1), channels: {} });
    expect(error(many)).toBe('too-many-samples');
    expect(checkPacked(pack({ time: new Float64Array(MAX_SAMPLES), channels: {} })).ok).toBe(true);
  });

  test('[U9] any bytes at all are answered', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void unpack(bytes)));
    const packed = pack(two);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: packed.length - 1 }), fc.integer({ min: 0, max: 255 }), (at, byte) => {
        const result = unpack(packed.with(at, byte));
        if (result.ok) expect(result.value.time.length).toBeLessThanOrEqual(20);
      }),
    );
  });
});
