import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { missingPlatforms } from '../../scripts/lib/lockfile.mjs';

const text = readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8');

it('package-lock.json lists the binaries of every platform, without which npm ci refuses it (npm run lockfile adds them)', () => {
  expect(missingPlatforms(JSON.parse(text))).toEqual([]);
});

it('package-lock.json says what to install, not where from', () => {
  expect(text).not.toContain('"resolved": "http');
});
