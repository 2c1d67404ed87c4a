import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** Where a text of the path is read as it is: the id of a share group may be that of an older kind, and a public name is only compared. */
const READ_AS_IT_IS = ['event-routes.ts', 'path-id.ts', 'public-row-routes.ts'];

test('[W6] ids in paths are read by `idIn`, so that no other text reaches a query', () => {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const reading = files.filter((name) => readFileSync(join(folder, name), 'utf8').includes('.req.param('));
  expect(reading.toSorted()).toEqual(READ_AS_IT_IS);
});
