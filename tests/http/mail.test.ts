import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { epochMs } from '../../src/domain/units.ts';
import type { CommandAnswers } from '../../src/protocol/commands.ts';
import { api } from '../../src/protocol/routes.ts';
import { delayAfter, deliverNext, startMailDelivery } from '../../src/server/mail/delivery.ts';
import { createSmtpTransport } from '../../src/server/mail/transport.ts';
import type { Storage } from '../../src/server/storage/engine.ts';
import { queueMail } from '../../src/server/storage/mail.ts';
import { addRacers, batchOf, createEvent, createRacer, eventCommand, tap } from '../support/commands.ts';
import { openTestStorage, quiet } from '../support/database.ts';
import { arrive, confirmAddress, newPerson } from '../support/people.ts';
import { startTestServer } from '../support/running-server.ts';
import { type SmtpProcess, startSmtpProcess } from '../support/smtp.ts';

let smtp: SmtpProcess;
let storage: Storage;
let now = 1_800_000_000_000;
beforeAll(async () => {
  [smtp, storage] = await Promise.all([startSmtpProcess(), openTestStorage('postgres')]);
});
beforeEach(async () => {
  await storage.db.deleteFrom('mail').execute();
});
afterAll(() => Promise.all([smtp.stop(), storage.close()]));

const clock = { now: () => epochMs(now) };
const partsTo = (url: string) => ({
  db: storage.db,
  transport: createSmtpTransport(url),
  from: 'Pushoff <no-reply@timing.example.org>',
  clock,
  log: quiet,
});
const queue = (to: string, subject = 'Hello') => queueMail(storage.db, { to, subject, text: 'Grüße, 張 😀' }, now);
const stored = () => storage.db.selectFrom('mail').selectAll().executeTakeFirstOrThrow();
const receivedBy = (to: string) => smtp.accepted.filter((mail) => mail.to.includes(to));

test('a mail reaches a real SMTP server once, whole, with a subject that cannot add headers', async () => {
  await queue('ada@example.org', 'Hi\r\nBcc: eve@example.org');
  const parts = partsTo(smtp.url);
  expect(await deliverNext(parts)).toBe(true);
  expect(await deliverNext(parts)).toBe(false);
  const [mail, ...more] = receivedBy('ada@example.org');
  expect(more).toEqual([]);
  expect(mail?.source).not.toMatch(/^Bcc:/m);
  expect(mail?.source).toMatch(/^From: Pushoff <no-reply@timing\.example\.org>/m);
  expect((await stored()).sentAt).toBe(now);
});

test('a server that is busy is tried again, later each time, with the same Message-ID', async () => {
  await queue('busy-2@example.org');
  const parts = partsTo(smtp.url);
  const { id } = await stored();
  for (const attempts of [1, 2]) {
    expect(await deliverNext(parts)).toBe(true);
    expect(await stored()).toMatchObject({ attempts, sentAt: null, nextAttemptAt: now + delayAfter(attempts) });
    expect(await deliverNext(parts), 'not before its time').toBe(false);
    now += delayAfter(attempts);
  }
  await deliverNext(parts);
  const [mail, ...more] = receivedBy('busy-2@example.org');
  expect(more).toEqual([]);
  expect(mail?.source).toContain(`Message-ID: <${id}@timing.example.org>`);
});

test('a mailbox that does not exist is given up at once', async () => {
  await queue('gone@example.org');
  await deliverNext(partsTo(smtp.url));
  expect(await stored()).toMatchObject({ failedAt: now, sentAt: null, lastError: expect.stringContaining('550') });
});

test('a mail waits for a server that is down, and for a node that died while it was sending', async () => {
  const down = await startSmtpProcess();
  await down.stop();
  await queue('wait@example.org');
  await deliverNext(partsTo(down.url));
  expect(await stored()).toMatchObject({ attempts: 1, sentAt: null, failedAt: null });
  now += delayAfter(1);
  const dying = { ...partsTo(smtp.url), transport: { send: () => new Promise<never>(() => {}) } };
  void deliverNext(dying);
  await expect.poll(async () => (await stored()).attempts).toBe(2);
  expect(await deliverNext(partsTo(smtp.url)), 'another node leaves it alone for now').toBe(false);
  now += 10 * 60_000;
  await deliverNext(partsTo(smtp.url));
  expect(receivedBy('wait@example.org')).toHaveLength(1);
});

