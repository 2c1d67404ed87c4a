import { join } from 'node:path';
import { fromRoot } from '../scripts/lib/project.mjs';
import { benchFile } from './processes.ts';

/** Bundles the reader as for the page: translating sources at run time needs more memory than the reading. */
export async function bundleReader(folder: string): Promise<string> {
  const { build } = await import('vite');
  await build({
    configFile: false,
    root: fromRoot(),
    logLevel: 'error',
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: benchFile('telemetry-reader.ts'),
      outDir: folder,
      emptyOutDir: false,
      target: 'node20',
      minify: false,
      rolldownOptions: { output: { format: 'es', entryFileNames: 'reader.mjs' } },
    },
  });
  return join(folder, 'reader.mjs');
}
