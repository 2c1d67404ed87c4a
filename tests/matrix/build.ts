import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { build, type Plugin } from 'vite';
import { fromRoot } from '../../scripts/lib/project.mjs';
import type { Edit, Weakening } from './weakenings/weakening.ts';

export interface MatrixBuild {
  readonly file: string;
  remove(): Promise<void>;
}

/** The matrix and the product in one file, with one check of the product taken out where that is asked for. */
export async function buildMatrix(weakening?: Weakening): Promise<MatrixBuild> {
  const folder = await mkdtemp(join(tmpdir(), 'pushoff-matrix-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const weaken = weakening === undefined ? [] : [weakening, weakening.again ?? []].flat().map(weakenSource);
  try {
    await build({
      configFile: false,
      root: fromRoot(),
      logLevel: 'error',
      publicDir: false,
      plugins: weaken.map(({ plugin }) => plugin),
      // These find parts of themselves from where they are.
      ssr: { noExternal: true, external: ['@photostructure/sqlite', 'pg', '@tus/s3-store'] },
      build: {
        ssr: fromRoot('tests', 'matrix', 'worker.ts'),
        outDir: join(folder, 'built'),
        target: 'node20',
        minify: false,
        sourcemap: 'inline',
        rolldownOptions: { output: { format: 'es', entryFileNames: 'matrix.mjs' } },
      },
    });
    for (const { file, isApplied } of weaken) if (!isApplied()) throw new Error(`${file} is no part of the product`);
    await symlink(fromRoot('node_modules'), join(folder, 'node_modules'), 'junction');
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }\n');
  } catch (error) {
    await remove();
    throw error;
  }
  return { file: join(folder, 'built', 'matrix.mjs'), remove };
}

function weakenSource({ file, find, replace }: Edit): { file: string; plugin: Plugin; isApplied(): boolean } {
  let isApplied = false;
  return {
    file,
    isApplied: () => isApplied,
    plugin: {
      name: 'weaken',
      enforce: 'pre',
      transform(code, id) {
        if (relative(fromRoot(), id.split('?')[0]!).replaceAll('\\', '/') !== file) return null;
        const found = code.split(find).length - 1;
        if (found !== 1) throw new Error(`${file} has ${found} places like this one, instead of one:\n${find}`);
        isApplied = true;
        return { code: code.replace(find, () => replace), map: null };
      },
    },
  };
}
