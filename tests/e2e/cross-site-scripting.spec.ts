import type { BrowserContextOptions, Page } from '@playwright/test';
import { askRunningServer } from '../../src/server/admin/socket.ts';
import { pages } from '../../src/protocol/routes.ts';
import { eventCommand, tap } from '../support/commands.ts';
import { arrive, expect, test } from './fixtures.ts';
import { bibOf, FIELDS, KINDS, payloadAddress, PAYLOADS, penaltyReason, statusReason } from './payloads.ts';
import { lookAtPapers } from './payloads-exports.ts';
import { listTextFields } from './payloads-fields.ts';
import { lookAtDetails, lookAtFormats } from './payloads-formats.ts';
import { lookAtPosts } from './payloads-posts.ts';
import { lookAtTokens, lookAtWebhooks } from './payloads-programs.ts';
import { lookAtRuns } from './payloads-runs.ts';
import { lookAtCourse, lookAtEarlierCourses, lookAtSeason } from './payloads-season.ts';
import { lookAtScreens } from './payloads-screens.ts';
import { sendAll, setStage } from './payloads-seed.ts';
import {
  expectEachShown,
  expectNothingInjected,
  expectShown,
  pressUntilGone,
  watchForScripts,
} from './payloads-watch.ts';
import { type Section, change, chooseFromMore, needsLook, openTimer, section, send } from './race.ts';

test('Every text that can be sent is searched for on a screen, or is known to be on none', () => {
  expect(listTextFields().toSorted()).toEqual(Object.keys(FIELDS).toSorted());
  expect([PAYLOADS.length, new Set(PAYLOADS).size]).toEqual([40, 40]);
});

