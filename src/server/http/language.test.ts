import { expect, test } from 'vitest';
import { askedLanguage } from './language.ts';

const known = new Set(['en', 'de', 'fr', 'pt-BR']);
const asked = (header: string) => askedLanguage(header, known);

test('[LG3] a browser gets the language that it wants most of those that there are', () => {
  expect(asked('de-AT, en;q=0.5')).toBe('de');
  expect(asked('en;q=0.5, fr-CA;q=0.8, xx')).toBe('fr');
  expect(asked('pt-PT')).toBe('pt-BR');
  expect(asked('de;q=0, fr;q=0.1')).toBe('fr');
  expect(asked('EN-gb,de')).toBe('en');
});

test('[LG3] a header that names no language we have, or is none, chooses nothing', () => {
  for (const header of ['', '*', 'xx', 'xx;q=1', 'de;q=no', ';;;', ',,', 'constructor', '-', `${'x,'.repeat(20)}de`]) {
    expect(asked(header), header).toBeUndefined();
  }
});
