import { expect, test } from 'vitest';
import { createLinkKey } from '../../../server/access/link-keys.ts';
import { createTicket, isTicket } from './video-tickets.ts';

const SECRET = 'a secret that only this server has';
const HOUR = 3_600_000;

test('[U16] a ticket is for one run, some hours and one link', () => {
  const run = { id: 'run', linkKey: createLinkKey() };
  const ticket = createTicket(SECRET, run.id, run.linkKey, 0);
  expect(isTicket(ticket, SECRET, run, HOUR)).toBe(true);
  expect(isTicket(ticket, SECRET, run, 13 * HOUR)).toBe(false);
  expect(isTicket(ticket, SECRET, { ...run, id: 'another' }, HOUR)).toBe(false);
  expect(isTicket(ticket, SECRET, { ...run, linkKey: createLinkKey() }, HOUR)).toBe(false);
  expect(isTicket(ticket, SECRET, { ...run, linkKey: null }, HOUR)).toBe(false);
  expect(isTicket(ticket, 'another secret', run, HOUR)).toBe(false);
  const [until, signature] = ticket.split('.');
  expect(isTicket(`${Number(until) + 24 * HOUR}.${signature}`, SECRET, run, HOUR)).toBe(false);
  for (const nonsense of [undefined, '', '.', 'x.y', `${until}.`]) {
    expect(isTicket(nonsense, SECRET, run, HOUR)).toBe(false);
    expect(isTicket(nonsense, SECRET, { ...run, linkKey: null }, HOUR)).toBe(false);
  }
});
