import { describe, expect, test } from 'vitest';
import { createCrossingDetector } from '../../src/domain/camera/crossings.ts';
import { KINDS } from './films.ts';
import { measureFilm } from './measure-film.ts';
import { measureTwist, PHONES } from './measure-twist.ts';
import { renderFilm } from './strips.ts';

const film = (name: string, more = {}) => ({
  ...KINDS.find((kind) => kind.name === name)!,
  fps: 30,
  seed: 12,
  crossings: 3,
  gaps: [2, 3] as const,
  ...more,
});
const largest = (errors: readonly number[]) => Math.max(...errors.map(Math.abs));

describe('films of riders whose truth is known', () => {
  const plain = measureFilm(film('plain', { crossings: 6 }));

  test('[EYE1] every rider of a plain film is found, within 10 ms, and nobody else', () => {
    const { found, falseMarks, errors } = plain;
    expect({ found, falseMarks }).toEqual({ found: 6, falseMarks: 0 });
    expect(largest(errors)).toBeLessThan(10);
  });

  test('[EYE1] the second of two riders is found behind the first', () => {
    const { found, falseMarks, errors } = measureFilm(film('close behind', { tail: 1, crossings: 4 }));
    expect({ found, falseMarks }).toEqual({ found: 4, falseMarks: 0 });
    expect(largest(errors)).toBeLessThan(10);
  });

  test('[EYE2] a cloud crosses no line', () => {
    const { found, falseMarks } = measureFilm(film('clouds'));
    expect({ found, falseMarks }).toEqual({ found: 3, falseMarks: 0 });
  });

  test('[EYE5] a cursor on the first frame of a rider is wrong by half an interval at most', () => {
    const { cursorErrors } = plain;
    expect(cursorErrors).toHaveLength(6);
    expect(largest(cursorErrors)).toBeLessThanOrEqual(500 / 30 + 1);
  });

  test.each([
    ['dusk', true],
    ['plain', false],
  ])('[EYE7] whether a picture is grainy is seen: %s', (name, isNoisy) => {
    const { draw } = renderFilm(film(name));
    const detector = createCrossingDetector();
    for (let number = 0; number < 60; number += 1) detector.push(draw(number), (number * 1000) / 30);
    expect(detector.isNoisy()).toBe(isNoisy);
  });

  test('[EYE6] light rain makes false marks, and the switch for bad weather takes them away', () => {
    const rain = film('light rain');
    expect(measureFilm(rain).falseMarks).toBeGreaterThan(0);
    const { found, falseMarks } = measureFilm(rain, true);
    expect({ found, falseMarks }).toEqual({ found: 3, falseMarks: 0 });
  });
});

describe('a phone that is twisted', () => {
  test.each([
    { ...PHONES[0]!, most: 5 },
    { ...PHONES[1]!, most: 10 },
  ])('[EYE4] $name: its lag is found within $most ms', ({ most, ...phone }) => {
    for (const seed of [1, 2]) {
      const { error } = measureTwist(phone, seed);
      expect(error).toBeDefined();
      expect(Math.abs(error!)).toBeLessThan(most);
    }
  });

  test('[EYE4] a gyroscope that says something else is no calibration', () => {
    const { error } = measureTwist({ ...PHONES[0]!, readingsMs: 120 }, 4);
    expect(error).toBeUndefined();
  });
});
