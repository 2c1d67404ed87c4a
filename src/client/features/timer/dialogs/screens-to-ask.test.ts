import { expect, test } from 'vitest';
import type { EventScreen, ScreenMaker } from '../../../../protocol/screens.ts';
import { screensToAsk } from './screens-to-ask.ts';

const made = (maker: ScreenMaker | null): EventScreen => ({
  id: '',
  name: '',
  key: '',
  createdAt: 1,
  kind: 'board',
  maker,
});
const byGuest = made({ isYou: false, isGuest: true, name: null });
const byOwner = made({ isYou: true, isGuest: false, name: 'Ada' });
const before = made(null);

test('[SC12] the viewer link asks about both kinds of screens, and suggests to withdraw those of guests', () => {
  expect(screensToAsk('viewer', [byOwner, byGuest, before, byGuest])).toEqual([
    { of: 'guests', label: 'Also turn off 2 screens that guests made', isSuggested: true },
    { of: 'others', label: 'Also turn off 2 screens that you or invited admins made', isSuggested: false },
  ]);
});

test('[SC12] the admin link asks about the screens that do not go anyway', () => {
  expect(screensToAsk('admin', [byOwner, byGuest]).map((asked) => asked.of)).toEqual(['others']);
  expect(screensToAsk('admin', [byGuest])).toEqual([]);
});

test('[SC12] without screens nothing is asked; where the server has not answered, everything', () => {
  expect(screensToAsk('viewer', [])).toEqual([]);
  expect(screensToAsk('viewer', null).map((asked) => [asked.of, asked.isSuggested])).toEqual([
    ['guests', true],
    ['others', false],
  ]);
});
