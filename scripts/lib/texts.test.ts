import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listFaults } from './check-texts.mjs';
import { listLanguages, readLanguage } from './language-files.mjs';
import { listTexts, translatePage } from './languages.mjs';
import { fromRoot } from './project.mjs';
import { findNames, findTexts, flatten, hasTexts, readsLikeWords, translate } from './texts.mjs';

const keysIn = (code: string) => flatten(findTexts(code, 'a.tsx')).map(({ key }) => key);
const german: Record<string, string> = {
  'You have {0} for {1}.': 'Für {1} hast du {0}.',
  '{0} credits': '{0} Credits',
  'Finish {0}': 'Ziel {0}',
  Racers: 'Teilnehmer “`${x}`”',
  racer: 'Teilnehmer',
};
const inGerman = (code: string) => translate(code, 'a.tsx', (key) => german[key]);

test('texts are what stands between tags, in labels, and in strings that read like words', () => {
  expect(keysIn('const a = <p title="Your racers">No racers yet.<br />{count} of {total} are in.</p>')).toEqual([
    'Your racers',
    'No racers yet.{0}{1} of {2} are in.',
  ]);
  expect(keysIn('showToast(`${name} finished, ${time}`); const WORDS = { none: "Not placed" };')).toEqual([
    '{0} finished, {1}',
    'Not placed',
  ]);
  expect(keysIn("const a = <p>{isOn ? 'on' : 'off'} {counted(n, 'tap', 'taps')}</p>; word('start')")).toEqual([
    'on',
    'off',
    'tap | taps',
    'start',
  ]);
});

test('[LG11] a word with two meanings has a text for each, and says neither in the page', () => {
  const code = "const a = [word('Place', 'rank'), word('Place')];";
  expect(keysIn(code)).toEqual(['Place [rank]', 'Place']);
  expect(translate(code, 'a.ts', (key) => ({ 'Place [rank]': 'Platz', Place: 'Ort' })[key])).toBe(
    'const a = ["Platz", word("Ort")];',
  );
});

test('[LG12] the forms of a count are one text, and a translation has as many as its language', () => {
  const code = "plural(n, '1 racer added.', `${n} racers added.`); counted(n, 'tap', 'taps');";
  expect(keysIn(code)).toEqual(['1 racer added. | {0} racers added.', 'tap | taps']);
  const polish = { '1 racer added. | {0} racers added.': '{0} dodany. | {0} dodani. | {0} dodanych. | {0} dodanego.' };
  expect(translate(code, 'a.ts', (key) => (polish as Record<string, string>)[key])).toBe(
    "plural(n, `${n} dodany.`, `${n} dodani.`, `${n} dodanych.`, `${n} dodanego.`); counted(n, 'tap', 'taps');",
  );
  expect(keysIn('plural(n, `${name} waits for ${n} tap`, `${n} taps wait for ${name}`)')).toEqual([
    '{0} waits for {1} tap | {1} taps wait for {0}',
  ]);
});

test('a word on a button is a text, though a key has its name', () => {
  expect(
    keysIn("show({ label: 'Delete' }); ask({ confirmLabel: 'Delete' }); if (key === 'Delete') go('Home');"),
  ).toEqual(['Delete', 'Delete']);
});

test('strings of the program are no texts', () => {
  expect(
    keysIn(`
      import a from 'Some Module';
      type Order = 'Date first' | 'Name first';
      const b = <i className="flex items-center gap-2" data-kind="Some kind" />;
      if (key === 'Some key') throw new Error('This is for the log');
      switch (c) { case 'Another key': element.closest('main h1'); }
      addEventListener('Escape', () => log('A command could not be stored'));
      const classes = 'rounded-card border px-4 ' + 'sm:p-8';
    `),
  ).toEqual([]);
});

test('a translation may put what is filled in another order, and what is inside is translated too', () => {
  expect(inGerman('const a = <p>You have <b>{n} credits</b> for {name}.</p>;')).toBe(
    'const a = <p>{"Für "}{name}{" hast du "}<b>{n}{" Credits"}</b>{"."}</p>;',
  );
  expect(inGerman('const a = `Finish ${isOne ? `${n} racers` : word("racer")}`;')).toBe(
    'const a = `Ziel ${isOne ? `${n} racers` : word("Teilnehmer")}`;',
  );
});

test('no translation can end its string, and a text without one stays English', () => {
  const [, text] = /= (.*);/.exec(inGerman('const a = "Racers";'))!;
  expect(JSON.parse(text!)).toBe(german['Racers']);
  expect(inGerman('const a = <p>Nobody has finished yet.</p>;')).toBe('const a = <p>Nobody has finished yet.</p>;');
});

test('the page itself says its language and its direction', () => {
  const language = {
    language: 'x',
    direction: 'rtl' as const,
    offer: '',
    texts: { page: { 'Turn it on': 'An "<b>' } },
  };
  const html = translatePage('<html lang="en"><noscript>Turn it on</noscript>', 'x', language);
  expect(html).toBe('<html lang="x" dir="rtl"><noscript>An &quot;&lt;b></noscript>');
});

const paths = readdirSync(fromRoot('src'), { recursive: true, encoding: 'utf8' })
  .map((path) => `src/${path.replaceAll('\\', '/')}`)
  .filter(hasTexts);
const texts = listTexts();

test.each(listLanguages())('[LG1] %s has every text of the product, and no other', (code) => {
  const { texts: translated } = readLanguage(code);
  const wanted = Array.from(texts, ([folder, keys]) => [folder, [...keys].sort()]);
  // A folder may have a translation of its own for a text that stands in several.
  const isOwn = (folder: string, key: string) => folder !== 'everywhere' && key in (translated['everywhere'] ?? {});
  const known = Object.entries(translated).map(([folder, group]) => [
    folder,
    Object.keys(group)
      .filter((key) => !isOwn(folder, key))
      .sort(),
  ]);
  expect(Object.fromEntries(known), 'npm run texts').toEqual(Object.fromEntries(wanted));
});

test('no text is missing, broken or against the rules of its language: npm run texts -- --check', () => {
  expect(listFaults()).toEqual([]);
});

test('[LG8] no string is both read and compared: the comparison would fail in every other language', () => {
  const read = new Set([...texts.values()].flatMap((keys) => [...keys]));
  const names = new Set(paths.flatMap((path) => findNames(readFileSync(fromRoot(path), 'utf8'), path)));
  expect([...read].filter((key) => readsLikeWords(key) && names.has(key))).toEqual([]);
});
