import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const filesIn = (folder: string, ending: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => `${folder}/${name}`);

const rules = filesIn('docs/spec', /\.md$/).flatMap((file) =>
  Array.from(readFileSync(file, 'utf8').matchAll(/^- ([A-Z]+\d+[a-z]?) /gm), ([, id]) => id!),
);

/** The ids in brackets at the beginning of a title: of a test, or of one of its cases. */
const named = new Map(
  ['src', 'scripts', 'tests']
    .flatMap((folder) => filesIn(folder, folder === 'tests' ? /\.tsx?$/ : /\.test\.tsx?$/))
    .flatMap((file) =>
      Array.from(readFileSync(file, 'utf8').matchAll(/['"`]((?:\[[A-Z]+\d+[a-z]?\] )+)/g), ([, ids]) => ids!)
        .flatMap((ids) => ids.match(/[A-Z]+\d+[a-z]?/g)!)
        .map((id): [string, string] => [id, file]),
    ),
);

test('every rule of docs/spec stands in the title of a test: test it, or take it out', () => {
  expect(rules.length).toBeGreaterThan(700);
  expect(rules.filter((id) => !named.has(id))).toEqual([]);
});

test('no title names a rule that there is not', () => {
  const known = new Set(rules);
  expect([...named].filter(([id]) => !known.has(id))).toEqual([]);
});
