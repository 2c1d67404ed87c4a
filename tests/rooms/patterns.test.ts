import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTrialProject } from './trial-project.ts';

/** Each pattern takes four times as long for twice the text, or worse. The first was used by the log. */
const SLOW = [
  String.raw`/[^\s@]+@[^\s@]+/g`,
  String.raw`/[. ]+$/`,
  String.raw`/^\s*(Z|UTC)?\s*$/`,
  String.raw`/^(a+)+$/`,
  String.raw`/^(.*?)\s*\(\d*\)\s*$/`,
  String.raw`/<!--.*?-->/`,
  String.raw`/hero ?11.*mini/i`,
  String.raw`/"(?:[^"\\]|\\.)*"/g`,
  String.raw`/(?:ab)+c/`,
  String.raw`new RegExp(String(1))`,
  String.raw`RegExp('a+b')`,
];

const LINEAR = [
  String.raw`/^[^\s@]+@[^\s@]+$/`,
  String.raw`/[^\s@]{1,64}@[^\s@]{1,255}/g`,
  String.raw`/\s+/g`,
  String.raw`/"[^"]*"/g`,
  String.raw`/\.[^.]+$/`,
  String.raw`/^\d{4}-\d\d-\d\d$/`,
  String.raw`/\b(?:sk|pk)_\S+/g`,
  String.raw`/[\0\p{Surrogate}]/u`,
];

const fileOf = (kind: string, index: number): string => `src/server/${kind}-${index}.ts`;

describe('patterns', () => {
  const project = createTrialProject();
  let lint: Map<string, string[]>;

  beforeAll(() => {
    for (const [index, pattern] of SLOW.entries()) {
      project.write(fileOf('slow', index), `export const pattern = ${pattern};`);
      project.write(fileOf('slow', index).replace('.ts', '.test.ts'), `export const pattern = ${pattern};`);
    }
    for (const [index, pattern] of LINEAR.entries()) {
      project.write(fileOf('linear', index), `export const pattern = ${pattern};`);
    }
    lint = project.lint();
  });
  afterAll(() => project.remove());

  it.each(SLOW.map((pattern, index) => [pattern, index] as const))('%s is refused', (_, index) => {
    expect(lint.get(fileOf('slow', index))).toEqual([expect.stringContaining('patterns(linear): ')]);
  });

  it.each(LINEAR.map((pattern, index) => [pattern, index] as const))('%s is allowed', (_, index) => {
    expect(lint.get(fileOf('linear', index))).toBeUndefined();
  });

  it('a test may use any pattern', () => {
    expect([...lint.keys()].filter((file) => file.endsWith('.test.ts'))).toEqual([]);
  });
});
