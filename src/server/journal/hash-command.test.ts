import { describe, expect, test } from 'vitest';
import type { Command } from '../../protocol/commands.ts';
import { hashCommand } from './hash-command.ts';

const captured = { wall: 1_800_000_000_000.25, monotonic: 12.5, origin: -1e21 };
const command = {
  type: 'entries.add',
  id: '00000000-0000-4000-8000-000000000001',
  eventId: '00000000-0000-4000-8000-000000000002',
  deviceId: '00000000-0000-4000-8000-000000000003',
  captured,
  racers: [
    { racerId: '00000000-0000-4000-8000-000000000004', name: 'Zoë "Ö" \u2028 😀', groups: ['b', 'a'], bib: null },
  ],
} as unknown as Command;

describe('the hash of a command', () => {
  // Receipts of earlier releases hold it: a tap that is sent again after an upgrade must be known.
  test('is the one that earlier releases stored', () => {
    expect(hashCommand(command)).toBe('LiD1MvJz9P6dEXC7M5ml2htXtFmM8Adqq6q3c9RJ8bU');
  });

  test('does not depend on the order of keys, and depends on the order of values', () => {
    const turned = Object.fromEntries(Object.entries(command).toReversed()) as unknown as Command;
    expect(hashCommand(turned)).toBe(hashCommand(command));
    const withGroups = (...groups: string[]) => ({ ...command, racers: [{ groups }] }) as unknown as Command;
    expect(hashCommand(withGroups('a', 'b'))).not.toBe(hashCommand(withGroups('b', 'a')));
  });
});
