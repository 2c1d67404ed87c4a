import { expect, test } from 'vitest';
import { SAMPLES } from '../tests/telemetry/support/samples.ts';
import { damage, fuzzOnce, listSmall } from '../tests/telemetry/facts/fuzz.ts';

test('Damaged samples get an answer in words; the same seed does the same damage', async () => {
  const files = listSmall(SAMPLES);
  expect(files.length).toBeGreaterThan(50);
  const bytes = Uint8Array.from({ length: 500 }, (_, at) => at);
  expect(damage(bytes, 7)).toEqual(damage(bytes, 7));
  expect(damage(bytes, 7)).not.toEqual(damage(bytes, 8));
  for (let seed = 0; seed < files.length; seed += 1) await fuzzOnce(SAMPLES, files, seed);
});
