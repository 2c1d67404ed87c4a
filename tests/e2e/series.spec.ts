import { expect, getAccount, test } from './fixtures.ts';
import { change, createRace, finishIn } from './race.ts';

test('[SE1] two events become a series: the owner chooses rules, a reader with the link sees places move @proof', async ({
  page,
  context,
  openBrowser,
}) => {
  await getAccount(page);
  const first = await createRace(context.request, 'Round one', ['Ada', 'Bo']);
  await finishIn(context.request, first, 'Ada', 60);
  await finishIn(context.request, first, 'Bo', 65);

  await page.goto('/homepage');
  await page.getByRole('link', { name: 'Open series' }).click();
  await page.getByRole('button', { name: 'New series' }).click();
  const box = page.getByRole('dialog', { name: 'New series' });
  await box.getByRole('button', { name: 'Create' }).click();
  await expect(box).toContainText('Please enter a name for the series.');
  await box.getByLabel('Name').fill('Winter league');
  await box.getByRole('button', { name: 'Create' }).click();

  await page.getByRole('checkbox', { name: 'Round one' }).check();
  await page.getByLabel('Score by').selectOption({ label: 'Points: your own table' });
  const table = page.getByLabel('Points for places 1, 2, 3 …');
  await table.fill('10,,5');
  await expect(page.getByText('with no gaps')).toBeVisible();
  await table.fill('10, 5');
  await page.getByRole('button', { name: 'Save' }).click();

  const rows = page.getByRole('table').getByRole('row');
  await expect(rows).toHaveText([/Points/, /#1.*Ada.*10/s, /#2.*Bo.*5/s]);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Make a link' }).click();
  const link = await page.getByLabel('Link to the standings').inputValue();

  await page.evaluate(() => (window.print = () => undefined));
  await page.getByRole('button', { name: 'Print' }).click();
  await page.emulateMedia({ media: 'print' });
  const paper = page.getByRole('region', { name: 'Standings for printing' });
  await expect(paper.getByRole('row')).toHaveText([
    /^Rank\s*Racer\s*1\s*Points$/,
    /^1\s*Ada\s*10\s*10$/,
    /^2\s*Bo\s*5\s*5$/,
  ]);
  await expect(paper).toContainText(/1\. Round one, \d+ \w+ \d+\s*Printed on/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(paper).toBeHidden();

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('table')).toBeVisible();
  for (const role of ['banner', 'contentinfo'] as const) await expect(page.getByRole(role)).toBeHidden();
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await page.emulateMedia({ media: null, colorScheme: null });

  const reader = await openBrowser({ viewport: { width: 390, height: 844 } });
  await reader.goto(link);
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Winter league');
  await expect(reader.getByRole('button', { name: 'Events and rules' })).toBeHidden();
  await reader.getByRole('button', { name: /^Ada/ }).click();
  await expect(reader.getByRole('table')).toContainText('place 1');

  await page.getByRole('button', { name: 'Turn off the link' }).click();
  await expect(page.getByRole('button', { name: 'Make a link' })).toBeVisible();
  await reader.reload();
  await expect(reader.getByRole('alert')).toContainText('That series is gone');
});

test('[SE9] a coach on a phone types rules, reloads, goes back, loses the signal, and saves what is on the screen', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await getAccount(page);
  const [first, second] = [
    await createRace(context.request, 'Round one', ['Ada']),
    await createRace(context.request, 'Round two', []),
  ];
  await finishIn(context.request, first, 'Ada', 60);
  await page.goto('/series');
  await page.getByRole('button', { name: 'New series' }).first().click();
  await page.getByLabel('Name').fill('Winter league');
  await page.getByRole('button', { name: 'Create' }).click();

  const events = ['Round one', 'Round two'].map((name) => page.getByRole('checkbox', { name }));
  for (const event of events) await event.check();
  const needed = page.getByLabel('Events needed for a place');
  await needed.click();
  await needed.press('End');
  await needed.press('Backspace');
  await needed.pressSequentially('2');
  await expect(needed).toHaveValue('2');
  const table = page.getByLabel('Points for places 1, 2, 3 …');
  await table.fill('10, 5');
  await page.reload();
  await expect(page.getByText('You haven’t saved what you changed here before', { exact: false })).toBeVisible();
  for (const event of events) await expect(event).toBeChecked();
  await page.goto('/series');
  await page.goBack();
  await expect(needed).toHaveValue('2');
  await expect(table).toHaveValue('10, 5');

  await table.fill('10,,5');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'with no gaps' })).toBeVisible();
  await expect(table, 'not the table before it').toHaveValue('10,,5');
  await table.fill('12, 6');
  await context.setOffline(true);
  await expect(page.getByText('You are offline.', { exact: false }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'We can’t reach the server' })).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('table').getByRole('row', { name: /Ada/ })).toContainText(/needs 2 events.*12/s);

  await change(context.request, first, { type: 'event.delete' });
  await page.reload();
  await expect(page.getByRole('list').filter({ hasText: second.name }).getByRole('listitem')).toHaveText([
    /^Round two/,
    /deleted/,
  ]);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Make a link' }).click();
  await page.getByLabel('Link to the standings').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Events and rules' }).click();
  await page.getByRole('button', { name: 'Delete series' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('Its link stops working');
});
