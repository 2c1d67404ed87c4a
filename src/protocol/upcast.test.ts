import { expect, test } from 'vitest';
import { createRace } from '../../tests/support/event-history.ts';
import type { Command } from './commands.ts';
import { SCHEMA_VERSION } from './schema-version.ts';
import { upcastCommand, upcastEvent } from './upcast.ts';

test('a command that waits on a device of any earlier version is taken', () => {
  const command = { id: 'one', type: 'tap.undo' } as Command;
  for (let from = 1; from <= SCHEMA_VERSION; from += 1) expect(upcastCommand(command, from)).toEqual(command);
});

test('an event of a node without formats gets the plain one, and keeps everything else', () => {
  const { event } = createRace('a');
  const { format: _format, official: _official, ...sent } = event;
  expect(upcastEvent(sent as typeof event)).toEqual(event);
});
