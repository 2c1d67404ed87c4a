import { relative, sep } from 'node:path';
import { listLanguages, readLanguage } from './language-files.mjs';
import { listTexts, lookUpIn, translatePage } from './languages.mjs';
import { fromRoot } from './project.mjs';
import { pluralCategories } from './plurals.mjs';
import { PSEUDO, pseudoLanguage } from './pseudo-language.mjs';
import { hasTexts, translate } from './texts.mjs';

/** Code of the language that this build or this development server is for. Undefined for English. */
export const languageOfBuild = process.env['PUSHOFF_LANGUAGE'] || undefined;

/** @param {string} id */
const pathOf = (id) => relative(fromRoot(), id.replace(/\?.*$/, '')).split(sep).join('/');

/**
 * Writes the translations in the place of the texts, before anything else reads the source.
 * @param {string | undefined} [code]
 * @returns {import('vite').Plugin}
 */
export function translated(code = languageOfBuild) {
  const language = code === undefined ? undefined : code === PSEUDO ? pseudoLanguage(listTexts()) : readLanguage(code);
  return {
    name: 'pushoff:translated',
    enforce: 'pre',
    transform(source, id) {
      const path = pathOf(id);
      if (/^src\/client\/ui\/(?:offer-)?languages?\.ts$/.test(path)) return { code: withLanguages(source), map: null };
      if (code === undefined || language === undefined) return undefined;
      if (path === 'src/domain/language.ts') return { code: withLanguage(source, code), map: null };
      return hasTexts(path) ? { code: translate(source, path, lookUpIn(language, path)), map: null } : undefined;
    },
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => (code === undefined || language === undefined ? html : translatePage(html, code, language)),
    },
  };
}

/** @param {string} source @param {string} code */
const withLanguage = (source, code) =>
  source.replace("'en'", JSON.stringify(code)).replace("['one', 'other']", JSON.stringify(pluralCategories(code)));

/** The list of languages comes from their files: a club that adds one changes no code. @param {string} source */
function withLanguages(source) {
  const all = listLanguages().map((code) => ({ code, ...readLanguage(code) }));
  const others = all.map(({ code, language: name }) => ({ code, name }));
  const offers = Object.fromEntries(all.map(({ code, offer }) => [code, offer]));
  return source
    .replace(/(?<=const OTHERS: .* = )\[\]/, () => JSON.stringify(others))
    .replace(/(?<=const OFFERS: .* = )\{\}/, () => JSON.stringify(offers));
}

/**
 * In the build of another language the pages get names of their own, beside the English ones.
 * @param {string} name for example `index.html` @param {string | undefined} [code]
 */
export const pageName = (name, code = languageOfBuild) =>
  code === undefined ? name : name.replace(/\.(\w+)$/, (_, ending) => `.${code}.${ending}`);
