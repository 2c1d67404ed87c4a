import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SCHEMA_VERSION } from '../../src/protocol/schema-version.ts';
import { hashSchemas, type SchemaHashes } from './schema-shapes.ts';

const HISTORY = 'tests/rooms/schema-versions.json';
const known = JSON.parse(readFileSync(HISTORY, 'utf8')) as Record<string, SchemaHashes>;

/** `npm run schema` records a new version. A recorded version is never changed. */
if (process.env['RECORD_SCHEMA'] !== undefined && known[SCHEMA_VERSION] === undefined) {
  known[SCHEMA_VERSION] = hashSchemas();
  writeFileSync(HISTORY, `${JSON.stringify(known, null, 2)}\n`);
}

test('the sent and stored shapes change only with the schema version', () => {
  const advice = `raise SCHEMA_VERSION (it is ${SCHEMA_VERSION}) and run: npm run schema`;
  expect(hashSchemas(), advice).toEqual(known[SCHEMA_VERSION]);
});

test('a new field in a message or in a device’s storage is noticed; a comment is not', () => {
  const withMore = (name: string, from: string, to: string) =>
    hashSchemas((file) => {
      const source = readFileSync(file, 'utf8');
      return file === name ? source.replace(from, to) : source;
    });
  const { wire, storage } = hashSchemas();
  const changes = 'src/domain/model/changes.ts';
  const changed = withMore(
    changes,
    "readonly type: 'event-renamed';",
    "readonly type: 'event-renamed'; readonly x?: 1;",
  );
  expect(changed.wire).not.toBe(wire);
  const schema = 'src/server/storage/schema.ts';
  expect(withMore(schema, 'export interface Schema {', 'export interface Schema { x: string;').storage).not.toBe(
    storage,
  );
  expect(withMore(changes, 'export type ChangeBody', '/** More. */\nexport   type ChangeBody')).toEqual({
    wire,
    storage,
  });
});
