import { expect, test } from 'vitest';
import { fewestForms, pluralCategories } from './plurals.mjs';

const COUNTS = [0, 1, 2, 5, 21, 1_000_000];

/** As `plural` in src/domain/language.ts, in the build of a language. */
const formsOf = (code: string, ...forms: readonly string[]) => {
  const rules = new Intl.PluralRules(code);
  return COUNTS.map((count) => forms[pluralCategories(code).indexOf(rules.select(count))] ?? forms.at(-1));
};

test('[LG12] a count has the form that its language asks for', () => {
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
