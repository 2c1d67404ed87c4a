import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { translated } from '../../scripts/lib/translated.mjs';

/** What the server writes to people in one language, as `npm run build` makes it. */
export async function buildWords(language: string, outDir: string): Promise<void> {
  const input = fileURLToPath(new URL('../../src/server/words/words.ts', import.meta.url));
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [translated(language)],
    ssr: { noExternal: true },
    build: { ssr: true, outDir, emptyOutDir: false, minify: false, rolldownOptions: { input: { words: input } } },
  });
}
