import { expect, test } from 'vitest';
import { countHooks, findCircles, mutualPairs, type Source } from './source-map.mjs';

const sourcesOf = (imports: Readonly<Record<string, readonly string[]>>): Map<string, Source> =>
  new Map(Object.entries(imports).map(([file, to]) => [file, { file, lines: 1, text: '', imports: to, late: [] }]));

test('a circle of files is found over any number of steps, and a chain is none', () => {
  const chain = { 'a/one.ts': ['b/two.ts'], 'b/two.ts': ['c/three.ts'], 'c/three.ts': [] };
  expect(findCircles(sourcesOf(chain))).toEqual([]);
  const circle = { ...chain, 'c/three.ts': ['a/one.ts'] };
  expect(findCircles(sourcesOf(circle))).toEqual([['a/one.ts', 'b/two.ts', 'c/three.ts']]);
});

test('two folders import each other also where no two of their files do', () => {
  const sources = sourcesOf({ 'a/one.ts': ['b/two.ts'], 'b/two.ts': [], 'b/three.ts': ['a/four.ts'], 'a/four.ts': [] });
  expect(mutualPairs(sources, (file) => file.split('/')[0]!)).toEqual([['a', 'b']]);
  expect(findCircles(sources)).toEqual([]);
});

test('calls of hooks are counted, and what a hook is called where it is made is not', () => {
  const text = 'function useTap() {}\nconst tap = useTap();\nconst [id] = useState<string | null>(null);\nuser(tap);';
  expect(countHooks({ file: 'a.tsx', lines: 4, text, imports: [], late: [] })).toBe(2);
});
