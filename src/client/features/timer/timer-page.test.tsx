import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { viewEvent } from '../../../domain/access/views.ts';
import { createRace, tap } from '../../../../tests/support/event-history.ts';
import { epochMs } from '../../../domain/units.ts';
import { AlertProvider } from '../../ui/alert-dialog.tsx';
import { isOlder } from './event-screen.tsx';
import { TimerPage } from './timer-page.tsx';

function render(initial: Parameters<typeof TimerPage>[0]['initial'] = null): string {
  const nothing = () => undefined;
  const html = renderToString(
    <AlertProvider>
      <TimerPage eventId="event" guestAccess="viewer" initial={initial} onOpenEvent={nothing} onLeave={nothing} />
    </AlertProvider>,
  );
  return html.replaceAll('<!-- -->', '');
}

test('the first HTML of a viewer shows the board: names, ranks, times and clocks in the time zone of the event', () => {
  const race = createRace('a', 'b', 'c');
  race.run(tap('start', 'a'), { second: 0 });
  race.run(tap('finish', 'a'), { second: 60.5 });
  race.run(tap('start', 'b'), { second: 100 });
  const html = render({
    event: viewEvent(race.event, 'viewer'),
    view: 'viewer',
    at: epochMs(1_700_000_000_000 + 130_000),
  });
  expect(html).toContain('Tuesday 10');
  expect(html).toContain('Finished <span class="font-[760] text-ink">1</span> / ');
  expect(html).toContain('01:00.50');
  expect(html).toContain('started 23:15:00');
  expect(html).toContain('<span>00:30</span>');
  expect(html).toContain('Racer c');
});

test('a viewer finds every button disabled, and none to change anything', () => {
  const race = createRace('a', 'b');
  race.run(tap('start', 'a'));
  const html = render({ event: viewEvent(race.event, 'viewer'), view: 'viewer' });
  expect(html.match(/<button[^>]*data-timing-button[^>]*>/g)).toHaveLength(2);
  expect(html.match(/<button[^>]*data-timing-button[^>]*disabled/g)).toHaveLength(2);
  for (const name of ['Add Racers', 'Invite Admin', 'Change Event', 'Duplicate', 'Delete', 'rename']) {
    expect(html).not.toContain(name);
  }
});

test('a deleted event says so', () => {
  const race = createRace('a');
  race.run({ type: 'event.delete' });
  expect(render({ event: race.event, view: 'viewer' })).toContain('This event was deleted');
});

test('an event that nothing is known of yet holds its place', () => {
  expect(render()).toContain('animate-breathe');
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
