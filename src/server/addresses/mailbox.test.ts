import { expect, test } from 'vitest';
import { mailboxOf } from './mailbox.ts';

test.each([
  ['Ada@Example.org', 'ada@example.org'],
  ['ada+club@example.org', 'ada@example.org'],
  ['ada+a+b@example.org', 'ada@example.org'],
  ['a.d.a@example.org', 'a.d.a@example.org'],
  ['A.da+x@googlemail.com', 'ada@gmail.com'],
  ['ada@gmail.com.example.org', 'ada@gmail.com.example.org'],
])('[A23] %s is the mailbox %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});
