import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { hasSamples } from '../tests/support/telemetry/samples.ts';
import { readFacts } from '../tests/telemetry-facts/run-facts.ts';

test.runIf(hasSamples)('Every sample is read as its README states', async () => {
  const files = await readFacts(fileURLToPath(new URL('../../shared/samples/', import.meta.url)));
  const different = files.flatMap(({ file, facts }) =>
    facts.filter(({ isSame }) => isSame === false).map((fact) => ({ file, ...fact })),
  );
  expect(different).toEqual([]);
  expect(files.flatMap(({ facts }) => facts.filter(({ isSame }) => isSame === true)).length).toBeGreaterThan(100);
});