test(
  'Forty scripts in every field stay text on every screen',
  { tag: '@proof' },
  async ({ page, context, server, problems, openBrowser }) => {
    const { request } = context;
    const email = await arrive(page, PAYLOADS[0]);
    const spectator = await openBrowser();
    for (const each of [context, spectator.context()]) await watchForScripts(each, server.url, problems);
    const stage = await setStage(server, request, email);
    const { race, doubtful, racerIds } = stage;
    const taps = (eventId: string, line: 'start' | 'finish') =>
      sendAll(
        request,
        racerIds.map((racerId) => tap(eventId, line, racerId)),
      );
    const dialog = (name: string) => page.getByRole('dialog', { name });
    const escape = async (title: string) => {
      await page.keyboard.press('Escape');
      await expect(dialog(title)).toHaveCount(0);
    };

    await test.step('the homepage', async () => {
      await page.goto('/homepage');
      await expect(page.getByRole('heading', { name: 'Manage Racers' })).toBeVisible();
      for (const name of ['Your Events', 'Manage Racers']) await expectShown(page.getByRole('region', { name }), name);
      const groups = await page.getByLabel('Group', { exact: true }).locator('option').allTextContents();
      expect(groups).toEqual(expect.arrayContaining([...PAYLOADS]));
      const filter = page.getByLabel('Search by name');
      await filter.fill(PAYLOADS[10]!);
      await expect(page.getByRole('button', { name: /^Rename: / })).toHaveCount(1);
      await page.getByRole('button', { name: 'Add many' }).click();
      const lines = KINDS.map((payload) => `"${payload.replaceAll('"', '""')}",U18`);
      await page.getByLabel('Names, one per line').fill(['name,group', ...lines].join('\n'));
      await expectShown(page.getByRole('list', { name: 'Preview' }), 'the list of an import', KINDS);
      await escape('Add many');
      await filter.fill('');
      await page.getByRole('button', { name: `Edit name: ${PAYLOADS[33]}` }).click();
      await expect(page.getByRole('textbox', { name: 'Event name' })).toHaveValue(PAYLOADS[33]!);
      await page.keyboard.press('Escape');
    });

    await test.step('the shared events', async () => {
      await spectator.goto(stage.groupPath);
      await expectShown(spectator.getByRole('main'), 'the shared events');
    });

    await test.step('the events to choose from', async () => {
      await page.goto('/timer');
      await page.getByRole('button', { name: 'Select an Event' }).click();
      await expectShown(dialog('Select an Event'), 'the events to choose from');
    });

    await test.step('deleted events, and the offer to bring them back', async () => {
      await page.goto('/homepage');
      await expectShown(page.getByRole('region', { name: 'Your Events' }), 'the homepage again');
      await expectEachShown(page, 'undo', { attribute: 'aria-label', lead: 'Delete: ', shownIn: '[aria-label=Undo]' });
      await expect(page.getByText('Deleted events')).toContainText(String(KINDS.length));
      await page.getByText('Deleted events').click();
      const deleted = page.getByRole('button', { name: /^Bring back: / });
      await expect(deleted).toHaveCount(KINDS.length);
      await expectShown(page.getByRole('group').filter({ has: deleted.first() }), 'the deleted events', KINDS);
    });

    await test.step('the account and its credits', async () => {
      await page.goto('/account#credits');
      const older = page.getByRole('button', { name: 'Show older' });
      await expect(page.getByRole('table', { name: 'Credit history' })).toBeVisible();
      await pressUntilGone(older);
      await expectShown(page.getByRole('table'), 'the credits');
    });

    await test.step('the boards, from before the start to the last finish', async () => {
      await openTimer(page, race);
      await spectator.goto(race.viewerLink);
      const bothShow = async (name: Section, texts: readonly string[]) => {
        for (const board of [page, spectator]) {
          await expect(section(board, name).getByRole('listitem')).toHaveCount(PAYLOADS.length);
          await expectShown(section(board, name), name, texts);
        }
      };
      const withBibs = [...PAYLOADS, ...PAYLOADS.map(bibOf)];
      await bothShow('Inactive Racers', withBibs);
      await taps(race.eventId, 'start');
      await bothShow('Racers On Course', withBibs);
      await taps(race.eventId, 'finish');
      await bothShow('Leaderboard', PAYLOADS);
      await page.getByRole('searchbox', { name: 'Search racers' }).fill(PAYLOADS[20]!);
      await expectNothingInjected(page, 'the search');
      await page.getByRole('searchbox', { name: 'Search racers' }).fill('');
    });

    await test.step('the dialogs of the timer', async () => {
      await expectEachShown(page, 'details', { attribute: 'title', lead: '', shownIn: 'dialog[open] h2' });
      await page.getByRole('button', { name: 'Add Racers' }).click();
      await expectShown(dialog('Add Racers'), 'the library to choose from');
      await escape('Add Racers');
      await page.getByRole('button', { name: 'Invite Admin' }).click();
      await page.getByRole('tab', { name: 'Admins' }).click();
      const addresses = [0, 1, 2].map(payloadAddress);
      await expectShown(dialog('Invite Guest Admin'), 'the admins', [...PAYLOADS, ...addresses]);
      await page.getByRole('button', { name: `Remove: ${PAYLOADS[23]}` }).click();
      await expect(page.getByRole('alertdialog')).toContainText(`Remove ${PAYLOADS[23]}?`);
      await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
      await escape('Invite Guest Admin');
    });

    await test.step('names of the event and of its owner that change while it is watched', async () => {
      const [home, account] = [await context.newPage(), await context.newPage()];
      await home.goto('/homepage');
      await account.goto('/account');
      await change(request, race, { type: 'group.share' });
      const list = await spectator.context().newPage();
      await list.goto(stage.groupPath);
      for (const payload of KINDS) {
        await stage.callOwner(payload);
        await send(request, eventCommand(race.eventId, { type: 'event.rename', name: payload }));
        for (const tab of [home, account]) await tab.evaluate(() => dispatchEvent(new Event('online')));
        await Promise.all([
          ...[page, spectator].map((tab) => expect(tab.locator('main h1').first()).toContainText(payload)),
          expect(home.getByRole('complementary', { name: 'You' }).getByRole('heading', { level: 2 })).toHaveText(
            payload,
          ),
          expect(list.locator('main h2').first()).toHaveText(payload),
          expect(account.getByLabel('Username')).toHaveValue(payload),
          expect(spectator).toHaveTitle(`${payload} · Pushoff`),
        ]);
      }
      for (const tab of [page, spectator, list, home, account]) await expectNothingInjected(tab, 'names that change');
      for (const tab of [home, account, list]) await tab.close();
      await chooseFromMore(page, 'History');
      const older = page.getByRole('button', { name: 'Load older' });
      await expect(page.getByText('Renamed').first()).toBeVisible();
      await pressUntilGone(older);
      await expectShown(dialog('History'), 'the history', [
        ...PAYLOADS,
        ...PAYLOADS.flatMap((payload) => [`${payload} · `, statusReason(payload), penaltyReason(payload)]),
      ]);
      await escape('History');
    });

    await test.step('what needs a look, and racers who were removed', async () => {
      await openTimer(page, doubtful);
      await needsLook(page).click();
      await expectShown(dialog('Needs a look'), 'what needs a look');
      await escape('Needs a look');
      await chooseFromMore(page, 'Event settings');
      await sendAll(
        request,
        racerIds.map((racerId) => eventCommand(doubtful.eventId, { type: 'entry.remove', racerId })),
      );
      await expectShown(dialog('Event settings'), 'the removed racers');
      await escape('Event settings');
    });

    await test.step('addresses', async () => {
      const names = 'redirect eventId guestAdminKey guestViewerKey id token amount price signup'.split(' ');
      for (const [index, path] of [...pages, '/', '/nowhere'].entries()) {
        const at = (shift: number) => encodeURIComponent(PAYLOADS[(index * 3 + shift) % PAYLOADS.length]!);
        const query = names.map((name, shift) => `${name}=${at(shift)}`).join('&');
        await spectator.goto(`${path}?${query}#${at(names.length)}`);
        await expect(spectator.getByRole('heading', { level: 1 }).first()).toBeVisible();
        await expectNothingInjected(spectator, path);
      }
      for (const payload of KINDS) {
        const rendered = await request.get(`${race.viewerLink}&x=${encodeURIComponent(payload)}#${payload}`);
        expect(await rendered.text()).not.toMatch(
          /<(script(?! type="(?:module|application\/json)")|img|iframe|object|base)\b/i,
        );
      }
    });
    await stage.close();
  },
);

