import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { fromRoot } from '../../scripts/lib/project.mjs';

/** The phone's program in one file: it is killed and opened often, and sources that are translated would start slowly. */
export async function buildPhone(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  await build({
    configFile: false,
    root: fromRoot(),
    logLevel: 'error',
    publicDir: false,
    // It finds parts of itself from where it is.
    ssr: { noExternal: true, external: ['@photostructure/sqlite', 'ws'] },
    build: {
      ssr: fromRoot('tests', 'faults', 'phone', 'phone-process.ts'),
      outDir: join(folder, 'built'),
      target: 'node20',
      minify: false,
      sourcemap: 'inline',
      rolldownOptions: { output: { format: 'es', entryFileNames: 'phone.mjs' } },
    },
  });
  await symlink(fromRoot('node_modules'), join(folder, 'node_modules'), 'junction');
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }\n');
  return join(folder, 'built', 'phone.mjs');
}
