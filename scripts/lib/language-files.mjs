import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fromRoot } from './project.mjs';

const FOLDER = 'languages';

/**
 * A language as its file has it: its own name, the sentence that offers it, and the texts by the folder that shows them,
 * each English text with its translation. An empty translation leaves the text English.
 * @typedef {{ language: string; direction: 'ltr' | 'rtl'; offer: string; texts: Record<string, Record<string, string>> }} Language
 */

/** Codes of the languages that have a file, for example `de`. */
export const listLanguages = () =>
  readdirSync(fromRoot(FOLDER))
    .filter((name) => name.endsWith('.json'))
    .map((name) => basename(name, '.json'))
    .sort();

/** @param {string} code */
const fileOf = (code) => fromRoot(FOLDER, `${code}.json`);

/** @param {string} code @returns {Language} */
export const readLanguage = (code) => JSON.parse(readFileSync(fileOf(code), 'utf8'));

/** @param {string} code @param {Language} language */
export const writeLanguage = (code, language) => writeFileSync(fileOf(code), `${JSON.stringify(language, null, 2)}\n`);
