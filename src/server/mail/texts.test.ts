import { expect, test } from 'vitest';
import { invitationMail, plainWords } from './texts.ts';

test.each([
  ['Tuesday 10', 'Tuesday 10'],
  ['  Tuesday\r\nBcc: eve@example.org\n', 'Tuesday Bcc: eve@example. org'],
  ['a\u{2028}b\u{0}c', 'a b c'],
  ['win https://evil.example/now', 'win https: evil. example/now'],
  ['St.Gallen 10.10.2026', 'St. Gallen 10.10.2026'],
  ['\u{202E}txt\u{202C}', 'txt'],
  ['👨‍👩‍👧 cup', '👨‍👩‍👧 cup'],
])('%j is sent as %j', (words, plain) => {
  expect(plainWords(words)).toBe(plain);
});

test('a name of any length leaves room for the rest', () => {
  expect(Array.from(plainWords('é'.repeat(200)))).toHaveLength(81);
});

test('an invitation says who invites, to what, and where', () => {
  const links = { timer: 'https://x.example/timer?eventId=1&guestAdminKey=k', home: 'https://x.example/homepage' };
  const mail = invitationMail('eli@example.org', { inviter: 'Ada', event: 'Tuesday 10' }, links);
  expect(mail).toMatchObject({ to: 'eli@example.org', subject: 'Help to time: Tuesday 10' });
  expect(mail.text).toContain('Ada invites you to help time the event "Tuesday 10"');
  expect(mail.text).toContain(`\n${links.timer}\n`);
});
