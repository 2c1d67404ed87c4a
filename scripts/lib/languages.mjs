import { readdirSync, readFileSync } from 'node:fs';
import { fromRoot } from './project.mjs';
import { findTexts, flatten, hasTexts } from './texts.mjs';

/** Heading of the texts that stand in more than one folder. */
const EVERYWHERE = 'everywhere';

/** @typedef {import('./language-files.mjs').Language} Language */

/** For example `client/features/start`. @param {string} path */
const folderOf = (path) => path.split('/').slice(1, -1).slice(0, 4).join('/');

/** @param {Language} language @param {string} path @returns {(key: string) => string | undefined} */
export function lookUpIn({ texts }, path) {
  const own = texts[folderOf(path)] ?? {};
  const shared = texts[EVERYWHERE] ?? {};
  return (key) => own[key] || shared[key] || undefined;
}

/** Every text and where it stands, in the order of the files. */
function* eachText() {
  const paths = readdirSync(fromRoot('src'), { recursive: true, encoding: 'utf8' })
    .map((path) => `src/${path.replaceAll('\\', '/')}`)
    .filter(hasTexts)
    .sort();
  for (const path of paths) {
    const source = readFileSync(fromRoot(path), 'utf8');
    for (const { key, start, isLabel } of flatten(findTexts(source, path))) {
      yield { key, path, isLabel, line: () => source.slice(0, start).split('\n').length };
    }
  }
}

/** Files and lines in which each text stands. @returns {Map<string, string[]>} */
export function listPlaces() {
  /** @type {Map<string, string[]>} */
  const places = new Map();
  for (const { key, path, line } of eachText()) places.set(key, [...(places.get(key) ?? []), `${path}:${line()}`]);
  return places;
}

/** Texts that stand on buttons and in menus. @returns {Set<string>} */
export const listLabels = () => new Set([...eachText()].filter(({ isLabel }) => isLabel).map(({ key }) => key));

/** Every text of the product, by the folder that shows it. @returns {Map<string, Set<string>>} */
export function listTexts() {
  /** @type {Map<string, string>} */
  const folders = new Map();
  for (const { key, path } of eachText()) {
    const before = folders.get(key);
    folders.set(key, before === undefined || before === folderOf(path) ? folderOf(path) : EVERYWHERE);
  }
  for (const key of listPageTexts()) folders.set(key, folders.has(key) ? EVERYWHERE : 'page');
  /** @type {Map<string, Set<string>>} */
  const listed = new Map([[EVERYWHERE, new Set()]]);
  for (const [key, folder] of folders) listed.set(folder, (listed.get(folder) ?? new Set()).add(key));
  return listed;
}

const PAGE_TEXT = /(?:content="|alert">|<noscript>)\s*([A-Z][^"<]* [^"<]*?)\s*(?=["<])/g;

/** Texts of the page itself, before any script runs. */
function listPageTexts() {
  const html = readFileSync(fromRoot('src', 'client', 'index.html'), 'utf8');
  return Array.from(html.matchAll(PAGE_TEXT), ([, text = '']) => text.replaceAll(/\s+/g, ' '));
}

/** @param {string} html @param {string} code @param {Language} language */
export function translatePage(html, code, { direction, texts }) {
  const translated = html.replaceAll(PAGE_TEXT, (whole, /** @type {string} */ text) => {
    const key = text.replaceAll(/\s+/g, ' ');
    const translation = texts['page']?.[key] || texts[EVERYWHERE]?.[key];
    return translation ? whole.replace(text, () => escapeHtml(translation)) : whole;
  });
  return translated.replace('<html lang="en">', `<html lang="${code}" dir="${direction}">`);
}

/** @param {string} text */
const escapeHtml = (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/**
 * The language with exactly the texts of the product: new ones without a translation, those that are gone left out. A
 * text that has moved keeps its translation. A text of several folders may have another translation in one of them:
 * 'Dismiss' closes a message, and throws a refused change away.
 * @param {Language} language @param {Map<string, Set<string>>} texts
 * @returns {Language}
 */
export function refresh(language, texts) {
  /** @type {Record<string, string>} */
  const known = Object.assign({}, ...Object.values(language.texts));
  const shared = texts.get(EVERYWHERE) ?? new Set();
  const sharedOf = (/** @type {string} */ key) => language.texts[EVERYWHERE]?.[key] ?? known[key];
  const groups = Array.from(texts, ([folder, keys]) => {
    const before = language.texts[folder] ?? {};
    const own = Object.keys(before).filter((key) => shared.has(key) && before[key] !== sharedOf(key));
    const all = new Set([...keys, ...own]);
    return [folder, Object.fromEntries(Array.from(all, (key) => [key, before[key] ?? known[key] ?? '']))];
  });
  return { ...language, texts: Object.fromEntries(groups) };
}
