import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const textsIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => ({ name, text: readFileSync(`${folder}/${name}`, 'utf8') }));

test('every rule has a unique id', () => {
  const rules = textsIn('docs/spec').flatMap(({ name, text }) =>
    Array.from(text.matchAll(/^- ([A-Z]+\d+[a-z]?) /gm), ([, id]) => ({ id: id!, name })),
  );
  const twice = rules.filter(({ id }, index) => rules.findIndex((other) => other.id === id) !== index);
  expect(rules.length).toBeGreaterThan(100);
  expect(twice).toEqual([]);
});

test('every decision has its date and its state', () => {
  const decisions = textsIn('docs/decisions');
  const numbers = decisions.map(({ name }) => name.slice(0, 4));
  expect(new Set(numbers).size).toBe(numbers.length);
  for (const { name, text } of decisions) {
    expect(text, name).toMatch(/^# .+\n\nDate: 20\d\d-\d\d-\d\d · State: (accepted|replaced by \d{4})\n/);
    const [, successor] = /State: replaced by (\d{4})/.exec(text) ?? [];
    if (successor !== undefined) expect(numbers, name).toContain(successor);
  }
});
