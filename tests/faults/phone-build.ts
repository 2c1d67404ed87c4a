import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { fromRoot } from '../../scripts/lib/project.mjs';

/**
 * Bundles the phone's program into one file: it is restarted often, and sources translated at run time start slowly.
 */
export async function buildPhone(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  await build({
    configFile: false,
    root: fromRoot(),
    logLevel: 'error',
    publicDir: false,
    // These packages load files relative to their own location, so they cannot be bundled.
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
