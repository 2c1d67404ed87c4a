import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { epochMs } from '../../src/domain/units.ts';
import type { ViewId } from '../../src/client/event/view-list.ts';
import { openRace } from './open-race.tsx';
import { button, isInReach, toasts } from './parts.ts';

const SIX = ['Ada', 'Bo', 'Cy', 'Dee', 'Eva', 'Finn'];
const CLUB_NIGHT = Array.from({ length: 45 }, (_, index) => `Rider ${index + 1}`);
const title = page.getByRole('heading', { level: 1 });
const section = page.getByRole('tab', { selected: true });
const item = (name: string) => page.getByRole('menuitem', { name, exact: true });

/** The lines of the open menu and its headings, in their order. */
const lines = (): string[] =>
  [...document.querySelectorAll<HTMLElement>('[role=menu] > :not([role=separator])')].map((line) => line.innerText);

const between = (list: readonly string[], first: string, last: string): readonly string[] =>
  list.slice(list.indexOf(first), list.indexOf(last) + 1);

/** As if somebody had kept the address, or a link of an earlier release. */
function goTo(view: string): void {
  const address = new URL(location.href);
  address.searchParams.set('view', view);
  history.pushState(history.state, '', address);
  dispatchEvent(new PopStateEvent('popstate'));
}

beforeEach(() => page.viewport(390, 844));

test('[WY30] Every address that a tool ever had leads to its page, and opens its section', async () => {
  const addresses: Record<ViewId, readonly [page: string, section: string | null]> = {
    rules: ['Set up', 'Rules'],
    course: ['Set up', 'Course'],
    categories: ['Set up', 'Categories'],
    runs: ['Set up', 'Heats'],
    teams: ['Set up', 'Teams'],
    handicap: ['Set up', 'Handicap'],
    check: ['Before the race', 'Check this phone'],
    rehearsal: ['Before the race', 'Rehearsal'],
    paper: ['Before the race', 'Paper'],
    'start-list': ['Start list', null],
    start: ['Start gate', null],
    finish: ['Finish line', null],
    camera: ['Finish camera', null],
    splits: ['Splits', null],
    out: ['Who is missing', 'Still out'],
    rulings: ['Who is missing', 'DNS, DNF, DSQ'],
    timers: ['Clocks and phones', 'Timekeepers'],
    shift: ['Clocks and phones', 'Move times'],
    stop: ['Stop the race', null],
    official: ['Finish the race', 'Official'],
    export: ['Finish the race', 'Print and export'],
    screens: ['Screens', null],
  };
  await openRace({ names: SIX });
  for (const [view, [heading, opened]] of Object.entries(addresses)) {
    goTo(view);
    await expect.element(title).toHaveTextContent(heading);
    if (opened === null) await expect.element(section).not.toBeInTheDocument();
    else await expect.element(section).toHaveTextContent(opened);
  }
  goTo('nothing');
  await expect.element(title).toHaveTextContent('Hill climb');
});

test('[WY30] A club night has nine tools under the time of day at which they are needed', async () => {
  await openRace({ names: CLUB_NIGHT });
  await button('More').click();
  await expect.element(item('Set up')).toBeVisible();
  expect(between(lines(), 'Before', 'Finish the race')).toEqual([
    'Before',
    'Set up',
    'Before the race',
    'Start list',
    'Now',
    'Start gate',
    'Finish line',
    'Splits',
    'Who is missing',
    'Clocks and phones',
    'Stop the race',
    'After',
    'Finish the race',
  ]);
  await expect.element(item('More tools')).not.toBeInTheDocument();
});

test('[WY31] Six racers need fewer tools: the others are one line away, and stay once they are used', async () => {
  const race = await openRace({ names: SIX });
  await button('More').click();
  await expect.element(item('Start gate')).toBeVisible();
  expect(lines()).not.toContain('Splits');
  expect(lines()).not.toContain('Clocks and phones');
  await item('More tools').click();
  await expect.element(item('Splits')).toBeVisible();
  await expect.element(item('Clocks and phones')).toBeVisible();
  await userEvent.keyboard('{Escape}');

  await race.elsewhere({ type: 'race.configure', settings: { points: [{ line: 'p1', name: 'Hill' }] } });
  await button('More').click();
  await expect.element(item('Splits')).toBeVisible();
  expect(lines()).not.toContain('Clocks and phones');
});

test('[WY33] On a phone Invite Admin and Change Event are two taps away, in sight at once', async () => {
  await openRace({ names: CLUB_NIGHT });
  for (const [name, dialog] of [
    ['Invite Admin', 'Invite Guest Admin'],
    ['Change Event', 'Select an Event'],
  ] as const) {
    await button('More').click();
    await expect.element(item(name)).toBeVisible();
    expect(isInReach(item(name).element()), name).toBe(true);
    await item(name).click();
    await expect.element(page.getByRole('dialog', { name: dialog })).toBeVisible();
    await button('Close').click();
  }
});

