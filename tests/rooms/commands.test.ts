import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commandKinds } from '../../src/domain/events/command-kinds.ts';
import { SCHEMA_VERSION } from '../../src/protocol/schema-version.ts';
import { whoMay } from '../matrix/rules.ts';

const types = Object.keys(commandKinds);

/** The commands that are written out nowhere in a file. */
const missingIn = (file: string) => {
  const source = readFileSync(file, 'utf8');
  return types.filter((type) => !source.includes(`'${type}'`));
};

test('every command has a row of its own in the rules that are written by hand', () => {
  expect(Object.keys(whoMay).toSorted()).toEqual(types.toSorted());
});

test('the simulator makes every command but these', () => {
  // Their changes are those of commands that it makes: settings, statuses, and what is known of a racer.
  const others = ['statuses.set', 'format.set', 'details.set', 'handicaps.set', 'official.set'];
  expect(missingIn('tests/simulation/workload.ts')).toEqual(others);
});

test('no command is newer than the schema version of this release', () => {
  expect(Math.max(...Object.values(commandKinds).map(({ since }) => since))).toBeLessThanOrEqual(SCHEMA_VERSION);
});
