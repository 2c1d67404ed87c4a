import { expect, test } from 'vitest';
import { createRunKey, createTicket, isTicket, opensLink } from './run-keys.ts';

const SECRET = 'a secret that only this server has';
const HOUR = 3_600_000;

test('[U8] a link is opened by its key and by nothing else, and one that is off by nothing at all', () => {
  const key = createRunKey();
  expect(createRunKey()).not.toBe(key);
  expect(opensLink(key, key)).toBe(true);
  for (const wrong of [undefined, '', key.slice(1), `${key}x`]) expect(opensLink(wrong, key)).toBe(false);
  for (const given of [undefined, '', key]) expect(opensLink(given, null)).toBe(false);
});

test('[U16] a ticket is for one run, some hours and one link', () => {
  const run = { id: 'run', linkKey: createRunKey() };
  const ticket = createTicket(SECRET, run.id, run.linkKey, 0);
  expect(isTicket(ticket, SECRET, run, HOUR)).toBe(true);
  expect(isTicket(ticket, SECRET, run, 13 * HOUR)).toBe(false);
  expect(isTicket(ticket, SECRET, { ...run, id: 'another' }, HOUR)).toBe(false);
  expect(isTicket(ticket, SECRET, { ...run, linkKey: createRunKey() }, HOUR)).toBe(false);
  expect(isTicket(ticket, SECRET, { ...run, linkKey: null }, HOUR)).toBe(false);
  expect(isTicket(ticket, 'another secret', run, HOUR)).toBe(false);
  const [until, signature] = ticket.split('.');
  expect(isTicket(`${Number(until) + 24 * HOUR}.${signature}`, SECRET, run, HOUR)).toBe(false);
  for (const nonsense of [undefined, '', '.', 'x.y', `${until}.`]) {
    expect(isTicket(nonsense, SECRET, run, HOUR)).toBe(false);
    expect(isTicket(nonsense, SECRET, { ...run, linkKey: null }, HOUR)).toBe(false);
  }
});
