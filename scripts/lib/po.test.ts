import { expect, test } from 'vitest';
import { type Language, listLanguages, readLanguage } from './language-files.mjs';
import { mergePo, readPo, writePo } from './po.mjs';

const german: Language = {
  language: 'Deutsch',
  direction: 'ltr',
  offer: '',
  texts: {
    everywhere: { 'Place [rank]': 'Platz', 'racer | racers': 'Teilnehmer | Teilnehmer', Dismiss: 'Verwerfen' },
    'client/ui': { Dismiss: 'Schließen', racer: 'Teilnehmer', 'Say “{0}” to\n{1}': 'Sag “{0}” zu\n{1}' },
  },
};
const tell = () => ({ places: ['src/client/ui/toast.tsx:12'], pictures: ['docs/guide/images/start.webp'] });
const po = writePo('de', german, tell);
const merge = (file: string) => mergePo(file, ['de'], () => german);

test('[LG13] an entry says its meaning, its place in the product and a picture of it', () => {
  expect(po).toContain(
    '#. everywhere\n#. picture: docs/guide/images/start.webp\n#: src/client/ui/toast.tsx:12\nmsgctxt "rank"\nmsgid "Place"\nmsgstr "Platz"',
  );
  expect(po).toContain('msgid "racer"\nmsgid_plural "racers"\nmsgstr[0] "Teilnehmer"\nmsgstr[1] "Teilnehmer"');
});

test('[LG13] a file that comes back unchanged changes nothing, in every language', () => {
  expect(merge(po)).toEqual({ code: 'de', language: german, changed: 0 });
  for (const code of listLanguages()) {
    const language = readLanguage(code);
    const file = writePo(code, language, () => ({ places: [], pictures: [] }));
    const entries = file.split('\n\n').map((entry) => /(?:msgctxt .*\n)?msgid .*/.exec(entry)![0]);
    expect(entries.filter((entry, at) => entries.indexOf(entry) !== at)).toEqual([]);
    expect(mergePo(file, [code], () => language)).toEqual({ code, language, changed: 0 });
  }
});

test('[LG13] a translation goes to the folder of its entry', () => {
  const merged = merge(po.replace('msgstr "Schließen"', 'msgstr "Schl"\n"ießen!"'));
  expect(merged).toMatchObject({ changed: 1, language: { texts: { 'client/ui': { Dismiss: 'Schließen!' } } } });
  expect(merged).toMatchObject({ language: { texts: { everywhere: { Dismiss: 'Verwerfen' } } } });
});

test('[LG13] a file with a fault is refused, and says which text it is', () => {
  expect(merge(po.replace('zu\\n{1}', 'zu'))).toEqual({ faults: ['"Say “{0}” to\n{1}" has lost {1}.'] });
  expect(merge(po.replace('zu\\n{1}', 'zu {0}\\n{1}'))).toEqual({ faults: ['"Say “{0}” to\n{1}" has {0} twice.'] });
  expect(merge(po.replace('msgid "Dismiss"', 'msgid "Gone"'))).toEqual({
    faults: ['"Gone" is no text of the product.'],
  });
  expect(merge(po.replace('Language: de', 'Language: xx'))).toEqual({ faults: ['There is no languages/xx.json.'] });
  expect(() => readPo('msgid "Dismiss"\nmsgstr "x"')).toThrow(/does not name its language/);
});
