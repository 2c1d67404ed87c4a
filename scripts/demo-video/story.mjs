import { setTimeout as sleep } from 'node:timers/promises';
import { prepareRace, EVENT, racers } from './race.mjs';
import { SHOWN_HOST } from './server.mjs';

/** @typedef {import('./film.mjs').Film} Film */
/** @typedef {import('./phone.mjs').Phone} Phone */

const SITE = `http://${SHOWN_HOST}`;
/** Time to read the caption before the action. */
const HINT_MS = 700;

/** @param {Phone} phone @param {string} name */
const button = ({ page }, name) => page.getByRole('button', { name, exact: true }).last();

/**
 * A coach, a helper, and a race that is under way: everything on their screens comes from the product itself.
 * @param {{ helper: Phone; coach: Phone; film: Film }} parts
 */
export async function playStory({ helper, coach, film }) {
  const { chioma, kenji, lucia, dana } = racers;
  await openRace(coach, 'coach@example.org');
  await coach.film();
  await sleep(500);

  film.say('A time trial, timed on two phones.');
  film.look('finish');
  film.roll();
  await sleep(2600);

  film.say('The helper at the start scans a code. No account, nothing to install.');
  await sleep(HINT_MS);
  await coach.tap(button(coach, 'More'));
  await sleep(HINT_MS);
  await coach.tap(coach.page.getByRole('menuitem', { name: 'Invite Admin' }));
  const link = await coach.page.getByRole('textbox', { name: 'Guest admin link' }).inputValue();
  await sleep(900);
  await coach.tap(button(coach, 'Big QR code'));
  await sleep(1400);
  film.stop();
  await helper.page.goto(link);
  // Only an admin has 'More': the helper has joined.
  await button(helper, 'More').waitFor();
  await helper.film();
  film.look('start');
  film.roll();
  await sleep(1200);
  await coach.tap(button(coach, 'Close'));
  await sleep(250);
  await coach.tap(button(coach, 'Close'));
  await sleep(400);

  film.say('Start at one end. The other end sees it at once.');
  await sleep(HINT_MS);
  await helper.tap(button(helper, `Start ${chioma.name}`));
  await button(coach, `Finish ${chioma.name}`).waitFor();
  await sleep(800);
  film.look('finish');
  await sleep(1400);
  await helper.tap(button(helper, `Start ${kenji.name}`));
  await button(coach, `Finish ${kenji.name}`).waitFor();
  await sleep(1800);

  film.say('Press Finish, and the time is on the leaderboard.');
  await Promise.all([sleep(HINT_MS), helper.scrollToTop()]);
  await coach.tap(button(coach, `Finish ${dana.name}`));
  await sleep(3700);

  // The list has closed up: the next racer is where the finger was.
  film.say('One tap too many? Undo takes it back.');
  await sleep(HINT_MS);
  await coach.tap(button(coach, `Finish ${chioma.name}`));
  await sleep(2000);
  await coach.tap(button(coach, 'Undo'));
  await sleep(1400);
  await Promise.all([sleep(800), helper.scrollToTop()]);

  film.say('No signal at the start: the helper presses Start all the same.');
  film.look('start');
  await helper.setSignal(false);
  await sleep(1500);
  await helper.tap(button(helper, `Start ${lucia.name}`));
  await sleep(4200);

  film.say('The signal is back, and both phones agree.');
  await Promise.all([sleep(HINT_MS), helper.scrollToTop()]);
  await helper.setSignal(true);
  await button(coach, `Finish ${lucia.name}`).waitFor();
  await sleep(1400);
  film.look('finish');
  await sleep(2900);

  film.say('No tap is ever lost.');
  await Promise.all([helper, coach].map((phone) => phone.scrollToTop()));
  await sleep(3200);
  film.stop();
}

/**
 * The race again in a few seconds and without words, for the landing page: a start, a finish, the board on both phones.
 * @param {{ helper: Phone; coach: Phone; film: Film }} parts
 * @param {string} email of the coach: an account for each recording
 */
export async function playLoop({ helper, coach, film }, email) {
  const { chioma, dana } = racers;
  await openRace(coach, email);
  await coach.tap(button(coach, 'More'));
  await coach.tap(coach.page.getByRole('menuitem', { name: 'Invite Admin' }));
  await helper.page.goto(await coach.page.getByRole('textbox', { name: 'Guest admin link' }).inputValue());
  await coach.tap(button(coach, 'Close'));
  await button(helper, 'More').waitFor();
  await Promise.all([helper.film(), coach.film()]);
  await sleep(500);

  film.look('start');
  film.roll();
  await sleep(1000);
  await helper.tap(button(helper, `Start ${chioma.name}`));
  await button(coach, `Finish ${chioma.name}`).waitFor();
  await sleep(700);
  film.look('finish');
  await sleep(1300);
  await coach.tap(button(coach, `Finish ${dana.name}`));
  await coach.page.getByRole('region', { name: 'Leaderboard' }).getByText(dana.name).waitFor();
  // The line of the racer who has finished closes up once the hand has had its time.
  await sleep(4800);
  film.stop();
}

/** @param {Phone} phone @param {string} email */
async function openRace(phone, email) {
  await phone.page.goto(`${SITE}/landing`);
  await prepareRace(phone.page, email);
  await phone.page.goto(`${SITE}/homepage`);
  await phone.page.getByRole('link', { name: `Select: ${EVENT}` }).click();
  await button(phone, `Finish ${racers.dana.name}`).waitFor();
}