test('two nodes that send at the same time send each mail once', async () => {
  const recipients = Array.from({ length: 12 }, (_, index) => `many-${index}@example.org`);
  for (const to of recipients) await queue(to);
  const before = smtp.accepted.length;
  const nodes = [1, 2].map(() => startMailDelivery(partsTo(smtp.url)));
  await smtp.waitForMails(before + recipients.length);
  await Promise.all(nodes.map((node) => node.stop()));
  expect(recipients.map((to) => receivedBy(to).length)).toEqual(recipients.map(() => 1));
});

test('the server mails through SMTP_URL as soon as a user signs up', async () => {
  const environment = { SMTP_URL: smtp.url, ADMIN_EMAIL: 'boss@example.org', MAIL_FROM: 'timing@example.org' };
  const server = await startTestServer('sqlite', { environment });
  try {
    const person = newPerson();
    const before = smtp.accepted.length;
    await server.client().post(api.signUp, person);
    await smtp.waitForMails(before + 2);
    expect(receivedBy(person.email)[0]?.source).toContain('Subject: Welcome to Pushoff');
    const admin = receivedBy('boss@example.org')[0]?.source;
    expect(admin).toContain('Subject: New user signup!');
    expect(admin).toContain(person.email);
  } finally {
    await server.stop();
  }
});

test('an invited helper opens the mailed link as a guest, joins, and can tap', async () => {
  const environment = {
    SMTP_URL: smtp.url,
    MAIL_FROM: 'timing@example.org',
    PUBLIC_URL: 'https://timing.example.org',
    PAYMENTS: 'sandbox',
  };
  const server = await startTestServer('sqlite', { environment });
  try {
    const { client: owner, person } = await arrive(server);
    await confirmAddress(server, person.email);
    const [eventId, racerId] = [randomUUID(), randomUUID()];
    const name = 'Tuesday 10\r\nBcc: eve@example.org';
    await owner.post(
      api.commands,
      batchOf(createEvent(eventId, name), createRacer(racerId), addRacers(eventId, racerId)),
    );
    const invite = (email: string) =>
      owner.post(api.commands, batchOf(eventCommand(eventId, { type: 'admin.invite', email })));
    for (const email of ['Eli@Example.org', 'eli@example.org', 'bo@example.org']) await invite(email);
    await expect.poll(() => receivedBy('bo@example.org')).toHaveLength(1);
    const [mail, ...more] = receivedBy('eli@example.org');
    expect(more).toEqual([]);
    expect(mail?.source).not.toMatch(/^Bcc:/m);
    const text = decodeQuotedPrintable(mail!.source);
    const stop = /https:\/\/timing\.example\.org\/stop-mail\?token=[\w.%-]+/.exec(text)![0];
    const unfolded = mail!.source.replaceAll(/\r?\n[ \t]+/g, ' ');
    expect(unfolded).toMatch(new RegExp(`^List-Unsubscribe: <${stop.replaceAll(/[.?]/g, '\\$&')}>`, 'm'));
    expect(text).toContain(`${person.username} invites you to help time the event "Tuesday 10 Bcc: eve@example. org"`);
    const link = new URL(/https:\/\/timing\.example\.org\/timer\S+/.exec(text)![0]);
    expect(link.searchParams.get('eventId')).toBe(eventId);

    const guest = server.client();
    await guest.post(api.anonymous);
    const key = link.searchParams.get('guestAdminKey')!;
    expect((await guest.get(`/api/events/${eventId}?key=${key}`)).status).toBe(200);
    const commands = [eventCommand(eventId, { type: 'admin.join' }), tap(eventId, 'start', racerId)];
    const { body } = await guest.post<CommandAnswers>(api.commands, {
      ...batchOf(...commands),
      keys: { [eventId]: key },
    });
    expect(body.answers.map(({ status }) => status)).toEqual(['accepted', 'accepted']);
  } finally {
    await server.stop();
  }
});

/** SMTP breaks long lines with a trailing `=`. */
function decodeQuotedPrintable(source: string): string {
  return source
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
}
