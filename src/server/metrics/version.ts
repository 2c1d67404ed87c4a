import { readFileSync } from 'node:fs';

/** Paths of package.json, seen from the sources, and from the build, which puts files together. */
const PLACES = ['../../../package.json', '../../package.json'];

export function readVersion(): string {
  for (const place of PLACES) {
    try {
      const { name, version } = JSON.parse(readFileSync(new URL(place, import.meta.url), 'utf8')) as Package;
      if (name === 'pushoff' && version !== undefined) return version;
    } catch {
      // The next path is tried.
    }
  }
  return 'unknown';
}

interface Package {
  readonly name?: string;
  readonly version?: string;
}
