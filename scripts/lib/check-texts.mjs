import { findEnglishOnly } from './english-only.mjs';
import { GLOSSARY } from './glossary.mjs';
import { labelWidth, tooWide, WIDEST_LABEL_PX } from './label-width.mjs';
import { listLanguages, readLanguage } from './language-files.mjs';
import { listLabels, listTexts } from './languages.mjs';
import { fewestForms, numbersOfForms, pluralCategories } from './plurals.mjs';
import { BETWEEN_FORMS, placeholdersOf, splitKey } from './text-keys.mjs';

/** A fragment keeps its space. French puts a space of another kind before its colons. @param {string} text @param {string} translation */
const hasEdgesOf = (text, translation) =>
  (text.startsWith(' ') ? /^\s/.test(translation) : !translation.startsWith(' ')) &&
  (text.endsWith(' ') ? /\s$/.test(translation) : !translation.endsWith(' '));

/** A word that the language has no use for in this place. @param {string} translation */
const isLeftOut = (translation) => /^\s*(?:\{\d\})?\s*$/.test(translation);

/** French reads 0 with the form of 1. */
const NUMBER_ONE = /(?<!\d)1(?!\d)/;

const STRAIGHT = /\p{L}'\p{L}/u;

/** What French typography breaks: a space at which a line may end, before or after these. */
const BREAKING_SPACE = / [;:!?»]|[«] /;

/**
 * What is wrong with a translation, in words for its translator.
 * @param {string} code @param {string} key @param {string} translation @param {string} [group] the folder that shows it
 * @returns {string[]}
 */
export function findFaults(code, key, translation, group = '') {
  const { text } = splitKey(key);
  if (translation === '') return ['has no translation'];
  /** @type {string[]} */
  const faults = [];
  const forms = translation.split(BETWEEN_FORMS);
  const originals = text.split(BETWEEN_FORMS);
  if (originals.length === 1 && forms.length > 1) faults.push(`has ${forms.length} forms, and the text has one`);
  if (originals.length > 1 && (forms.length < fewestForms(code) || forms.length > pluralCategories(code).length)) {
    faults.push(`has ${forms.length} forms, and the language has ${pluralCategories(code).join(', ')}`);
  }
  const wanted = placeholdersOf(originals.at(-1) ?? '');
  const known = new Set(originals.flatMap(placeholdersOf));
  const numbers = numbersOfForms(code);
  for (const [index, form] of forms.entries()) {
    const found = placeholdersOf(form);
    const isLast = index === forms.length - 1;
    // A form of many may have others than the last one, as English has in 'Heat {0} missing | Heats {1} missing'.
    const isLacking = (numbers[index] ?? 0) > 2 && found.length === 0;
    if (!isLast && (numbers[index] ?? 0) > 1 && NUMBER_ONE.test(form))
      faults.push('says 1, and is read for other numbers too');
    const lost = (isLast || isLacking ? wanted : []).filter((each) => !found.includes(each));
    faults.push(...lost.map((each) => `has lost ${each}`));
    faults.push(...found.filter((each, at) => found.indexOf(each) !== at).map((each) => `has ${each} twice`));
    faults.push(...found.filter((each) => !known.has(each)).map((each) => `has ${each}, which the text has not`));
  }
  if (!hasEdgesOf(text, translation) && !isLeftOut(translation)) faults.push('has lost a space at its edge');
  if (splitKey(translation).meaning !== undefined && splitKey(key).meaning !== undefined) {
    faults.push('repeats the meaning in brackets');
  }
  if (STRAIGHT.test(translation) && !STRAIGHT.test(text)) faults.push('has a straight apostrophe: use ’');
  return [...faults, ...findStyle(code, translation, group)];
}

/** @param {string} code @param {string} text @param {string} group */
function findStyle(code, text, group) {
  const faults = (GLOSSARY[code] ?? []).flatMap(({ not, use, within }) => {
    const found = within?.test(group) === false ? undefined : not.exec(text)?.[0];
    return found === undefined ? [] : [`says '${found}', where '${use}' is the word`];
  });
  return code === 'fr' && BREAKING_SPACE.test(text)
    ? [...faults, 'has a breaking space at its punctuation: use U+202F']
    : faults;
}

/** @typedef {{ group: string; key: string; fault: string }} Fault */

/** What is cut on a phone. @param {string} text on a button or in a menu @returns {string[]} */
export function findWidth(text) {
  const wide = tooWide(text);
  const px = Math.round(labelWidth(wide ?? ''));
  return wide === undefined ? [] : [`is ${px} px wide on its button ("${wide}"), and a phone has ${WIDEST_LABEL_PX}`];
}

/**
 * Faults of a language's file: those of its translations, and texts of the source that it has not.
 * @param {string} code @param {Pick<import('./language-files.mjs').Language, 'texts'>} language
 * @param {Map<string, Set<string>>} wanted by group @param {ReadonlySet<string>} labels @returns {Fault[]}
 */
export const checkLanguage = (code, { texts }, wanted, labels) => [
  ...Array.from(wanted).flatMap(([group, keys]) =>
    Array.from(keys)
      .filter((key) => texts[group]?.[key] === undefined)
      .map((key) => ({ group, key, fault: 'is not in the file: npm run texts' })),
  ),
  ...Object.entries(texts).flatMap(([group, entries]) =>
    Object.entries(entries).flatMap(([key, translation]) =>
      [...findFaults(code, key, translation, group), ...(labels.has(key) ? findWidth(translation) : [])].map(
        (fault) => ({
          group,
          key,
          fault,
        }),
      ),
    ),
  ),
];

/** Faults of the English itself. @param {Map<string, Set<string>>} texts @param {ReadonlySet<string>} labels @returns {Fault[]} */
export const checkEnglish = (texts, labels) =>
  Array.from(texts).flatMap(([group, keys]) =>
    Array.from(keys).flatMap((key) => {
      const { text } = splitKey(key);
      // The legal pages keep their wording.
      const style = group.endsWith('/legal') ? [] : findStyle('en', text, group);
      const faults = [...style, ...(labels.has(key) ? findWidth(text) : [])];
      return faults.map((fault) => ({ group, key, fault }));
    }),
  );

/** All that is wrong with the texts, in every language. @returns {(Fault & { code: string })[]} */
export function listFaults() {
  const [texts, labels] = [listTexts(), listLabels()];
  return [
    ...checkEnglish(texts, labels).map((fault) => ({ ...fault, code: 'en' })),
    ...listLanguages().flatMap((code) =>
      checkLanguage(code, readLanguage(code), texts, labels).map((fault) => ({ ...fault, code })),
    ),
    ...findEnglishOnly().map(({ path, fault }) => ({ code: 'en', group: path, key: '', fault })),
  ];
}
