import fc from 'fast-check';
import nodemailer from 'nodemailer';
import { expect, test } from 'vitest';
import { eventCommand } from '../../protocol/commands.ts';
import { accountDeletedMail, invitationMail, invitesYou } from './account-mail.ts';
import { nameIn, plainWords } from './plain-words.ts';

const site = 'https://x.example';
const LINKS = { timer: `${site}/timer?eventId=1&guestAdminKey=k`, home: `${site}/homepage`, stop: `${site}/stop` };

test.each([
  ['Tuesday 10', 'Tuesday 10'],
  ['  Tuesday\r\nBcc: eve@example.org\n', 'Tuesday Bcc: eve@example. org'],
  ['a\u{2028}b\u{0}c', 'a b c'],
  ['win https://evil.example/now', 'win https: evil. example/now'],
  ['St.Gallen 10.10.2026', 'St. Gallen 10.10.2026'],
  ['\u{202E}txt\u{202C}', 'txt'],
  ['👨‍👩‍👧 cup', '👨‍👩‍👧 cup'],
  ['می\u{200C}خواهم', 'می\u{200C}خواهم'],
  ['www.evil.example', 'www. evil. example'],
  ['evil\u{3002}example', 'evil\u{3002} example'],
  ['evil\u{FF0E}example evil\u{FF61}example', 'evil\u{FF0E} example evil\u{FF61} example'],
  ['evil\u{2024}com evil\u{FE52}com', 'evil\u{2024} com evil\u{FE52} com'],
  ['evil.\u{24D2}\u{24DE}\u{24DC}', 'evil. \u{24D2}\u{24DE}\u{24DC}'],
  ['evil.\u{200B}com evil\u{AD}.com \u{FEFF}x', 'evil. com evil. com x'],
  ['evil.\u{200D}com', 'evil. \u{200D}com'],
  ['https:\u{FF0F}\u{FF0F}evil http\u{FF1A}//evil ftp:/\u{200B}/x', 'https: evil http: evil ftp: x'],
  ['evil[.]example', 'evil[.]example'],
  ['Wait... 9.30, No. 7 (Jr.)', 'Wait... 9.30, No. 7 (Jr.)'],
])('%j is sent as %j', (words, plain) => {
  expect(plainWords(words)).toBe(plain);
});

test('[LG16] a name that runs from right to left keeps to itself in a sentence, and no other name is changed', () => {
  expect(nameIn('نادي الدراجات')).toBe('\u{2068}نادي الدراجات\u{2069}');
  expect(nameIn('Ada Swift')).toBe('Ada Swift');
  const mail = invitationMail('eli@example.org', { inviter: 'سارة', event: 'Tuesday 10' }, LINKS);
  expect(mail.text).toContain('\u{2068}سارة\u{2069} invites you to help time the event "Tuesday 10"');
});

test('a name of any length leaves room for the rest', () => {
  expect(Array.from(plainWords('é'.repeat(200)))).toHaveLength(81);
});

/** Links as mail programs find them: letters after any kind of dot are a site; and so is a text with a scheme. */
const link = /[\p{L}\p{N}-]+[.\u{3002}\u{FF0E}\u{FF61}\u{2024}\u{FE52}][\p{L}]|:\/\//u;

test('no words become a link, whatever they are made of', () => {
  const pieces = [
    'evil',
    'com',
    '.',
    '\u{3002}',
    '\u{FF61}',
    '\u{200B}',
    '\u{200D}',
    '\u{AD}',
    '://',
    ':/',
    '/',
    ' ',
    '\n',
    '1',
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (some) => {
      const plain = plainWords(some.join(''));
      expect(plain.normalize('NFKC').replaceAll(/[\u{200C}\u{200D}]/gu, '')).not.toMatch(link);
    }),
    { numRuns: 500 },
  );
});

test('an invitation says who invites, to what, and where', () => {
  const links = LINKS;
  const mail = invitationMail('eli@example.org', { inviter: 'Ada', event: 'Tuesday 10' }, links);
  expect(mail).toMatchObject({ to: 'eli@example.org', subject: 'Help to time: Tuesday 10' });
  expect(mail.text).toContain('Ada invites you to help time the event "Tuesday 10"');
  expect(mail.text).toContain(`\n${links.timer}\n`);
  expect(mail.text, 'WY6').toContain('once you’ve confirmed your email');
  expect(mail.text).toContain(`\n${links.stop}\n`);
  expect(mail.unsubscribe).toBe(links.stop);
});

const BREAKERS = [
  '\r\n',
  '\n',
  '\r',
  '\u{85}',
  '\u{2028}',
  'Bcc: eve@example.org',
  '<',
  '>',
  ',',
  ';',
  ':',
  '"',
  '=?utf-8?q?=0A?=',
];
const nasty = fc
  .array(fc.oneof(fc.constantFrom(...BREAKERS), fc.string({ unit: 'grapheme' })))
  .map((it) => it.join(''));
const HEADERS = [
  'Content-Transfer-Encoding',
  'Content-Type',
  'Date',
  'From',
  'MIME-Version',
  'Message-ID',
  'Subject',
  'To',
];

const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

/** Composes the mail as it would be sent: the names of its headers, and its recipients. */
async function compose(mail: { to: string; subject: string; text: string }) {
  const { message, envelope } = await transport.sendMail({ ...mail, from: 'us@example.org' });
  const head = String(message).split('\r\n\r\n', 1)[0]!;
  return { headers: [...head.matchAll(/^([\w-]+):/gm)].map(([, name]) => name!).toSorted(), to: envelope.to };
}

test('whatever an event and its owner are called, a mail has its headers and one recipient', async () => {
  await fc.assert(
    fc.asyncProperty(nasty, nasty, async (inviter, event) => {
      const mail = invitationMail(
        'eli@example.org',
        { inviter, event },
        { timer: 'https://x/t', home: 'https://x/h', stop: 'https://x/s' },
      );
      expect(await compose(mail)).toEqual({ headers: HEADERS, to: ['eli@example.org'] });
      expect(mail.subject).not.toMatch(/[\p{Control}\u{2028}\u{2029}]/u);
    }),
    { numRuns: 30 },
  );
});

test('nothing that is taken for an address is more than one', async () => {
  const command = { id: crypto.randomUUID(), deviceId: crypto.randomUUID(), eventId: crypto.randomUUID() };
  const captured = { wall: 0, monotonic: 0, origin: 0 };
  const ordinary = fc.stringMatching(/^[a-z0-9+._-]{1,12}@[a-z]{1,9}\.org$/);
  const typed = fc.oneof(
    ordinary,
    fc.emailAddress(),
    fc.tuple(ordinary, nasty, ordinary).map((parts) => parts.join('')),
  );
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(typed, async (email) => {
      const parsed = eventCommand.safeParse({ ...command, captured, type: 'admin.invite', email });
      if (!parsed.success || parsed.data.type !== 'admin.invite') return;
      taken += 1;
      const mail = accountDeletedMail({ email: parsed.data.email }, 'help@example.org');
      expect((await compose(mail)).to).toEqual([parsed.data.email]);
    }),
    { numRuns: 30, examples: [['ada@club.org'], ['ada+club@club.org'], ['ada.b@club.org']] },
  );
  expect(taken).toBeGreaterThan(2);
});

test('[LG18] the sentence of an invitation is found again by its inviter, up to the event’s name', () => {
  expect(invitesYou('Ada')).toBe('\n\nAda invites you to help time the event "');
});
