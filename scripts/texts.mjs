import { existsSync } from 'node:fs';

const { fromRoot, Refusal, runCommand } = await import('./lib/project.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');

const USAGE = 'npm run texts [-- <code> <name of the language> [rtl]], for example: npm run texts -- nl Nederlands';

/** Brings every language file up to date with the texts in the source, or begins a new one. */
await runCommand(async () => {
  await ensureInstalled();
  const { listLanguages, readLanguage, writeLanguage } = await import('./lib/language-files.mjs');
  const { listTexts, refresh } = await import('./lib/languages.mjs');
  const [code, name, direction] = process.argv.slice(2);
  if (code !== undefined) {
    if (!/^[a-z]{2,3}(?:-[A-Z]{2})?$/.test(code) || !name) throw new Refusal(USAGE);
    if (existsSync(fromRoot('languages', `${code}.json`)))
      throw new Refusal(`languages/${code}.json is there already.`);
    const language = { language: name, offer: `Pushoff: ${name}.`, texts: {} };
    writeLanguage(code, { ...language, direction: direction === 'rtl' ? 'rtl' : 'ltr' });
  }
  const texts = listTexts();
  for (const each of listLanguages()) {
    const language = refresh(readLanguage(each), texts);
    writeLanguage(each, language);
    const all = Object.values(language.texts).flatMap((group) => Object.values(group));
    console.log(
      `languages/${each}.json: ${all.filter((text) => text !== '').length} of ${all.length} texts translated`,
    );
  }
});
