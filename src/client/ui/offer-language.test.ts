import { expect, test } from 'vitest';
import { wantedLanguage } from './offer-language.ts';

const known = ['en', 'de', 'fr', 'pt-BR'].map((code) => ({ code, name: code }));
const offered = (asked: readonly string[], cookies = '') => wantedLanguage(asked, cookies, known)?.code ?? null;

test('[LG4] a browser is offered the first of its languages that there is, unless the page has it', () => {
  expect(offered(['de-AT', 'en'])).toBe('de');
  expect(offered(['xx', 'fr-CA', 'de'])).toBe('fr');
  expect(offered(['pt-PT'])).toBe('pt-BR');
  expect(offered(['en-GB', 'de'])).toBeNull();
  expect(offered(['xx'])).toBeNull();
  expect(offered([])).toBeNull();
});

test('[LG4] nothing is offered where a language was chosen or put away', () => {
  expect(offered(['de'], 'a=b; language=en')).toBeNull();
  expect(offered(['de'], 'the-language=en')).toBe('de');
  expect(offered(['de'], 'language=xx'), 'a language that is gone').toBe('de');
});
