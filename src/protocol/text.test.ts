import { expect, test } from 'vitest';
import { passwordResetRequest, signUpRequest } from './account.ts';
import { eventCommand } from './commands.ts';

const id = '00000000-0000-4000-8000-000000000000';
const invitation = { id, deviceId: id, eventId: id, captured: { wall: 0, monotonic: 0, origin: 0 } };

/** Every input that takes an address to which mail may go. */
const ways: Readonly<Record<string, (email: unknown) => { readonly email: string } | string>> = {
  'sign-up': (email) => outcome(signUpRequest.safeParse({ username: '', password: 'long enough', email })),
  'password reset': (email) => outcome(passwordResetRequest.safeParse({ email })),
  invitation: (email) => outcome(eventCommand.safeParse({ ...invitation, type: 'admin.invite', email })),
};

function outcome(parsed: {
  success: boolean;
  data?: object;
  error?: { issues: readonly { message: string }[] };
}): { readonly email: string } | string {
  return parsed.success ? (parsed.data as { email: string }) : parsed.error!.issues[0]!.message;
}

test.each(Object.entries(ways))('[V20] %s takes addresses, and makes one of each way to write it', (_way, take) => {
  for (const [written, email] of [
    ['ada@example.org', 'ada@example.org'],
    ['  Ada.Swift+10@Example.ORG ', 'ada.swift+10@example.org'],
    ["o'neill_1@a-b.c.example", "o'neill_1@a-b.c.example"],
    ['ada@xn--bcher-kva.xn--p1ai', 'ada@xn--bcher-kva.xn--p1ai'],
  ] as const) {
    expect(take(written), written).toMatchObject({ email });
  }
});

test.each(Object.entries(ways))('[V20] %s refuses what is none, or could be read as another one', (_way, take) => {
  for (const written of [
    'ada',
    'ada@example',
    '@example.org',
    'ada@@example.org',
    'ada@evil\u{3002}example',
    'ada@evil\u{FF0E}example.org',
    'ada@evil\u{FF61}example.org',
    'ada@bücher.example',
    'ada@ex\u{430}mple.org',
    'ad\u{430}@example.org',
    'ada@exa\u{200B}mple.org',
    'ada\u{FF20}example.org',
    'ada@example.org,bo@example.org',
    'ada@example.org\nbcc:bo@example.org',
    '<ada@example.org>',
    'ada@-example.org',
    'ada@example-.org',
    'ada@example..org',
    'ada@127.0.0.1',
    'ada@[127.0.0.1]',
    '.ada@example.org',
    'ada..swift@example.org',
    `${'a'.repeat(250)}@example.org`,
    `ada@${'a'.repeat(64)}.org`,
  ]) {
    expect(take(written), written).toBe('email-invalid');
  }
});

test('an address of any length costs no more than its length', () => {
  const costOf = (length: number): number => {
    const before = process.cpuUsage();
    for (const part of ['a', 'a.', 'a-', 'a@', '.']) ways['password reset']!(part.repeat(length));
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  costOf(20_000);
  expect(costOf(400_000)).toBeLessThan(60 * Math.max(costOf(20_000), 1_000));
});
