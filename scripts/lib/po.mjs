import { findFaults } from './check-texts.mjs';
import { BETWEEN_FORMS, splitKey } from './text-keys.mjs';
import { pluralCategories } from './plurals.mjs';

/**
 * Translations as GNU gettext's files, which translators' tools read. An entry is a text in a folder: `msgctxt` names the
 * folder where it has a translation of its own, and the meaning of an English word that has two.
 */

/** @typedef {import('./language-files.mjs').Language} Language */
/** @typedef {{ key: string; group: string; translation: string }} Entry */

/** @param {string} text */
const quote = (text) => JSON.stringify(text);
const BETWEEN_CONTEXTS = ' · ';

/** Of the languages that a tool has to be told about; it reads others by their code. @type {Readonly<Record<string, string>>} */
const FORMULAS = {
  'one,other': 'nplurals=2; plural=(n != 1);',
  'one,many,other': 'nplurals=3; plural=(n == 0 || n == 1) ? 0 : (n != 0 && n % 1000000 == 0) ? 1 : 2;',
  'one,few,many,other':
    'nplurals=4; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : n!=1 ? 2 : 3);',
  'zero,one,two,few,many,other':
    'nplurals=6; plural=(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5);',
};

/**
 * @param {string} code @param {Language} language
 * @param {(key: string, group: string) => { places: readonly string[]; pictures: readonly string[] }} tellPlace
 */
export function writePo(code, language, tellPlace) {
  const categories = pluralCategories(code);
  const formula = FORMULAS[categories.join()] ?? `nplurals=${categories.length}; plural=0;`;
  const head = [
    'msgid ""',
    'msgstr ""',
    ...[`Language: ${code}`, 'Content-Type: text/plain; charset=UTF-8', `Plural-Forms: ${formula}`].map((line) =>
      quote(`${line}\n`),
    ),
  ].join('\n');
  /** @type {Set<string>} */
  const taken = new Set();
  const entries = Object.entries(language.texts).flatMap(([group, texts]) =>
    Object.entries(texts).map(([key, translation]) => writeEntry({ key, group, translation })),
  );
  return `${[head, ...entries].join('\n\n')}\n`;

  /** @param {Entry} entry */
  function writeEntry({ key, group, translation }) {
    const { text, meaning } = splitKey(key);
    const [one = '', many] = text.split(BETWEEN_FORMS);
    const { places, pictures } = tellPlace(key, group);
    const isOfFolder = group !== 'everywhere' && key in (language.texts['everywhere'] ?? {});
    const context = [...(meaning === undefined ? [] : [meaning]), ...(isOfFolder ? [group] : [])];
    // Tools tell entries apart by context and `msgid` alone: 'Video' and 'Video', '3 videos' would be one.
    if (taken.has([...context, one].join('\0'))) context.push(group);
    taken.add([...context, one].join('\0'));
    return [
      `#. ${group}${many === undefined ? '' : `; forms: ${categories.join(', ')}`}`,
      ...pictures.map((picture) => `#. picture: ${picture}`),
      ...places.map((place) => `#: ${place}`),
      ...(context.length === 0 ? [] : [`msgctxt ${quote(context.join(BETWEEN_CONTEXTS))}`]),
      `msgid ${quote(one)}`,
      ...(many === undefined
        ? [`msgstr ${quote(translation)}`]
        : [`msgid_plural ${quote(many)}`, ...writeForms(translation)]),
    ].join('\n');
  }

  /** A form that was left out is the last one. @param {string} translation */
  function writeForms(translation) {
    const forms = translation.split(BETWEEN_FORMS);
    return categories.map((_, index) => `msgstr[${index}] ${quote(forms[index] ?? forms.at(-1) ?? '')}`);
  }
}

/** @typedef {{ code: string; entries: { key: string; folder: string | undefined; translation: string }[] }} Read */

/** @param {string} po @returns {Read} */
export function readPo(po) {
  const read = po
    .replaceAll('\r\n', '\n')
    .split(/\n{2,}/)
    .map(readFields)
    .filter((fields) => fields['msgid'] !== undefined);
  const head = read.find((fields) => fields['msgid'] === '');
  const code = /^Language: *([\w-]+)/m.exec(head?.['msgstr'] ?? '')?.[1];
  if (code === undefined) throw new Error('The file does not name its language: "Language: de\\n" in its head.');
  const entries = read.filter((fields) => fields['msgid'] !== '').map(entryOf);
  return { code, entries };
}

/** @param {Record<string, string>} fields */
function entryOf(fields) {
  const contexts = (fields['msgctxt'] ?? '').split(BETWEEN_CONTEXTS).filter((each) => each !== '');
  const folder = contexts.find((each) =>
    /^(?:everywhere|(?:client|domain|protocol|telemetry|page)(?:\/.*)?)$/.test(each),
  );
  const meaning = contexts.find((each) => each !== folder);
  const texts = [fields['msgid'], fields['msgid_plural']].filter((each) => each !== undefined);
  const forms = Object.keys(fields)
    .filter((name) => /^msgstr\[\d+\]$/.test(name))
    .map((_, index) => fields[`msgstr[${index}]`] ?? '');
  // French and Spanish have a form of its own for millions: where it is the last one's twin it is left out again.
  const short = forms.length === 3 && forms[1] === forms[2] ? forms.slice(0, 2) : forms;
  return {
    key: texts.join(BETWEEN_FORMS) + (meaning === undefined ? '' : ` [${meaning}]`),
    folder,
    translation: fields['msgstr'] ?? (short.every((form) => form === '') ? '' : short.join(BETWEEN_FORMS)),
  };
}

/** Lines of one entry: a name and its strings, which may go on in the lines below. @param {string} block */
function readFields(block) {
  /** @type {Record<string, string>} */
  const fields = {};
  let name = '';
  for (const line of block.split('\n')) {
    if (line.startsWith('#')) continue;
    const [, named, string] = /^(?:(msg\w+(?:\[\d+\])?) +)?(".*")\s*$/.exec(line) ?? [];
    if (string === undefined) continue;
    if (named !== undefined) name = named;
    fields[name] = (fields[name] ?? '') + JSON.parse(string);
  }
  return fields;
}

/**
 * A file of a translator, in the language's own. Nothing of a file with a fault is taken over.
 * @param {string} po @param {readonly string[]} codes @param {(code: string) => Language} readLanguage
 * @returns {{ faults: string[] } | { code: string; language: Language; changed: number }}
 */
export function mergePo(po, codes, readLanguage) {
  const { code, entries } = readPo(po);
  if (!codes.includes(code)) return { faults: [`There is no languages/${code}.json.`] };
  const language = readLanguage(code);
  const texts = structuredClone(language.texts);
  let changed = 0;
  const faults = entries.flatMap(({ key, folder, translation }) => {
    if (translation === '') return [];
    const group = groupOf(texts, key, folder);
    if (group === undefined) return [`"${key}" is no text of the product.`];
    const found = findFaults(code, key, translation, folder);
    if (found.length > 0) return found.map((fault) => `"${key}" ${fault}.`);
    if (group[key] !== translation) changed += 1;
    group[key] = translation;
    return [];
  });
  return faults.length > 0 ? { faults } : { code, language: { ...language, texts }, changed };
}

/** @param {Language['texts']} texts @param {string} key @param {string | undefined} folder */
function groupOf(texts, key, folder) {
  const own = folder === undefined ? undefined : texts[folder];
  if (own !== undefined && key in own) return own;
  return [texts['everywhere'] ?? {}, ...Object.values(texts)].find((group) => key in group);
}
