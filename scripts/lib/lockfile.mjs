/** @typedef {{ version?: string; dev?: boolean; optionalDependencies?: Record<string, string> }} LockedPackage */
/** @typedef {{ packages: Record<string, LockedPackage> }} Lockfile */

/**
 * The places where Node would look for a package asked for from `path`, nearest first.
 * @param {string} path
 * @param {string} name
 */
function* placesFor(path, name) {
  for (let folder = path; folder !== ''; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    yield `${folder}/node_modules/${name}`;
  }
  yield `node_modules/${name}`;
}

/**
 * Optional packages (a native package's binaries, one per platform) that the lockfile does not list.
 * @param {Lockfile} lock
 */
export function missingPlatforms(lock) {
  return Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {}, dev = false }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => ![...placesFor(path, name)].some((place) => lock.packages[place]))
      .map(([name, version]) => ({ name, version, dev })),
  );
}

const PLATFORM =
  /-(android|darwin|freebsd|linux|openharmony|win32)-(arm64|arm|x64|ia32|ppc64|riscv64|s390x)(?:-(\w+))?$/;

/**
 * @param {string} name
 * @returns {{ os?: string[]; cpu: string[]; libc?: string[] } | undefined}
 */
export function platformOf(name) {
  if (name.endsWith('-wasm32-wasi')) return { cpu: ['wasm32'] };
  const [, os, cpu, abi] = PLATFORM.exec(name) ?? [];
  if (!os || !cpu) return undefined;
  return { os: [os], cpu: [cpu], ...(os === 'linux' && { libc: [abi?.startsWith('musl') ? 'musl' : 'glibc'] }) };
}
