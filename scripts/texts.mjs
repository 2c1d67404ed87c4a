import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const { fromRoot, Refusal, runCommand } = await import('./lib/project.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');

const USAGE = `npm run texts                                      brings languages/*.json up to date with the source
npm run texts -- <code> <name of the language> [rtl]   begins a language, for example: npm run texts -- nl Nederlands
npm run texts -- --check                           what is wrong with the texts
npm run texts -- --po <folder>                     writes a PO file for each language, for the tools of translators
npm run texts -- --from-po <file>                  reads one back`;

/** Texts of the product and their translations. */
await runCommand(async () => {
  await ensureInstalled();
  const [first, second, third] = process.argv.slice(2);
  if (first === '--check' && second === undefined) return check();
  if (first === '--po' && second !== undefined) return writePoFiles(second);
  if (first === '--from-po' && second !== undefined) return readPoFile(second);
  if (first !== undefined) await beginLanguage(first, second, third);
  await refreshFiles();
});

async function refreshFiles() {
  const { listLanguages, readLanguage, writeLanguage } = await import('./lib/language-files.mjs');
  const { listTexts, refresh } = await import('./lib/languages.mjs');
  const texts = listTexts();
  for (const each of listLanguages()) {
    const language = refresh(readLanguage(each), texts);
    writeLanguage(each, language);
    const all = Object.values(language.texts).flatMap((group) => Object.values(group));
    console.log(
      `languages/${each}.json: ${all.filter((text) => text !== '').length} of ${all.length} texts translated`,
    );
  }
}

/** @param {string} code @param {string | undefined} name @param {string | undefined} direction */
async function beginLanguage(code, name, direction) {
  const { writeLanguage } = await import('./lib/language-files.mjs');
  if (!/^[a-z]{2,3}(?:-[A-Z]{2})?$/.test(code) || !name) throw new Refusal(USAGE);
  if (existsSync(fromRoot('languages', `${code}.json`))) {
    throw new Refusal(`languages/${code}.json is there already.`);
  }
  const language = { language: name, offer: `Pushoff: ${name}.`, texts: {} };
  writeLanguage(code, { ...language, direction: direction === 'rtl' ? 'rtl' : 'ltr' });
}

async function check() {
  const { listFaults } = await import('./lib/check-texts.mjs');
  const faults = listFaults();
  for (const { code, group, key, fault } of faults) console.log(`${code}, ${group}: ${key && `"${key}" `}${fault}.`);
  if (faults.length > 0) throw new Refusal(`${faults.length} faults in the texts.`);
  console.log('All texts are there, in every language.');
}

/** @param {string} folder */
async function writePoFiles(folder) {
  const { listLanguages, readLanguage } = await import('./lib/language-files.mjs');
  const { listPlaces } = await import('./lib/languages.mjs');
  const { picturesOf } = await import('./lib/text-pictures.mjs');
  const { writePo } = await import('./lib/po.mjs');
  const places = listPlaces();
  mkdirSync(folder, { recursive: true });
  for (const code of listLanguages()) {
    const file = join(resolve(folder), `${code}.po`);
    const tell = (/** @type {string} */ key, /** @type {string} */ group) => ({
      places: places.get(key) ?? [],
      pictures: picturesOf(group),
    });
    writeFileSync(file, writePo(code, readLanguage(code), tell));
    console.log(file);
  }
}

/** All of it or nothing: a file with a fault changes no translation. @param {string} file */
async function readPoFile(file) {
  const { listLanguages, readLanguage, writeLanguage } = await import('./lib/language-files.mjs');
  const { mergePo } = await import('./lib/po.mjs');
  const merged = mergePo(readFileSync(file, 'utf8'), listLanguages(), readLanguage);
  if ('faults' in merged) throw new Refusal([`${file} is not taken over:`, ...merged.faults].join('\n'));
  writeLanguage(merged.code, merged.language);
  console.log(`languages/${merged.code}.json: ${merged.changed} texts changed`);
}
