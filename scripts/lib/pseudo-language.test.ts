import { expect, test } from 'vitest';
import { findFaults } from './check-texts.mjs';
import { listTexts } from './languages.mjs';
import { inPseudo, pseudoLanguage, PSEUDO } from './pseudo-language.mjs';

test('[LG15] the language that nobody speaks is longer, accented, and keeps what is filled in', () => {
  expect(inPseudo('Start')).toBe('Šţåŕţ~');
  expect(inPseudo('{0} of {1} racers')).toBe('{0} öf {1} ŕåçéŕš~~~~');
  const faults = Object.values(pseudoLanguage(listTexts()).texts).flatMap((texts) =>
    Object.entries(texts).flatMap(([key, translation]) => findFaults(PSEUDO, key, translation)),
  );
  expect(faults).toEqual([]);
});
