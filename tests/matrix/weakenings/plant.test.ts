import { expect, test } from 'vitest';
import { inFull } from '../../support/in-full.ts';
import { findPlace, plant, readSources, rename, type Sources } from './plant.ts';
import { readTokens } from './tokens.ts';
import type { Edit } from './weakening.ts';
import { weakenings } from './weakenings.ts';

const sources = readSources();
const edits: readonly Edit[] = weakenings.flatMap((weakening) => [weakening, weakening.again ?? []].flat());

const GUARD = `export function mayOpen(actor: Actor, door: Door): boolean {
  const key = door.keys.find((each) => each.of === actor.id);
  if (key === undefined || key.isLost) return refuse('no-key');
  return true;
}
export const table = { open: ['owner'], close: ['owner', 'admin'] };
`;
const edit = {
  guard: 'mayOpen',
  find: "if (key === undefined || key.isLost) return refuse('no-key');",
  replace: 'if (key === undefined) return key;',
};
const planted = (code: string, one: Edit = edit) =>
  plant({ name: '', cells: [], ...one }, new Map([['a.ts', code]])).get('a.ts');

test('[M9] every check with a planted weakening is found exactly once', () => {
  const lost = weakenings.flatMap((weakening) => {
    try {
      const changed = plant(weakening, sources);
      return [...changed].some(([file, code]) => code === sources.get(file)) ? [`${weakening.name}: no change`] : [];
    } catch (error) {
      return [`${weakening.name}: ${(error as Error).message}`];
    }
  });
  expect(lost).toEqual([]);
  expect(weakenings.length).toBeGreaterThanOrEqual(151);
});

test('the file of a check and its layout may change', () => {
  const moved = `// mayOpen was in another file.
export function mayOpen(actor: Actor, door: Door): boolean {
  const key = door.keys.find((each) => each.of === actor.id);
  if (
    key === undefined || // lost keys open nothing
    key.isLost
  )
    return refuse("no-key",);
  return true;
}`;
  expect(planted(moved)).toContain('if (key === undefined) return key;\n  return true;');
});

test('a local variable may be renamed, and the planted code uses the new name', () => {
  const renamed = GUARD.replaceAll('key ', 'found ').replaceAll('key.', 'found.');
  expect(planted(renamed)).toContain('if (found === undefined) return found;');
});

test('the last of a list is found without its comma', () => {
  const one = { guard: 'table', find: "close: ['owner', 'admin'],", replace: 'close: [],' };
  expect(planted(GUARD, one)).toContain("{ open: ['owner'], close: [], }");
});

test('an ellipsis stands for anything in the same brackets, and stays', () => {
  const one = { guard: 'table', find: "{ … close: ['owner',", replace: '{ … close: [' };
  expect(planted(GUARD, one)).toContain("{ open: ['owner'], close: [ 'admin'] }");
  expect(() => planted(GUARD, { ...one, find: "open: [ … 'admin'" })).toThrow('0 places');
});

test.each([
  ['the check is gone', GUARD.replace(' || key.isLost', ''), '0 places'],
  ['another property is asked', GUARD.replace('key.isLost', 'key.isNew'), '0 places'],
  ['another function is called', GUARD.replace('refuse(', 'allow('), '0 places'],
  ['two variables take the part of one', GUARD.replace('|| key.isLost', '|| door.isLost'), '0 places'],
  ['it stands there twice', GUARD.replace('  return true;', `  ${edit.find}\n  return true;`), '2 places'],
  ['the guard has another name', GUARD.replace('mayOpen', 'mayEnter'), 'Nothing is called mayOpen'],
])('it is said when %s', (_, code, words) => {
  expect(() => planted(code)).toThrow(words);
});

test('every check is found when its words are laid out anew', () => {
  const spread: Sources = new Map([...sources].map(([file, code]) => [file, layOutAnew(code)]));
  for (const each of edits) expect(() => findPlace(each, spread), each.find).not.toThrow();
});

test('a check is found when a local variable of it is renamed', () => {
  let renamed = 0;
  for (const each of edits) {
    const place = findPlace(each, sources);
    const code = sources.get(place.file)!;
    for (const name of inFull(place.locals, place.locals.slice(0, 1))) {
      const { start, end } = place.declaration;
      const guard = rename(code.slice(start, end), new Map([[name, `${name}Renamed`]]));
      const changed = new Map([[place.file, code.slice(0, start) + guard + code.slice(end)]]);
      expect(() => findPlace(each, changed), `${name} in: ${each.find}`).not.toThrow();
      renamed += 1;
    }
  }
  expect(renamed).toBeGreaterThan(100);
});

/** Puts each comma, brace and bracket on a line of its own, as a formatter with narrow lines would. */
function layOutAnew(code: string): string {
  let written = '';
  let at = 0;
  for (const { text, start, end } of readTokens(code)) {
    written += code.slice(at, start) + code.slice(start, end);
    if ([',', '{', '(', '[', ';'].includes(text)) written += '\n';
    at = end;
  }
  return written + code.slice(at);
}
