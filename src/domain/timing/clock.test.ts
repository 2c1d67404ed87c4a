import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ClockObservation, combineBurst, haveClocksParted, observeExchange, type Reading } from './clock.ts';
import { placeReading, UNMEASURED } from './place-reading.ts';
import { inFull } from '../../../tests/support/in-full.ts';

/** A device whose wall clock is wrong by `wrong` ms and runs too fast by `drift`, loaded at common time 0. */
function device({ wrong = 0, drift = 0, origin = 1 } = {}) {
  const slept = { ms: 0 };
  return {
    slept,
    at: (common: number): Reading => ({
      wall: common * (1 + drift) + wrong,
      monotonic: (common - slept.ms) * (1 + drift),
      origin,
    }),
  };
}

const observed = (reading: Reading, common: number, uncertainty = 4): ClockObservation => ({
  reading,
  common,
  uncertainty,
});

describe('the common clock', () => {
  test('[K1] four timestamps give the offset and half the round trip, whatever the server took to think', () => {
    const phone = device({ wrong: -7_200_000 });
    const observation = observeExchange({
      sent: phone.at(1000),
      serverReceived: 1020,
      serverSent: 1520,
      received: phone.at(1540),
    });
    expect(observation).toMatchObject({ common: 1540, uncertainty: 20 });
  });

  test('[K1] the exchanges of a burst are one observation, shorter than the quickest of them', () => {
    const phone = device({ wrong: 50_000 });
    const exchange = (at: number, there: number, back: number) =>
      observeExchange({
        sent: phone.at(at),
        serverReceived: at + there,
        serverSent: at + there,
        received: phone.at(at + there + back),
      });
    const burst = [exchange(1000, 5, 60), exchange(2000, 80, 8), exchange(3000, 30, 30)];
    const combined = combineBurst(burst)!;
    expect(combined.reading).toBe(burst[2]!.reading);
    expect(combined.uncertainty).toBeLessThan(7);
    expect(Math.abs(combined.common - 3060)).toBeLessThanOrEqual(combined.uncertainty);
    expect(combineBurst([])).toBeUndefined();
  });

  // Half of the uncertainty: neither way of an exchange takes more than three times as long as the other.
  test('[K3] with both ends known, a tap is placed within the uncertainty, however wrong and fast the clock', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -86_400_000, max: 86_400_000 }),
        fc.double({ min: -80e-6, max: 80e-6, noNaN: true }),
        fc.integer({ min: 1, max: 7_200_000 }),
        fc.integer({ min: 1, max: 7_200_000 }),
        fc.integer({ min: -10, max: 10 }),
        fc.integer({ min: -10, max: 10 }),
        (wrong, drift, first, second, errorBefore, errorAfter) => {
          const phone = device({ wrong, drift });
          const [tap, end] = [1000 + first, 1000 + first + second];
          const placed = placeReading(phone.at(tap), [
            observed(phone.at(1000), 1000 + errorBefore, 20),
            observed(phone.at(end), end + errorAfter, 20),
          ]);
          expect(Math.abs(placed.at - tap)).toBeLessThanOrEqual(placed.uncertainty + 1);
        },
      ),
    );
  });

  test('an hour between two observations adds the change of the drift to the uncertainty, not the drift', () => {
    const phone = device({ drift: 50e-6 });
    const [start, end] = [60_000, 3_660_000];
    const placed = placeReading(phone.at(1_860_000), [observed(phone.at(start), start), observed(phone.at(end), end)]);
    expect(Math.abs(placed.at - 1_860_000)).toBeLessThanOrEqual(1);
    expect(placed.uncertainty).toBeLessThan(10);
  });

  test('[K3] a drift that was measured is taken along where the observations end, through sleep and a new page load', () => {
    const drift = 50e-6;
    const [first, second] = [device({ drift, origin: 1 }), device({ drift, origin: 2, wrong: 20_000 })];
    const known = [60_000, 400_000, 1_000_000].map((at) => observed(first.at(at), at));
    const beyond = placeReading(first.at(3_000_000), known);
    expect(Math.abs(beyond.at - 3_000_000)).toBeLessThanOrEqual(beyond.uncertainty);
    expect(beyond.uncertainty).toBeLessThan(25);
    expect(placeReading(first.at(3_000_000), known.slice(0, 1)).uncertainty).toBeGreaterThan(250);
    const anew = placeReading(second.at(4_000_000), [...known, observed(second.at(5_000_000), 5_000_000)]);
    expect(Math.abs(anew.at - 4_000_000)).toBeLessThanOrEqual(anew.uncertainty);
    expect(anew.uncertainty).toBeLessThan(25);
  });

  test('an observation that contradicts the more exact ones makes the uncertainty larger', () => {
    const phone = device();
    const steady = [10_000, 70_000, 190_000].map((at) => observed(phone.at(at), at));
    const odd = observed(phone.at(400_000), 400_035, 6);
    const placed = placeReading(phone.at(200_000), [odd, ...steady]);
    expect(Math.abs(placed.at - 200_000)).toBeLessThanOrEqual(placed.uncertainty);
    expect(placed.uncertainty).toBeGreaterThan(placeReading(phone.at(200_000), steady).uncertainty + 5);
  });

  test('[K3] a phone that slept is placed by its wall clock', () => {
    const phone = device({ wrong: 5000 });
    const before = observed(phone.at(1000), 1000);
    phone.slept.ms = 60_000;
    const tap = phone.at(100_000);
    const after = observed(phone.at(200_000), 200_000);
    expect(haveClocksParted(before.reading, tap)).toBe(true);
    const placed = placeReading(tap, [before, after]);
    expect(Math.abs(placed.at - 100_000)).toBeLessThanOrEqual(20);
    expect(placed.uncertainty).toBeLessThan(100);
  });

  test('a wall clock that was set by hand is not followed', () => {
    const phone = device();
    const before = observed(phone.at(1000), 1000);
    const jumped = (common: number): Reading => ({ ...phone.at(common), wall: common + 3_600_000 });
    const placed = placeReading(jumped(50_000), [before, observed(jumped(90_000), 90_000)]);
    expect(placed.at).toBe(50_000);
  });

  test('[K3] where the clocks part and only one end is known, the doubt covers both', () => {
    const phone = device();
    const before = observed(phone.at(1000), 1000);
    phone.slept.ms = 40_000;
    const placed = placeReading(phone.at(60_000), [before]);
    expect(Math.abs(placed.at - 60_000)).toBeLessThanOrEqual(placed.uncertainty);
    expect(placed.uncertainty).toBeGreaterThanOrEqual(20_000);
  });

  test('a good observation nearby is not spoiled by a bad one far away', () => {
    const phone = device();
    const before = observed(phone.at(1000), 1000);
    phone.slept.ms = 1_800_000;
    const stepped = (common: number): Reading => ({ ...phone.at(common), wall: common + 2000 });
    const placed = placeReading(stepped(1_900_000), [before, observed(stepped(1_930_000), 1_930_000)]);
    expect(Math.abs(placed.at - 1_900_000)).toBeLessThanOrEqual(placed.uncertainty);
    expect(placed.uncertainty).toBeLessThan(50);
  });

  test('after a reload the wall clock links the two page loads', () => {
    const [first, second] = [device({ wrong: 300_000, origin: 1 }), device({ wrong: 300_000, origin: 2 })];
    const placed = placeReading(first.at(5000), [
      observed(first.at(1000), 1000),
      observed(second.at(600_000), 600_000),
    ]);
    expect(Math.abs(placed.at - 5000)).toBeLessThanOrEqual(2);
  });

  test('a tap between a wall clock that was set and a sleep is within its uncertainty, in whatever order they come', () => {
    const gap = fc.constantFrom('before the tap', 'after it');
    // Less than two seconds between observations that are 100 minutes apart can be the drift of a crystal.
    const some = fc.oneof(fc.constant(0), fc.integer({ min: 2_000, max: 2_900_000 }));
    fc.assert(
      fc.property(
        fc.oneof(
          some,
          some.map((ms) => -ms),
        ),
        some,
        fc.record({ set: gap, sleep: gap }),
        fc.record({ first: fc.boolean(), last: fc.boolean() }),
        fc.double({ min: -80e-6, max: 80e-6, noNaN: true }),
        (set, sleep, gaps, isOwn, drift) => {
          // A sleep that is exactly as long as the clock was set back cannot be seen.
          fc.pre(gaps.set !== gaps.sleep || Math.abs(set + sleep) > 1_000);
          const [first, tap, last] = [10_000, 3_000_000, 6_000_000];
          const read = (common: number, isSameLoad: boolean): Reading => {
            const isPast = (when: string) => common === last || (common === tap && when === 'before the tap');
            const monotonic = (common - (isPast(gaps.sleep) ? sleep : 0)) * (1 + drift);
            const wall = common * (1 + drift) + (isPast(gaps.set) ? set : 0);
            return isSameLoad
              ? { wall, monotonic, origin: 1 }
              : { wall, monotonic: common === last ? 500 : 9_000, origin: common };
          };
          const placed = placeReading(read(tap, true), [
            observed(read(first, isOwn.first), first, 20),
            observed(read(last, isOwn.last), last, 20),
          ]);
          expect(Math.abs(placed.at - tap)).toBeLessThanOrEqual(placed.uncertainty + 1);
        },
      ),
      { numRuns: inFull(2_000, 500) },
    );
  });

  test('[K3] with nothing to go by, the device is believed and the doubt is said', () => {
    expect(placeReading({ wall: 1234, monotonic: 5, origin: 1 }, [])).toEqual({ at: 1234, uncertainty: UNMEASURED });
  });

  test('a wall clock that was set between two other page loads leaves a tap in doubt by as much', () => {
    const [first, second, third] = [device({ origin: 1 }), device({ origin: 2 }), device({ origin: 3, wrong: -8_000 })];
    const placed = placeReading(second.at(9000), [observed(first.at(1000), 1000), observed(third.at(15_000), 15_000)]);
    expect(Math.abs(placed.at - 9000)).toBeLessThanOrEqual(placed.uncertainty);
  });

  test.each([8_000, -8_000])(
    'a wall clock that was set (by %i ms) between two page loads moves no tap of the first',
    (set) => {
      const before = device({ origin: 1 });
      const after = device({ origin: 2, wrong: set });
      const observations = [
        observed(before.at(1000), 1000),
        observed(after.at(10_000), 10_000),
        observed(after.at(40_000), 40_000),
      ];
      const placed = placeReading(before.at(6000), observations);
      expect(Math.abs(placed.at - 6000)).toBeLessThanOrEqual(placed.uncertainty);
      expect(placed.uncertainty).toBeLessThan(20);
    },
  );
});
