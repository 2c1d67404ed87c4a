import { expect, test } from 'vitest';
import { courseOf, type Passage, projectOnto } from './course.ts';

const count = 4_000;
/** A ride northwards on its own line, a point each five metres. */
const passage = (x: number): Passage => {
  const time = Float64Array.from({ length: count }, (_, at) => at);
  return { time, lat: time, lon: time, x: time.map(() => x), y: time.map((at) => at * 5), speed: null };
};

test('[DK11] a ride that leaves the course for hours is not held against each part of it', () => {
  const course = courseOf(passage(0));
  let reads = 0;
  const counted = new Proxy(course.x, {
    get: (values, key) => {
      reads += 1;
      return Reflect.get(values, key, values) as unknown;
    },
  });
  const beside = projectOnto({ ...course, x: counted }, passage(500));
  expect(beside.near).toBe(0);
  expect(reads).toBeLessThan(count * 10);

  const on = projectOnto(course, passage(20));
  expect(on.near).toBe(1);
  expect(on.along[2_000]).toBeCloseTo(10_000, 6);
});
