import { expect, getAccount, test } from './fixtures.ts';
import { api } from '../../src/protocol/routes.ts';
import { batchOf, tap } from '../support/commands.ts';
import {
  boardOf,
  chooseFromMore,
  counters,
  createRace,
  finish,
  finishButton,
  joinByLink,
  needsLook,
  onCourseOf,
  openTimer,
  ranking,
  section,
  start,
  tapAs,
  undoBar,
} from './race.ts';

test(
  '[R5] Two admins finish the same racer at once: the first counts, the second is kept and can be chosen',
  { tag: '@proof' },
  async ({ page, context, openBrowser }) => {
    await getAccount(page);
    const race = await createRace(context.request, 'Both saw it', ['Ada', 'Bo']);
    const helper = await openBrowser();
    await joinByLink(helper, race.adminLink, race.name);
    await openTimer(page, race);
    await tapAs(context.request, race, 'start', 'Ada', { at: Date.now() - 60_000 });
    for (const phone of [page, helper]) await expect(finishButton(phone, 'Ada')).toBeVisible();

    // Neither phone has the other's tap when it makes its own, and the two are no reading of one moment.
    await helper.context().setOffline(true);
    await finish(page, 'Ada');
    await expect.poll(() => ranking(page)).toEqual(['#1 Ada']);
    const apart = Date.now() + 300;
    await expect.poll(() => Date.now()).toBeGreaterThan(apart);
    await finish(helper, 'Ada');
    await helper.context().setOffline(false);

    for (const phone of [page, helper]) await expect(needsLook(phone)).toHaveAccessibleName('Needs a look: 1');
    const [first] = await boardOf(page);
    await expect.poll(() => boardOf(helper), 'what came first stands, on both').toEqual([first]);

    await needsLook(helper).click();
    const doubt = helper.getByRole('dialog', { name: 'Needs a look' }).getByRole('button', { name: /^Ada/ });
    await expect(doubt).toHaveText(/^Ada\s*Two readings at the finish are \d+\.\d\d s apart\.$/);
    await doubt.click();
    const choice = helper.getByRole('dialog', { name: 'Two finish times' });
    await expect(choice.getByRole('button', { name: /^Keep / })).toHaveCount(2);
    await helper.keyboard.press('Escape');
    await helper.keyboard.press('Escape');

    await section(helper, 'Leaderboard').getByRole('button', { name: 'Ada', exact: true }).click();
    const finishes = helper.getByRole('dialog', { name: 'Ada' }).getByRole('region', { name: 'Finish' });
    const second = finishes.getByRole('listitem');
    await expect(second).toContainText(/\d\d:\d\d:\d\d\.\d{3}.*\d+\.\d{3} s later.*You/s);
    await second.getByRole('button', { name: 'Use this time' }).click();
    await expect(second, 'the other one is kept just as well, and asks no more').toContainText(/Coach.*Bring back/s);
    for (const phone of [page, helper]) await expect(needsLook(phone)).toHaveCount(0);
    await helper.keyboard.press('Escape');
    await expect.poll(async () => (await boardOf(helper))[0]?.duration).not.toBe(first?.duration);
    await expect.poll(() => boardOf(page)).toEqual(await boardOf(helper));
    await expect.poll(() => ranking(page)).toEqual(['#1 Ada']);
  },
);

