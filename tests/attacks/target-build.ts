import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { fromRoot } from '../../scripts/lib/project.mjs';

export interface TargetBuild {
  /** The checkout of the build. */
  readonly root: string;
  readonly serverEntry: string;
  remove(): Promise<void>;
}

/** These packages load files relative to their own location, so they cannot be bundled. */
const external = ['@photostructure/sqlite', 'pg', '@tus/s3-store'];

/** The server and the public pages of a checkout; the app itself is an empty page. */
export async function buildTarget(root: string = fromRoot()): Promise<TargetBuild> {
  const folder = await mkdtemp(join(tmpdir(), 'pushoff-attacks-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const part = (name: string, config: string) =>
    build({
      root,
      configFile: join(root, config),
      logLevel: 'error',
      ssr: { noExternal: true, external },
      build: { outDir: join(folder, name) },
    });
  const { NODE_ENV } = process.env;
  try {
    // With the test runner's NODE_ENV the pages would need React's development build.
    process.env['NODE_ENV'] = 'production';
    await part('server', 'vite.server.config.ts');
    await part('render', 'vite.render.config.ts');
    await symlink(fromRoot('node_modules'), join(folder, 'node_modules'), 'junction');
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }\n');
    await mkdir(join(folder, 'client', 'assets'), { recursive: true });
    for (const page of ['index.html', 'viewer.html']) {
      await writeFile(join(folder, 'client', page), '<!doctype html><head><!--boot--></head><body></body>');
    }
  } catch (error) {
    await remove();
    throw error;
  } finally {
    if (NODE_ENV === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = NODE_ENV;
  }
  return { root, serverEntry: join(folder, 'server', 'main.js'), remove };
}
