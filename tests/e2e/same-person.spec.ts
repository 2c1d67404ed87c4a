import { expect, getAccount, test } from './fixtures.ts';
import { chooseFromMore, createRace, finishIn, inactiveOf, openTimer, section, tapAs, undoBar } from './race.ts';

const DAY = 86_400_000;

test.use({ viewport: { width: 390, height: 844 } });

test('[NM7] a racer who was entered twice becomes one person, after a look at what is joined, and two again @proof', async ({
  page,
  context,
}) => {
  const { request } = context;
  await getAccount(page);
  const first = await createRace(request, 'Week one', ['A. Swft', 'Bo Chan']);
  const second = await createRace(request, 'Week two', ['Ada Swift']);
  await tapAs(request, first, 'start', 'A. Swft', { at: Date.now() - 7 * DAY });
  await tapAs(request, first, 'finish', 'A. Swft', { at: Date.now() - 7 * DAY + 1_530_000 });
  await finishIn(request, second, 'Ada Swift', 1500);

  await page.goto(`/racers/${second.racerIds['Ada Swift']!}`);
  const results = page.getByRole('table').getByRole('rowgroup').last().getByRole('row');
  await expect(results).toHaveText([/^Week two/]);
  await page.getByRole('button', { name: 'Same person as…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Same person as Ada Swift' });
  await dialog.getByRole('searchbox', { name: 'Search by name' }).fill('swft');
  await expect(dialog.getByRole('listitem')).toHaveText(['A. Swft']);
  await dialog.getByRole('button', { name: 'A. Swft' }).click();
  await expect(dialog.getByRole('listitem')).toHaveText(['A. Swft1 event', 'Ada Swift1 event']);
  await expect(dialog.getByRole('button', { name: 'Ada Swift', pressed: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'They are one person' }).click();

  const twin = page.getByRole('region', { name: 'The same person' });
  await expect(twin).toContainText('Entered as A. Swft too');
  await expect(results).toHaveText([/^Week two/, /^Week one/]);
  await expect(page.getByText('1 event has another name: A. Swft')).toBeVisible();
  await undoBar(page).getByRole('button', { name: 'Undo' }).click();
  await expect(twin).toBeHidden();
  await expect(results).toHaveText([/^Week two/]);

  // The other way round: the page of the one that goes shows the one that stays.
  await page.getByRole('button', { name: 'Same person as…' }).click();
  await dialog.getByRole('button', { name: 'A. Swft' }).click();
  await dialog.getByRole('group', { name: 'Which name stays?' }).getByRole('button', { name: 'A. Swft' }).click();
  await dialog.getByRole('button', { name: 'They are one person' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A. Swft');
  await page.goto('/homepage');
  const library = page.getByRole('list', { name: 'Racers' });
  await expect(library.getByText('A. Swft')).toBeVisible();
  await expect(library.getByText('Ada Swift')).toBeHidden();

  // The event that has the one lists the other as added.
  await openTimer(page, second);
  await chooseFromMore(page, 'Add Racers');
  const picker = page.getByRole('dialog', { name: 'Add Racers' });
  await expect(picker.getByRole('checkbox', { name: /Bo Chan/ })).toBeEnabled();
  await expect(picker.getByRole('checkbox', { name: /A\. Swft/ })).toBeDisabled();
  // So does a list with both names, and a name that is typed asks before it is another person's.
  await picker.getByLabel('New racer').fill('ada swift');
  await picker.getByLabel('New racer').press('Enter');
  const question = page.getByRole('alertdialog', { name: 'You have a racer named ada swift' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await picker.getByLabel('New racer').fill('');
  await picker.getByRole('button', { name: 'Paste a list' }).click();
  const list = page.getByRole('dialog', { name: 'Import a start list' });
  await list.getByRole('textbox', { name: 'Start list' }).fill('A. Swft\nAda Swift\nBo Chan');
  await expect(list.getByText('twice in this list')).toHaveCount(1);
  await list.getByRole('button', { name: 'Import 2 racers' }).click();
  await expect(list).toBeHidden();
  await openTimer(page, second);
  await expect.poll(() => inactiveOf(page)).toEqual(['Bo Chan']);
  await expect(section(page, 'Leaderboard').getByRole('listitem')).toHaveText([/Ada Swift/]);

  await page.goto(`/racers/${second.racerIds['Ada Swift']!}`);
  await page.getByRole('button', { name: 'Separate again: Ada Swift' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Swift');
  await expect(results).toHaveText([/^Week two/]);
});
