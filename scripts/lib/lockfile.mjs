/** @typedef {{ version?: string; integrity?: string; dev?: boolean; optionalDependencies?: Record<string, string> }} LockedPackage */
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

/**
 * Packages that npm would install without comparing them with a digest.
 * @param {Lockfile} lock
 */
export function findUndigested(lock) {
  return Object.entries(lock.packages)
    .filter(([path, { integrity }]) => path !== '' && !integrity?.startsWith('sha512-'))
    .map(([path]) => path);
}
