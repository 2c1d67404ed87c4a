import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { words as english } from './words.ts';

export type Words = typeof english;

/** Texts by language, the same for everybody in this process. */
const known = new Map<string, Words>([[english.language, english]]);

/** English where nothing was chosen, and where the language is not built yet or is gone. */
export const wordsIn = (language: string | null): Words => known.get(language ?? english.language) ?? english;

/** Words of all languages, for finding sentences that were written in any of them. */
export const allWords = (): readonly Words[] => [...known.values()];

/** Reads what the build has written beside the pages' renderer: `de/words.js`. Languages may be built after the start. */
export async function loadWords(rendererFile: string | undefined): Promise<void> {
  if (rendererFile === undefined || !existsSync(rendererFile)) return;
  const folder = dirname(rendererFile);
  for (const language of await readdir(folder)) {
    const file = join(folder, language, 'words.js');
    if (known.has(language) || !existsSync(file)) continue;
    const { words } = (await import(pathToFileURL(file).href)) as { readonly words: Words };
    known.set(words.language, words);
  }
}
