import { expect, test } from 'vitest';
import { listLanguages, readLanguage } from './language-files.mjs';
import { fewestForms, numbersOfForms, pluralCategories } from './plurals.mjs';
import { BETWEEN_FORMS } from './text-keys.mjs';

const COUNTS = [0, 1, 2, 5, 21, 1_000_000];

/** As `plural` in src/domain/language.ts, in the build of a language. */
const formsOf = (code: string, ...forms: readonly string[]) => {
  const rules = new Intl.PluralRules(code);
  return COUNTS.map((count) => forms[pluralCategories(code).indexOf(rules.select(count))] ?? forms.at(-1));
};

test('[LG12] a count has the form that its language asks for', () => {
  expect(formsOf('en', 'racer', 'racers')).toEqual(['racers', 'racer', ...Array(4).fill('racers')]);
  expect(formsOf('de', 'Zeit', 'Zeiten')).toEqual(['Zeiten', 'Zeit', 'Zeiten', 'Zeiten', 'Zeiten', 'Zeiten']);
  expect(formsOf('fr', 'coureur', 'coureurs')).toEqual(['coureur', 'coureur', ...Array(4).fill('coureurs')]);
  expect(formsOf('fr', 'coureur', 'de coureurs', 'coureurs').at(-1)).toBe('de coureurs');
  expect(formsOf('es', 'corredor', 'de corredores', 'corredores')).toEqual([
    'corredores',
    'corredor',
    ...Array(3).fill('corredores'),
    'de corredores',
  ]);
  expect(formsOf('pl', 'zawodnik', 'zawodnicy', 'zawodników', 'zawodnika')).toEqual([
    'zawodników',
    'zawodnik',
    'zawodnicy',
    'zawodników',
    'zawodników',
    'zawodników',
  ]);
  expect(formsOf('ar', 'صفر', 'واحد', 'اثنان', 'قليل', 'كثير', 'آخر')).toEqual([
    'صفر',
    'واحد',
    'اثنان',
    'قليل',
    'كثير',
    'آخر',
  ]);
});

test('[LG12] only the form of whole millions may be left out', () => {
  expect(['de', 'fr', 'es', 'pl', 'ar'].map(fewestForms)).toEqual([2, 2, 2, 4, 6]);
});

test('[LG12] 1 has a form of its own, except in French, which reads 0 with it', () => {
  expect(['en', 'de', 'fr', 'es', 'pl'].map((code) => numbersOfForms(code)[0])).toEqual([1, 1, 2, 1, 1]);
  expect(numbersOfForms('ar').slice(0, 3), 'none, one and two').toEqual([1, 1, 1]);
});

test('[LG12] no text with a count says another number, for 0, 1, 2, 5, 21 and 1,000,000 in each language', () => {
  for (const code of listLanguages()) {
    const texts = Object.values(readLanguage(code).texts).flatMap(Object.entries<string>);
    const ofCounts = texts.filter(([key]) => key.includes(BETWEEN_FORMS) && key.includes('{0}'));
    expect(ofCounts.length, code).toBeGreaterThan(10);
    for (const [key, translation] of ofCounts) {
      const said = formsOf(code, ...translation.split(BETWEEN_FORMS)).map(
        (form) => /(?<![\d{])\d+(?![\d}])/.exec(form!)?.[0],
      );
      const wrong = COUNTS.filter((count, index) => said[index] !== undefined && Number(said[index]) !== count);
      expect(wrong, `${code}: "${key}"`).toEqual([]);
    }
  }
});
