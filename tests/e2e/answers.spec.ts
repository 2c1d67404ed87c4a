import type { BrowserContext, JSHandle, Page } from '@playwright/test';
import type { CommandAnswers } from '../../src/protocol/commands.ts';
import { api } from '../../src/protocol/routes.ts';
import { untilSent } from './device.ts';
import { arrive, expect, getAccount, test } from './fixtures.ts';
import { createRace, finish, openTimer, start, tapAs, toasts, undoBar } from './race.ts';

const FINISHED = 'Race finished!';
const NOT_FINISHED = 'Failed to finish race. Changes will sync when online.';
const NOT_STARTED = 'Failed to start race. Changes may be synced later.';
const ADDED = 'Racer added successfully!';
const NOT_ADDED = 'Error adding racer, please try again.';

const commands = `**${api.commands}`;

/** The texts of all toasts from now on, in their order, also of those that have gone. */
async function hearToasts(page: Page): Promise<() => Promise<string[]>> {
  await expect(toasts(page)).toBeAttached();
  const said: JSHandle<string[]> = await page.evaluateHandle(() => {
    const texts: string[] = [];
    new MutationObserver((records) => {
      for (const { addedNodes } of records) {
        for (const node of addedNodes) {
          if (!(node instanceof Element)) continue;
          for (const toast of [node, ...node.querySelectorAll('*')]) {
            if (toast.matches('[data-toast]')) texts.push(toast.querySelector('p')!.textContent);
          }
        }
      }
    }).observe(document.body, { childList: true, subtree: true });
    return texts;
  });
  return () => said.jsonValue();
}

/** Waiting commands are tried at once, without the delay after a failure. */
const sendNow = (page: Page) => page.evaluate(() => dispatchEvent(new Event('online')));

test("[HD7] 'Race finished!' comes with the answer, or at once with no signal; an answer of 500 or 503 says so in its place", async ({
  page,
  context,
}) => {
  await getAccount(page);
  const race = await createRace(page.request, 'Server in trouble', ['Ada', 'Bo', 'Cy', 'Di', 'Ed']);
  for (const racer of ['Ada', 'Bo', 'Cy', 'Di']) await tapAs(page.request, race, 'start', racer);
  await openTimer(page, race);
  const said = await hearToasts(page);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await context.route(commands, async (route) => {
    await held;
    await route.continue();
  });
  await finish(page, 'Ada');
  await expect(undoBar(page)).toContainText(/Ada finished, \d/);
  expect(await said()).toEqual([]);
  release();
  await expect.poll(said).toEqual([FINISHED]);
  await untilSent(page);
  await context.unroute(commands);

  let status = 500;
  await context.route(commands, (route) => route.fulfill({ status, body: '' }));
  await finish(page, 'Bo');
  await expect.poll(said).toEqual([FINISHED, NOT_FINISHED]);
  status = 503;
  await start(page, 'Ed');
  await expect.poll(said).toEqual([FINISHED, NOT_FINISHED, NOT_STARTED]);
  await finish(page, 'Cy');
  const all = [FINISHED, NOT_FINISHED, NOT_STARTED, NOT_FINISHED];
  await expect.poll(said, { message: 'also after a failed start' }).toEqual(all);
  await context.unroute(commands);
  await sendNow(page);
  await untilSent(page);
  expect(await said(), 'nothing is said twice').toEqual(all);

  await context.setOffline(true);
  await expect(toasts(page)).toContainText('You are offline');
  const ofFinishes = async () => (await said()).filter((text) => /finish|start/i.test(text));
  await finish(page, 'Di');
  await expect.poll(ofFinishes).toEqual([...all, FINISHED]);
  await context.setOffline(false);
  await untilSent(page);
  expect(await ofFinishes()).toEqual([...all, FINISHED]);
});

/** The server takes none of the commands. */
const refuseAll = (context: BrowserContext) =>
  context.route(commands, async (route) => {
    const sent = route.request().postDataJSON() as { commands: { id: string }[] };
    const answers: CommandAnswers = {
      answers: sent.commands.map(({ id }) => ({ id, status: 'refused', code: 'event-full' })),
    };
    await route.fulfill({ json: answers });
  });

const places = [
  {
    place: 'on the homepage',
    tag: ['@proof'],
    go: async (page: Page) => void (await page.goto('/homepage')),
    field: (page: Page) => page.getByRole('textbox', { name: 'Racer name' }),
  },
  {
    place: 'in the timer',
    tag: [],
    go: async (page: Page) => {
      const race = await createRace(page.request, 'Late entries', ['Ada']);
      await openTimer(page, race);
      await page.getByRole('button', { name: 'Add Racers' }).first().click();
    },
    field: (page: Page) => page.getByRole('dialog', { name: 'Add Racers' }).getByLabel('New racer'),
  },
];

for (const { place, tag, go, field } of places) {
  test(
    `[HD14] A racer who is added ${place} has one toast: after the answer, or at once with no signal`,
    { tag },
    async ({ page, context }) => {
      await arrive(page);
      await go(page);
      const said = await hearToasts(page);
      const add = async (name: string): Promise<void> => {
        await field(page).fill(name);
        await field(page).press('Enter');
      };

      let release = () => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      await context.route(commands, async (route) => {
        await held;
        await route.continue();
      });
      await add('Bo');
      await expect(field(page), 'the next name can be typed meanwhile').toHaveValue('');
      expect(await said()).toEqual([]);
      release();
      await expect.poll(said).toEqual([ADDED]);
      await untilSent(page);
      await context.unroute(commands);

      await refuseAll(context);
      await add('Cy');
      await expect.poll(said).toEqual([ADDED, NOT_ADDED]);
      await context.unroute(commands);

      await context.setOffline(true);
      await expect.poll(async () => (await said()).at(-1)).toMatch(/offline/);
      await add('Di');
      await expect.poll(async () => (await said()).at(-1)).toBe(ADDED);
      await refuseAll(context);
      await context.setOffline(false);
      await expect(page.getByRole('banner').getByRole('button', { name: /to sort out$/ })).toBeVisible();
      expect((await said()).filter((text) => text === ADDED || text === NOT_ADDED)).toEqual([ADDED, NOT_ADDED, ADDED]);
    },
  );
}
