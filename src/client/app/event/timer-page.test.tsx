import { prerender } from 'react-dom/static';
import { expect, test } from 'vitest';
import { viewEvent } from '../../../domain/sights/views.ts';
import { createRace, tap } from '../../../../tests/support/event-history.ts';
import { epochMs } from '../../../domain/units.ts';
import { AlertProvider } from '../../ui/alert-dialog.tsx';
import { QuestionDialog } from '../../ui/alert-question.tsx';
import { isOlder } from './event-screen.tsx';
import { TimerPage } from './timer-page.tsx';

async function render(initial: Parameters<typeof TimerPage>[0]['initial'] = null): Promise<string> {
  const nothing = () => undefined;
  const { prelude } = await prerender(
    <AlertProvider Dialog={QuestionDialog}>
      <TimerPage eventId="event" guestAccess="viewer" initial={initial} onOpenEvent={nothing} onLeave={nothing} />
    </AlertProvider>,
  );
  return (await new Response(prelude).text()).replaceAll('<!-- -->', '');
}

test('[SP1] [SP3] the first HTML of a viewer shows the board: names, ranks, times and clocks in the time zone of the event', async () => {
  const race = createRace('a', 'b', 'c');
  race.run(tap('start', 'a'), { second: 0 });
  race.run(tap('finish', 'a'), { second: 60.5 });
  race.run(tap('start', 'b'), { second: 100 });
  const html = await render({
    event: viewEvent(race.event, 'viewer'),
    view: 'viewer',
    at: epochMs(1_700_000_000_000 + 130_000),
    places: { b: { rank: 1, isByPace: false } },
  });
  expect(html).toContain('Tuesday 10');
  expect(html).toContain('Finished <b>1</b> / ');
  expect(html).toContain('01:00.50');
  expect(html).toContain('started 23:15:00');
  expect(html).toContain('<span>00:30</span>');
  expect(html).toContain('Racer c');
  expect(html).toContain('#1 if in now');
  const order = ['Leaderboard', 'Racers On Course', 'Inactive Racers'].map((title) => html.indexOf(`>${title}<`));
  expect(order).toEqual(order.toSorted((one, other) => one - other));
});

test('[SP2] the counters of a viewer lead to their lists by plain links', async () => {
  const race = createRace('a');
  race.run(tap('start', 'a'));
  const html = await render({ event: viewEvent(race.event, 'viewer'), view: 'viewer' });
  for (const list of ['leaderboard', 'on-course']) {
    expect(html).toContain(`<a href="#${list}"`);
    expect(html).toContain(`id="${list}"`);
  }
});

test('a viewer finds every button disabled, and none to change anything', async () => {
  const race = createRace('a', 'b');
  race.run(tap('start', 'a'));
  const html = await render({ event: viewEvent(race.event, 'viewer'), view: 'viewer' });
  expect(html.match(/<button[^>]*data-timing-button[^>]*>/g)).toHaveLength(2);
  expect(html.match(/<button[^>]*data-timing-button[^>]*disabled/g)).toHaveLength(2);
  for (const name of ['Add Racers', 'Invite Admin', 'Change Event', 'Duplicate', 'Delete', 'rename']) {
    expect(html).not.toContain(name);
  }
});

test('a deleted event says so', async () => {
  const race = createRace('a');
  race.run({ type: 'event.delete' });
  expect(await render({ event: race.event, view: 'viewer' })).toContain('This event was deleted');
});

test('an event that nothing is known of yet holds its place', async () => {
  expect(await render()).toContain('animate-breathe');
});

test('[PG2] an older copy of the event on the device does not replace the board of the page, unless a tap waits in it', () => {
  const race = createRace('a');
  const copy = race.event;
  race.run(tap('start', 'a'));
  const none = new Set<string>();
  expect(isOlder({ event: copy, pendingIds: none }, race.event)).toBe(true);
  expect(isOlder({ event: copy, pendingIds: new Set(['a']) }, race.event)).toBe(false);
  expect(isOlder({ event: race.event, pendingIds: none }, race.event)).toBe(false);
  expect(isOlder({ event: null, pendingIds: none }, race.event)).toBe(false);
});

test('a long list comes without inline styles, which the content policy refuses', async () => {
  const race = createRace(...Array.from({ length: 60 }, (_, index) => `racer ${index}`));
  const html = await render({ event: viewEvent(race.event, 'viewer'), view: 'admin', at: epochMs(1_700_000_130_000) });
  expect(html).toContain('Racer racer 59');
  expect(html).not.toContain('style=');
});
