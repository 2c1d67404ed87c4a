import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { findUndigested, missingPlatforms } from '../../scripts/lib/lockfile.mjs';

const text = readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8');
const lock = JSON.parse(text) as Parameters<typeof missingPlatforms>[0];

it('package-lock.json lists the binaries of every platform, without which npm ci refuses it', () => {
  expect(missingPlatforms(lock)).toEqual([]);
});

it('package-lock.json holds the digest of every package: without one npm installs unchecked content', () => {
  expect(findUndigested(lock)).toEqual([]);
});

it('a package without a digest, or with a weak one, is found', () => {
  const planted = {
    packages: {
      '': {},
      'node_modules/good': { version: '1.0.0', integrity: 'sha512-aaaa' },
      'node_modules/bare': { version: '1.0.0' },
      'node_modules/weak': { version: '1.0.0', integrity: 'sha1-aaaa' },
    },
  };
  expect(findUndigested(planted)).toEqual(['node_modules/bare', 'node_modules/weak']);
});

it('package-lock.json names packages and versions, not their origin', () => {
  expect(text).not.toContain('"resolved": "http');
});
