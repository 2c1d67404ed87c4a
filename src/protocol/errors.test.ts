import { expect, test } from 'vitest';
import { callStatusOf } from './error-entry.ts';
import { errors } from './errors.ts';

test('[E1] HTTP statuses map to the call statuses of the specification', () => {
  const map = [400, 401, 403, 404, 409, 429, 500, 501, 503, 504, 499, 418].map((status) => [
    status,
    callStatusOf(status),
  ]);
  expect(Object.fromEntries(map)).toEqual({
    400: 'invalid-argument',
    401: 'unauthenticated',
    403: 'permission-denied',
    404: 'not-found',
    409: 'aborted',
    429: 'resource-exhausted',
    500: 'internal',
    501: 'unimplemented',
    503: 'unavailable',
    504: 'deadline-exceeded',
    499: 'cancelled',
    418: 'unknown',
  });
});

test('[E2] the texts of the specification are word for word', () => {
  expect(errors['email-and-password-required'].text).toBe('Email and password are required');
  expect(errors['no-profile'].text).toBe('No user profile found. Contact admin.');
  expect(errors['not-accepted'].text).toBe('Account not accepted yet. Please contact admin.');
});

test('[E3] every entry has an error status and says something that a person can read', () => {
  for (const [code, { http, text }] of Object.entries(errors)) {
    expect(http, code).toBeGreaterThanOrEqual(400);
    expect(text.length, code).toBeGreaterThan(10);
  }
});
