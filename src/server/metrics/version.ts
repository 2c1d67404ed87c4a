import { readFileSync } from 'node:fs';

/** Where package.json is, seen from here: in the sources, and in the build, which puts files together. */
const PLACES = ['../../../package.json', '../../package.json'];

export function readVersion(): string {
  for (const place of PLACES) {
    try {
      const { name, version } = JSON.parse(readFileSync(new URL(place, import.meta.url), 'utf8')) as Package;
      if (name === 'pushoff' && version !== undefined) return version;
    } catch {
      // The next place.
    }
  }
  return 'unknown';
}

interface Package {
  readonly name?: string;
  readonly version?: string;
}
