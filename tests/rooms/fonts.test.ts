import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const client = join(import.meta.dirname, '../../src/client');

it('has every width and weight that is used', async () => {
  const names = (await readdir(client, { recursive: true })).filter((name) => /(?<!\.test)\.(?:tsx?|css)$/.test(name));
  const own = names.filter((name) => !name.startsWith('fonts'));
  const texts = await Promise.all(own.map((name) => readFile(join(client, name), 'utf8')));
  const valuesOf = (pattern: RegExp) =>
    texts.flatMap((text) => [...text.matchAll(pattern)].map(([, value]) => Number(value)));
  const widths = valuesOf(/font-stretch: ([\d.]+)%/g);
  const weights = valuesOf(/(?:font-weight: |font-\[)(\d+)/g);
  expect(widths.length * weights.length).toBeGreaterThan(0);
  expect([Math.min(...widths), Math.max(...widths)]).toEqual([88, 108]);
  expect(Math.min(...weights)).toBeGreaterThanOrEqual(400);
  expect(Math.max(...weights)).toBeLessThanOrEqual(900);
});
