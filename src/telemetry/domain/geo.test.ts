import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bearing, distanceBetween, placeFrom, planeAround } from './geo.ts';

describe('places on the earth', () => {
  test('[DG1] distances agree with those of other tools, near and far', () => {
    // A degree of latitude; Zurich to New York; two sides of the date line; pole to pole.
    expect(distanceBetween(0, 0, 1, 0)).toBeCloseTo(111_195.08, 1);
    expect(distanceBetween(47.3769, 8.5417, 40.7128, -74.006) / 1000).toBeCloseTo(6_324, -1);
    expect(distanceBetween(0, 179.9999, 0, -179.9999)).toBeCloseTo(22.239, 2);
    expect(distanceBetween(90, 0, -90, 0) / 1000).toBeCloseTo(20_015.1, 0);
    expect(distanceBetween(47, 8, 47, 8)).toBe(0);
  });

  test('[DG1] the quick way for short steps differs from the ball by less than a millimetre in a kilometre', () => {
    const ball = (aLat: number, aLon: number, bLat: number, bLon: number) => {
      const [p, q, l] = [aLat, bLat, bLon - aLon].map((degrees) => (degrees * Math.PI) / 180) as [
        number,
        number,
        number,
      ];
      const half = Math.sin((q - p) / 2) ** 2 + Math.cos(p) * Math.cos(q) * Math.sin(l / 2) ** 2;
      return 2 * 6_371_008.8 * Math.asin(Math.sqrt(half));
    };
    const lat = fc.double({ min: -79, max: 79, noNaN: true });
    const step = fc.double({ min: -0.02, max: 0.02, noNaN: true });
    fc.assert(
      fc.property(lat, step, step, (at, north, east) => {
        const exact = ball(at, 8, at + north, 8 + east);
        expect(Math.abs(distanceBetween(at, 8, at + north, 8 + east) - exact)).toBeLessThanOrEqual(1e-5 + exact * 1e-6);
      }),
    );
  });

  test('[DG1] bearings run clockwise from north, across the date line too', () => {
    expect(bearing(0, 0, 1, 0)).toBeCloseTo(0, 9);
    expect(bearing(0, 0, 0, 1)).toBeCloseTo(90, 9);
    expect(bearing(1, 0, 0, 0)).toBeCloseTo(180, 9);
    expect(bearing(0, 179.9, 0, -179.9)).toBeCloseTo(90, 9);
  });

  test('[DG1] a step in a direction and the plane around a place lead there and back', () => {
    const [lat, lon] = placeFrom(47.4, 8.5, 60, 500);
    expect(distanceBetween(47.4, 8.5, lat, lon)).toBeCloseTo(500, 1);
    expect(bearing(47.4, 8.5, lat, lon)).toBeCloseTo(60, 1);
    const plane = planeAround(0, 179.999);
    expect(plane.x(-179.999)).toBeCloseTo(222.39, 1);
    expect(plane.lon(plane.x(-179.999))).toBeCloseTo(-179.999, 9);
  });
});