interface Watched {
  /** Has credits for a season of events. */
  readonly owner: { readonly page: Page; readonly email: string };
  readonly openWatched: (options?: BrowserContextOptions) => Promise<Page>;
}
const watched = test.extend<Watched>({
  owner: async ({ page, server, problems }, use) => {
    const email = await arrive(page);
    await askRunningServer(server.dataDir, ['grant', email, '3000']);
    await watchForScripts(page.context(), server.url, problems);
    await use({ page, email });
  },
  openWatched: async ({ openBrowser, server, problems }, use) =>
    use(async (options) => {
      const page = await openBrowser(options);
      await watchForScripts(page.context(), server.url, problems);
      return page;
    }),
});

watched(
  'Forty scripts stay text on the screens beside the board, and in runs',
  { tag: '@proof' },
  async ({ owner: { page }, server, openWatched }) => {
    const spectator = await openWatched();
    await test.step('posts', async () => lookAtPosts(server.url, page, spectator));
    await test.step('runs', async () => lookAtRuns(page));
  },
);

watched(
  'Forty scripts in details, categories, teams and handicaps stay text on every screen',
  { tag: '@proof' },
  async ({ owner: { page }, openWatched }) => {
    const [spectator, reader] = [await openWatched(), await openWatched({ javaScriptEnabled: false })];
    await test.step('details', async () => lookAtDetails(page));
    await test.step('formats', async () => lookAtFormats(page, spectator, reader));
  },
);

watched(
  'Forty scripts in courses, conditions and notes stay text on every screen, and in the first HTML',
  { tag: '@proof' },
  async ({ owner: { page }, openWatched }) => {
    const [spectator, reader] = [await openWatched(), await openWatched({ javaScriptEnabled: false })];
    await test.step('earlier courses', async () => lookAtEarlierCourses(page));
    await test.step('one course', async () => lookAtCourse(page, spectator, reader));
  },
);

watched(
  'Forty scripts in a season, in tokens and in webhooks stay text, for the owner and by every link',
  { tag: '@proof' },
  async ({ owner: { page, email }, server, openWatched }) => {
    const stranger = await openWatched();
    await test.step('a season', async () => lookAtSeason(page, stranger));
    await test.step('programs', async () => {
      await lookAtTokens(page, server, email);
      await lookAtWebhooks(page);
    });
  },
);

watched(
  'Forty scripts stay text on televisions, on other sites and on paper',
  { tag: '@proof' },
  async ({ owner: { page }, openWatched }) => {
    const tv = await openWatched({ viewport: { width: 1920, height: 1080 } });
    await test.step('screens', async () => lookAtScreens(page, tv));
    await test.step('paper', async () => lookAtPapers(page));
  },
);
