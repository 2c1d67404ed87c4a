import { createRace, expect, logIn, test } from './fixtures.ts';
import { finish, onLeaderboard, start } from './race.ts';

test('A helper joins by the admin link and times; a spectator sees it live and can press nothing', async ({
  coach,
  openWebKit,
}) => {
  const race = await createRace(coach.request, 'Hill climb', ['Ada', 'Bo']);
  const [helper, spectator] = [await openWebKit(), await openWebKit()];
  await helper.goto(race.adminLink);
  await spectator.goto(race.viewerLink);
  await helper.see('button', 'More');
  await start(helper, 'Ada');
  expect(await helper.url()).not.toContain(race.keys.admin);
  await finish(helper, 'Ada');
  await expect.poll(() => onLeaderboard(spectator)).toEqual(['Ada']);
  await spectator.seeNot('button', 'Start Bo');
  await helper.reload();
  await start(helper, 'Bo');
});

test('A coach buys credits', async ({ coach, openWebKit }) => {
  const page = await openWebKit();
  await logIn(page, coach.email);
  await page.goto('/checkout?amount=150&price=9');
  await page.see('heading', 'Confirm Purchase');
  await page.fill('Card number', '4242424242424242');
  await page.fill('Expiry', '1240', { exact: false });
  await page.fill('CVC', '123', { exact: false });
  await page.press('button', 'Pay Now', { exact: false });
  await page.seeText('Payment successful! Credits added.');
});
