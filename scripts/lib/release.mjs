import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { npm } from './install.mjs';
import { fromRoot, Refusal } from './project.mjs';
import { run } from './run.mjs';

const BUILT = ['dist/client', 'dist/render', 'dist/server'];
/** Paths for the operator, copied unchanged; an older release may lack some. */
const READ = ['deploy', 'docs/guide', 'docs/images/landing.png', 'README.md', 'CHANGELOG.md', 'SECURITY.md'];

/** @param {string} entry */
const launcher = (entry) => `import './require-node.mjs';

process.env['NODE_ENV'] ??= 'production';
process.setSourceMapsEnabled(true);
await import('./dist/server/${entry}.js');
`;

/**
 * The archive that a production machine unpacks and starts: it installs nothing, builds nothing and runs no package's
 * script. Packages are installed anew from the lockfile, so that each is compared with its digest and nothing of this
 * checkout's node_modules gets in.
 * @param {string} folder
 * @param {string} root the sources with their build in `dist`
 */
export async function packRelease(folder, root = fromRoot()) {
  const description = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { name, version, type, engines, dependencies } = description;
  mkdirSync(folder, { recursive: true });
  const work = mkdtempSync(join(folder, '.next-'));
  const title = `${name}-${version}`;
  const content = join(work, title);
  try {
    mkdirSync(content);
    for (const file of ['package.json', 'package-lock.json', '.npmrc']) cpSync(join(root, file), join(content, file));
    const args = ['ci', '--omit=dev', '--omit=optional', '--ignore-scripts', '--prefer-offline'];
    const { ok, output, ending } = await npm(args, { cwd: content });
    if (!ok) throw new Refusal(`${output}\nThe packages could not be installed (npm ci, ${ending}).`);
    const installed = JSON.parse(readFileSync(join(content, 'node_modules', '.package-lock.json'), 'utf8')).packages;
    for (const file of ['package-lock.json', '.npmrc']) rmSync(join(content, file));

    for (const path of [...BUILT, ...READ.filter((read) => existsSync(join(root, read)))]) {
      cpSync(join(root, path), join(content, path), { recursive: true });
    }
    cpSync(fromRoot('scripts/lib/require-node.mjs'), join(content, 'require-node.mjs'));
    writeFileSync(join(content, 'start.mjs'), launcher('main'));
    writeFileSync(join(content, 'admin.mjs'), launcher('admin'));
    const scripts = { start: 'exec node start.mjs || node start.mjs', admin: 'node admin.mjs' };
    const carried = { name, version, private: true, type, scripts, engines, dependencies };
    writeFileSync(join(content, 'package.json'), `${JSON.stringify(carried, null, 2)}\n`);
    // A checkout made under a strict umask would give files that the service's own user may not read.
    const readable = await run('chmod', ['-R', 'u+rwX,go+rX,go-w', content], { capture: true });
    if (!readable.ok) throw new Refusal(`${readable.output}\nThe archive's files could not be made readable.`);

    const archive = join(folder, `${title}.tar.gz`);
    const packed = join(work, basename(archive));
    const tar = await run('tar', ['-czf', packed, '-C', work, title], { capture: true });
    if (!tar.ok) throw new Refusal(`${tar.output}\nThe archive could not be written (tar, ${tar.ending}).`);
    const digest = createHash('sha256').update(readFileSync(packed)).digest('hex');
    renameSync(packed, archive);
    writeFileSync(`${archive}.sha256`, `${digest}  ${basename(archive)}\n`);
    return { archive, digest, packages: Object.keys(installed).length };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
