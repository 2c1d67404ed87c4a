import { expect, test } from 'vitest';
import { readSessionCookie, sessionCookieIn } from './session-cookie.ts';

const HTTP = 'http://localhost:3000';
const HTTPS = 'https://pushoff.example';

test('the session’s own cookie is found among others, and the first of two counts', () => {
  const header = 'a=1; pushoff.session_token=t.s; b=2; pushoff.session_token=other.s';
  expect(sessionCookieIn(header, HTTP)).toBe('pushoff.session_token=t.s');
  expect(sessionCookieIn(`__Host-${'pushoff.session_token=t.s'}; ${header}`, HTTPS)).toBe(
    '__Host-pushoff.session_token=t.s',
  );
  for (const other of [undefined, '', 'a=pushoff.session_token=t.s', 'xpushoff.session_token=t.s', header]) {
    expect(sessionCookieIn(other, HTTPS)).toBeUndefined();
  }
});

test('whatever else is in the header, only a cookie of ours is kept of it', () => {
  const junk = Array.from({ length: 500 }, (_, index) => `x${index}=${'y'.repeat(20)}`).join('; ');
  expect(sessionCookieIn(`${junk}; pushoff.session_token=t.s; ${junk}`, HTTP)).toBe('pushoff.session_token=t.s');
  expect(sessionCookieIn(`pushoff.session_token=${'t'.repeat(16_000)}.s`, HTTP)).toBeUndefined();
});

test('a value is a token and its signature', () => {
  expect(readSessionCookie('name=to.ken.c2ln%3D')).toEqual({ token: 'to.ken', signature: 'c2ln=' });
  for (const value of ['', 'token', '.signature', '%E0%A4%A'])
    expect(readSessionCookie(`name=${value}`)).toBeUndefined();
});