test('On a phone the whole menu is in sight, down to Delete', async () => {
  await openRace({ names: CLUB_NIGHT });
  await button('More').click();
  await expect.element(item('Delete')).toBeVisible();
  expect(isInReach(item('Delete').element())).toBe(true);
});

test('[WY33] On a desk Duplicate and Delete are buttons, and a copy says what it costs before it is made', async () => {
  await page.viewport(1280, 800);
  await openRace({ names: SIX });
  await expect.element(button('Delete')).toBeVisible();
  await button('More').click();
  await expect.element(item('Set up')).toBeVisible();
  expect(lines()).not.toContain('Delete');
  await userEvent.keyboard('{Escape}');
  await button('Duplicate').click();
  const asked = page.getByRole('dialog');
  await expect.element(asked.getByLabelText('Event name')).toHaveValue('Hill climb');
  await expect.element(asked).toHaveTextContent('20 credits');
  await expect.element(asked).toHaveTextContent('It opens at once.');
});

test('[WY33] A copy that is made during a race, with no signal, has its name and its day, and says where it is', async () => {
  await page.viewport(1280, 800);
  const race = await openRace({
    names: SIX,
    async before({ elsewhere, racerIds, tapElsewhere }) {
      const at = epochMs(Date.parse('2026-11-17T18:30:00Z'));
      await elsewhere({ type: 'schedule.set', slots: [{ racerId: racerIds['Bo']!, order: 1, at }] });
      await tapElsewhere('start', 'Ada', 60);
    },
  });
  race.cut();
  const recorded: unknown[] = [];
  const { recordForEvent } = race.sync;
  race.sync.recordForEvent = (eventId, body) => {
    if (eventId !== race.eventId) recorded.push(body);
    return recordForEvent.call(race.sync, eventId, body);
  };
  await button('Duplicate').click();
  const asked = page.getByRole('dialog');
  await expect.element(asked).toHaveTextContent('this board stays open. The copy waits under Change Event.');
  await expect.element(asked.getByLabelText('Day of the start list')).toHaveValue('2026-11-24');
  await asked.getByLabelText('Event name').fill('Hill climb 2');
  await asked.getByRole('button', { name: 'Duplicate 20 credits' }).click();
  await expect.element(toasts.getByRole('button', { name: 'Open the copy' })).toBeVisible();
  await expect.element(title).toHaveTextContent('Hill climb');
  expect(recorded).toEqual([
    { type: 'event.duplicate', sourceId: race.eventId },
    { type: 'event.rename', name: 'Hill climb 2' },
    {
      type: 'schedule.set',
      slots: [{ racerId: race.racerIds['Bo'], order: 1, at: Date.parse('2026-11-24T18:30:00Z') }],
    },
  ]);
});

test('[WY33] A copy whose new name is refused says so', async () => {
  await page.viewport(1280, 800);
  const race = await openRace({ names: SIX });
  const { recordForEvent } = race.sync;
  race.sync.recordForEvent = (_eventId, body) => {
    // The server in this page makes no copies.
    if (body.type === 'event.duplicate') return Promise.resolve({ command: { id: 'copied' } } as never);
    race.fill();
    return recordForEvent.call(race.sync, race.eventId, body);
  };
  await button('Duplicate').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Duplicate 20 credits' }).click();
  await expect
    .element(page.getByRole('alertdialog'))
    .toHaveTextContent('You have the copy, without its new name or day.');
});

test('[WY31] What few races need is left out of Set up until it is used or asked for', async () => {
  const race = await openRace({ names: SIX, view: 'rules' });
  const tabs = () =>
    page
      .getByRole('tab')
      .elements()
      .map((tab) => tab.textContent);
  await expect.poll(tabs).toEqual(['Rules', 'Course', 'Categories', 'More…']);
  await race.elsewhere({ type: 'format.set', format: { attempts: { count: 2, counts: 'best', current: 1 } } });
  await expect.poll(tabs).toEqual(['Rules', 'Course', 'Categories', 'Heats', 'More…']);
  await page.getByRole('tab', { name: 'More…' }).click();
  await expect.poll(tabs).toEqual(['Rules', 'Course', 'Categories', 'Heats', 'Teams', 'Handicap']);
  await expect.element(section).toHaveTextContent('Teams');
});

test('The way back leads from any section to the board, and a reload keeps the section', async () => {
  const race = await openRace({ names: SIX });
  await button('More').click();
  await item('Who is missing').click();
  await expect.element(section).toHaveTextContent('Still out');
  await page.getByRole('tab', { name: 'DNS, DNF, DSQ' }).click();
  await expect.element(page.getByRole('group', { name: 'Which racers' })).toBeVisible();
  await race.reload();
  await expect.element(section).toHaveTextContent('DNS, DNF, DSQ');
  history.back();
  await expect.element(title).toHaveTextContent('Hill climb');
});

test('The list of racers without a time opens where there are some', async () => {
  await openRace({
    names: SIX,
    view: 'rulings',
    before: async ({ tapElsewhere }) => {
      for (const name of SIX) await tapElsewhere('start', name, 600);
    },
  });
  await expect.element(button('On course 6')).toHaveAttribute('aria-pressed', 'true');
});
