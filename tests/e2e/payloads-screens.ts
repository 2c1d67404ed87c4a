import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { epochMs } from '../../src/domain/units.ts';
import { embedPath, frameCode } from '../../src/protocol/embeds.ts';
import { api } from '../../src/protocol/routes.ts';
import { type ScreenKind, screenPath } from '../../src/protocol/screen-address.ts';
import type { EventScreen } from '../../src/protocol/screens.ts';
import { tap } from '../support/commands.ts';
import { expect } from './fixtures.ts';
import { bibOf, KINDS, PAYLOADS, shifted } from './payloads.ts';
import { createFormatRace, type FormatRace, openView } from './payloads-formats.ts';
import { sendAll } from './payloads-seed.ts';
import { expectNothingInjected, expectOptions, expectShown } from './payloads-watch.ts';
import { change, type Race, toasts } from './race.ts';
import { MAX_SCREENS } from '../../src/protocol/limits.ts';

const HALF = PAYLOADS.length / 2;
/** The clock at the start shows the next racer, and three more. */
const AT_THE_START = 4;

async function makeScreen(page: Page, { eventId }: Race, name: string): Promise<EventScreen> {
  const data = { id: randomUUID(), name };
  const answer = await page.request.post(api.screens.replace(':eventId', eventId), { data });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as EventScreen;
}

/** The names of screens, and every screen with the names, numbers and groups that it shows. */
export async function lookAtScreens(page: Page, tv: Page): Promise<void> {
  const made = await createFormatRace(page, 'The screens');
  const { key } = await lookAtNames(page, made.race);
  const open = (kind: ScreenKind, more = '') => tv.goto(`${screenPath(made.race.eventId, kind, key)}${more}`);

  await open('clock');
  await schedule(page, made);
  await expectShown(tv.locator('main'), 'the clock', PAYLOADS.slice(0, AT_THE_START));
  await runHalf(page, made);
  await open('board', '&columns=4');
  await expectShown(tv.locator('main'), 'the board on a television', namesAndBibs(0, HALF));
  await open('announcer');
  await expectShown(tv.locator('main'), 'the announcer’s screen', namesAndBibs(0, PAYLOADS.length));
  await tv.getByRole('searchbox').fill(PAYLOADS[0]!);
  await expect(tv.getByRole('list').first()).toContainText(`${PAYLOADS[0]}${shifted(0, 1)}`);
  await expectNothingInjected(tv, 'the racer whom an announcer looks for');
  await open('overlay', `&show=rider&racer=${made.racerIds[0]}`);
  await expectShown(tv.locator('main'), 'an overlay', namesAndBibs(0, 1));
  await lookAtEventNames(page, tv, made.race, (kind) => screenPath(made.race.eventId, kind, key));
}

const namesAndBibs = (from: number, to: number): string[] =>
  PAYLOADS.slice(from, to).flatMap((name, at) => [name, bibOf(shifted(from + at, 3))]);

/** One screen of each name, as many as an event has. The first is turned off, the last is used. */
async function lookAtNames(page: Page, race: Race): Promise<EventScreen> {
  const screens: EventScreen[] = [];
  const names = PAYLOADS.slice(0, MAX_SCREENS);
  for (const name of names) screens.push(await makeScreen(page, race, name));
  await openView(page, race, 'screens');
  await expectShown(page.getByRole('main'), 'the screens', names);
  const [name = ''] = names;
  const card = page.getByRole('region', { name, exact: true });
  await card.getByRole('button', { name: 'QR code' }).click();
  await expect(page.getByRole('dialog').getByRole('heading')).toHaveText(name);
  await page.keyboard.press('Escape');
  await card.getByRole('button', { name: 'Turn off' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(`Turn off ${name}?`);
  await question.getByRole('button', { name: 'Turn off' }).click();
  await expect(toasts(page).getByText(`${name} was turned off.`)).toBeVisible();
  await expect(card).toHaveCount(0);
  await expectNothingInjected(page, 'the screens');
  return screens.at(-1)!;
}

async function schedule(page: Page, { race, racerIds }: FormatRace): Promise<void> {
  const soon = Date.now() + 3_600_000;
  const slots = racerIds.map((racerId, order) => ({ racerId, order, at: epochMs(soon + order * 60_000) }));
  await change(page.request, race, { type: 'schedule.set', slots });
}

/** Half of the racers have finished, half are on course. */
async function runHalf(page: Page, { race, racerIds }: FormatRace): Promise<void> {
  const at = Date.now() - 600_000;
  await sendAll(
    page.request,
    racerIds.flatMap((racerId, index) => [
      tap(race.eventId, 'start', racerId, { at }),
      ...(index < HALF ? [tap(race.eventId, 'finish', racerId, { at: at + 60_000 + index * 1000 })] : []),
    ]),
  );
}

/** Payloads as the name of the event, on screens that follow it and on the board for other sites. */
async function lookAtEventNames(
  page: Page,
  tv: Page,
  race: Race,
  addressOf: (kind: ScreenKind) => string,
): Promise<void> {
  const [announcer, club] = [await tv.context().newPage(), await tv.context().newPage()];
  await tv.goto(addressOf('board'));
  await announcer.goto(addressOf('announcer'));
  for (const name of KINDS) {
    await change(page.request, race, { type: 'event.rename', name });
    await club.goto(embedPath(race.eventId, race.keys.viewer));
    for (const each of [tv, announcer, club]) await expect(each.getByRole('heading', { level: 1 })).toHaveText(name);
    await expect(club).toHaveTitle(`${name} · Pushoff`);
    await expectNothingInjected(club, 'the board for other sites');
  }
  for (const each of [tv, announcer]) await expectNothingInjected(each, 'the name of the event');
  await expectShown(club.getByRole('table'), 'the racers on other sites', namesAndBibs(0, PAYLOADS.length));
  await expectOptions(club, 'Category');
  // The line that an owner pastes is parsed by another site's page, where a quote too many would end the attribute.
  await club.goto('about:blank');
  const codes = PAYLOADS.map((name) => frameCode('https://example.org', race.eventId, 'key', name));
  const titles = await club.evaluate(
    (lines) =>
      lines.map((line) => {
        const { body } = new DOMParser().parseFromString(line, 'text/html');
        return [body.querySelectorAll('*').length, body.querySelector('iframe')?.title];
      }),
    codes,
  );
  expect(titles).toEqual(PAYLOADS.map((name) => [1, name]));
  for (const each of [announcer, club]) await each.close();
}
