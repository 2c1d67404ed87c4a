import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { build, type Plugin } from 'vite';
import { fromRoot } from '../../scripts/lib/project.mjs';
import { plant, readSources, type Sources } from './weakenings/plant.ts';
import type { Weakening } from './weakenings/weakening.ts';

export interface MatrixBuild {
  readonly file: string;
  remove(): Promise<void>;
}

/**
 * Bundles the matrix and the product into one file, with one check of the product removed where a weakening is given.
 */
export async function buildMatrix(weakening?: Weakening): Promise<MatrixBuild> {
  const folder = await mkdtemp(join(tmpdir(), 'pushoff-matrix-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const weakened = putInstead(weakening === undefined ? new Map() : plant(weakening, readSources()));
  try {
    await build({
      configFile: false,
      root: fromRoot(),
      logLevel: 'error',
      publicDir: false,
      plugins: [weakened.plugin],
      // These packages load files relative to their own location, so they cannot be bundled.
      ssr: { noExternal: true, external: ['@photostructure/sqlite', 'pg', '@tus/s3-store', 'vite'] },
      build: {
        ssr: fromRoot('tests', 'matrix', 'worker.ts'),
        outDir: join(folder, 'built'),
        target: 'node20',
        minify: false,
        sourcemap: 'inline',
        rolldownOptions: { output: { format: 'es', entryFileNames: 'matrix.mjs' } },
      },
    });
    for (const file of weakened.missing()) throw new Error(`${file} is no part of the product`);
    await symlink(fromRoot('node_modules'), join(folder, 'node_modules'), 'junction');
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }\n');
  } catch (error) {
    await remove();
    throw error;
  }
  return { file: join(folder, 'built', 'matrix.mjs'), remove };
}

/** Replaces files of the product by the weakened ones. */
function putInstead(sources: Sources): { plugin: Plugin; missing(): string[] } {
  const waiting = new Set(sources.keys());
  return {
    missing: () => [...waiting],
    plugin: {
      name: 'weaken',
      enforce: 'pre',
      transform(_, id) {
        const file = relative(fromRoot(), id.split('?')[0]!).replaceAll('\\', '/');
        const code = sources.get(file);
        if (code === undefined) return null;
        waiting.delete(file);
        return { code, map: null };
      },
    },
  };
}
