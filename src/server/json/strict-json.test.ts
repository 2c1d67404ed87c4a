import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ok, refuse } from '../../domain/result.ts';
import { MAX_ENTRIES_PER_COMMAND, MAX_GROUPS, MAX_OBSERVATIONS } from '../../protocol/limits.ts';
import { MOST_IN_COMMANDS, parseStrictJson } from './strict-json.ts';

const INVALID = refuse('invalid-json');

test('whatever JSON.stringify writes is read back', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      expect(parseStrictJson(text)).toEqual(ok(JSON.parse(text)));
    }),
  );
});

test('a key that stands twice in one object is refused at any depth', () => {
  fc.assert(
    fc.property(fc.string(), fc.jsonValue(), (key, value) => {
      const pair = `${JSON.stringify(key)} : ${JSON.stringify(value)}`;
      expect(parseStrictJson(`{${pair},${pair}}`)).toEqual(INVALID);
      expect(parseStrictJson(`[{"deep":[{${pair}},{${pair},"more":1,${pair}}]}]`)).toEqual(INVALID);
    }),
  );
});

test('as deep as 64 is read, deeper is not', () => {
  const nested = (depth: number) => `${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`;
  expect(parseStrictJson(nested(64)).ok).toBe(true);
  expect(parseStrictJson(`[${nested(64)}]`)).toEqual(INVALID);
  expect(parseStrictJson(nested(100_000))).toEqual(INVALID);
});

test('the same key in two objects, and a string that looks like a key, are fine', () => {
  expect(parseStrictJson('[{"a":1},{"a":{"a":2}}]').ok).toBe(true);
  expect(parseStrictJson('{"a":"\\"a\\":1,{","b":"\\"a\\":"}').ok).toBe(true);
});

test('a string ends at the first quote that is not escaped, however many backslashes stand before it', () => {
  for (const text of [String.raw`{"a\\":"\\\"]]]","b":"\\\\"}`, String.raw`["\\","[","\"{"]`]) {
    expect(parseStrictJson(text)).toEqual(ok(JSON.parse(text)));
  }
  for (const text of ['"', '["a', String.raw`["\"]`]) expect(parseStrictJson(text)).toEqual(INVALID);
});

test('the largest command fits into a request of commands, with all that a device sends beside it', () => {
  const details = { born: 1980, gender: 'F', class: 'a', club: 'b', team: 'c', category: 'd' };
  const racer = { racerId: '', name: '', groups: Array(MAX_GROUPS).fill('g'), bib: '1', rehearsal: true, details };
  const captured = { wall: 1, monotonic: 1, origin: 1 };
  const command = { type: '', id: '', eventId: '', deviceId: '', captured };
  const keys = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`event ${index}`, 'key']));
  const body = {
    protocol: 2,
    schema: 5,
    userId: '',
    commands: [{ ...command, racers: Array(MAX_ENTRIES_PER_COMMAND).fill(racer) }],
    observations: Array(MAX_OBSERVATIONS).fill({ reading: captured, common: 1, uncertainty: 1 }),
    keys,
  };
  expect(parseStrictJson(JSON.stringify(body), MOST_IN_COMMANDS).ok).toBe(true);
  const twice = { ...body, commands: [...body.commands, ...body.commands] };
  expect(parseStrictJson(JSON.stringify(twice), MOST_IN_COMMANDS)).toEqual(refuse('payload-too-large'));
});

const MEGABYTE = 1024 * 1024;
const filled = (part: string): string => part.repeat(MEGABYTE / part.length);
const objects = Array.from({ length: 80_000 }, (_, index) => `{"a${index}":1}`).join();

/** Texts that took from 70 to 700 ms to parse. */
const WORST = {
  'a bracket in a bracket': '['.repeat(MEGABYTE),
  'objects in objects': filled('{"a":'),
  'empty objects': `[${filled('{},')}{}]`,
  'objects of all shapes': `[${objects}]`,
  'keys of one object': `{${objects.replaceAll(/[{}]/g, '')}}`,
  numbers: `[${filled('0,')}0]`,
  'empty strings': `[${filled('"",')}""]`,
  'escaped quotes': `"${filled(String.raw`\"`)}`,
};

function processorTime(work: () => void): number {
  const before = process.cpuUsage();
  for (let round = 0; round < 5; round += 1) work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

test.each(Object.entries(WORST))(
  'a megabyte of %s is refused for less than ten times what a plain megabyte costs',
  (_, text) => {
    const plain = JSON.stringify(filled('a plain text in a body that is as long, "quoted" '));
    parseStrictJson(plain);
    expect(parseStrictJson(text).ok).toBe(false);
    expect(processorTime(() => parseStrictJson(text))).toBeLessThan(10 * processorTime(() => parseStrictJson(plain)));
  },
);
