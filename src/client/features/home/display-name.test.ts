import { expect, test } from 'vitest';
import { displayNameOf } from './display-name.ts';

const email = 'coach@example.org';

test('the display name is the username, else the name, else the email', () => {
  expect(displayNameOf({ username: 'Coach', name: 'Ann', email })).toBe('Coach');
  expect(displayNameOf({ username: '', name: 'Ann', email })).toBe('Ann');
  expect(displayNameOf({ username: '', name: '', email })).toBe(email);
});

test('a username of spaces is no name', () => {
  expect(displayNameOf({ username: '  ', name: '', email })).toBe(email);
});
