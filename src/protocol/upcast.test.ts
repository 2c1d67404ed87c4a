import { expect, test } from 'vitest';
import type { Command } from './commands.ts';
import { SCHEMA_VERSION } from './schema-version.ts';
import { upcastCommand } from './upcast.ts';

test('[UP7] a command that waits on a device since any earlier version is still sent', () => {
  const waiting = { id: 'a', eventId: 'b', body: { type: 'rename-event', name: 'Hill climb' } } as unknown as Command;
  for (let version = 1; version <= SCHEMA_VERSION; version += 1)
    expect(upcastCommand(waiting, version)).toEqual(waiting);
});
