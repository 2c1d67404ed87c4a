import { pathToFileURL } from 'node:url';
import { buildLanguagesBeside, ensureEnglish } from './build.mjs';
import { ensureInstalled } from './install.mjs';

/**
 * The program runs in this very process, so that signals, standard input and the exit code are its own.
 * @param {string} entry
 */
export async function runBuilt(entry) {
  await ensureInstalled();
  await ensureEnglish();
  process.env['NODE_ENV'] ??= 'production';
  process.setSourceMapsEnabled(true);
  process.argv[1] = entry;
  const program = await import(pathToFileURL(entry).href);
  // The server alone shows pages.
  if (program.readNewPages !== undefined) buildLanguagesBeside(program.readNewPages);
}