test(
  'A racer is removed on one phone while another finishes them: the tap is kept and counts when the racer is brought back',
  { tag: '@proof' },
  async ({ page, context, openBrowser }) => {
    await getAccount(page);
    const race = await createRace(context.request, 'Removed too early', ['Ada', 'Bo']);
    const helper = await openBrowser();
    await joinByLink(helper, race.adminLink, race.name);
    await openTimer(page, race);
    await start(page, 'Ada');
    await expect(finishButton(helper, 'Ada')).toBeVisible();

    await helper.context().setOffline(true);
    await section(page, 'Racers On Course').getByRole('button', { name: 'Ada', exact: true }).click();
    await page.getByRole('dialog', { name: 'Ada' }).getByRole('button', { name: 'Remove from event' }).click();
    await expect(undoBar(page)).toContainText('Ada removed');
    await expect.poll(() => onCourseOf(page)).toEqual([]);
    await finish(helper, 'Ada');
    await expect.poll(() => ranking(helper), 'as far as this phone knows').toEqual(['#1 Ada']);
    const [tapped] = await boardOf(helper);
    await helper.context().setOffline(false);

    for (const phone of [page, helper]) {
      await expect.poll(() => ranking(phone)).toEqual([]);
      await expect(counters(phone)).toContainText('Finished 0 / 1');
    }
    await expect(helper.getByRole('banner'), 'nothing was refused').not.toContainText('to sort out');
    await chooseFromMore(page, 'Event settings');
    const settings = page.getByRole('dialog', { name: 'Event settings' });
    await settings.getByRole('button', { name: 'Bring Ada back' }).click();
    await page.keyboard.press('Escape');
    for (const phone of [page, helper]) await expect.poll(() => ranking(phone)).toEqual(['#1 Ada']);
    const [counted] = await boardOf(page);
    expect([counted?.start, counted?.finish]).toEqual([tapped?.start, tapped?.finish]);
  },
);

test('An event is deleted while a viewer watches, and comes back when its owner brings it back @proof', async ({
  page,
  context,
  openBrowser,
}) => {
  await getAccount(page);
  const race = await createRace(context.request, 'Now you see me', ['Ada']);
  await openTimer(page, race);
  await start(page, 'Ada');
  const viewer = await openBrowser();
  await viewer.goto(race.viewerLink);
  await expect(finishButton(viewer, 'Ada')).toBeDisabled();

  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page).toHaveURL(/\/homepage$/);
  await expect(undoBar(page)).toContainText('Now you see me deleted');
  await expect(viewer.getByRole('heading', { level: 1 })).toHaveText('This event was deleted');
  await expect(viewer.getByText('The owner deleted this event, and can restore it for 30 days.')).toBeVisible();
  await expect(viewer.getByRole('button', { name: 'Bring it back' }), 'not for a viewer').toHaveCount(0);
  await viewer.reload();
  await expect(viewer.getByRole('heading', { level: 1 })).toHaveText('This event was deleted');

  await page.getByText('Deleted events').click();
  await page.getByRole('button', { name: 'Bring back: Now you see me' }).click();
  await expect(page.getByRole('heading', { name: 'Now you see me' })).toBeVisible();
  await expect(viewer.getByRole('heading', { level: 1 }), 'without a reload').toHaveText('Now you see me');
  await expect(finishButton(viewer, 'Ada')).toBeDisabled();
});

test('Two finishes closer than the clocks can tell are marked for the admin, and for no viewer @proof', async ({
  page,
  context,
  openBrowser,
}) => {
  await getAccount(page);
  const race = await createRace(context.request, 'Photo finish', ['Ada', 'Bo', 'Cy']);
  const begin = Date.now() - 600_000;
  const taps = Object.entries({ Ada: 60_000, Bo: 60_020, Cy: 65_000 }).flatMap(([name, ms]) => [
    tap(race.eventId, 'start', race.racerIds[name]!, { at: begin }),
    tap(race.eventId, 'finish', race.racerIds[name]!, { at: begin + ms }),
  ]);
  const measured = { reading: { wall: begin, monotonic: 0, origin: begin }, common: begin, uncertainty: 5 };
  const answer = await context.request.post(api.commands, { data: { ...batchOf(...taps), observations: [measured] } });
  expect(answer.ok()).toBe(true);

  await openTimer(page, race);
  const marks = section(page, 'Leaderboard').getByText('too close to call');
  await expect(marks).toHaveCount(2);
  await expect(section(page, 'Leaderboard').getByRole('listitem').last()).not.toContainText('too close');

  const viewer = await openBrowser();
  await viewer.goto(race.viewerLink);
  await expect.poll(() => ranking(viewer)).toEqual(['#1 Ada', '#2 Bo', '#3 Cy']);
  await expect(viewer.getByText('too close to call')).toHaveCount(0);
});
