import './draws.ts';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { AlertProvider } from '../../src/client/ui/alert-dialog.tsx';
import { QuestionDialog } from '../../src/client/ui/alert-question.tsx';
import { ViewerScreen } from '../../src/client/features/watch/viewer-screen.tsx';
import { createObserved } from '../../src/client/sync/observable.ts';
import type { ShownEvent } from '../../src/client/sync/event-store.ts';
import type { EventState } from '../../src/domain/model/state.ts';
import { takeDraws } from './draws.ts';
import { openRace } from './open-race.tsx';
import { finishOf, section, startOf } from './parts.ts';
import { at, createRaceServer } from './race-server.ts';

const NAMES = Array.from({ length: 20 }, (_, index) => `Racer ${index + 1}`);

/** What stands in a row and has a clock, a button or words of its own. */
const CARDS = ['InactiveRow', 'OnCourseRow', 'DoneRow', 'RacerCard', 'TapButton', 'RacerName'];

/** How often each of these was drawn since the last call. */
function count(...components: readonly string[]): Record<string, number> {
  const drawn = takeDraws().flat();
  const of = (name: string) => drawn.filter(({ component }) => component === name).length;
  return Object.fromEntries(components.map((name) => [name, of(name)]));
}

test('One tap draws the row of its racer, and no row that has not changed', async () => {
  const race = await openRace({ names: NAMES, isStrict: false });
  await race.tapElsewhere('start', 'Racer 9');
  await expect.element(finishOf('Racer 9')).toBeVisible();
  takeDraws();
  await startOf('Racer 3').click();
  await expect.element(finishOf('Racer 3')).toBeVisible();
  await race.sent();
  const cards = takeDraws()
    .flat()
    .filter(({ component }) => CARDS.includes(component));
  const own = race.racerIds['Racer 3'];
  expect(cards.filter(({ racerId }) => racerId === own)).not.toEqual([]);
  expect(cards.filter(({ racerId }) => racerId !== null && racerId !== own)).toEqual([]);
});

test('A change of the race draws a spectator’s page once', async () => {
  const race = await createRaceServer(NAMES);
  await race.tapElsewhere('start', 'Racer 9', 60);
  const event = await race.event();
  const seen = (state: EventState): ShownEvent => ({
    event: state,
    pendingIds: new Set(),
    view: 'viewer',
    keys: null,
    actor: { userId: null, isAnonymous: true, verifiedEmail: null, key: null },
    problem: null,
    isOutdated: false,
    watching: null,
  });
  const shown = createObserved(seen(event));
  const yes = createObserved(true);
  const sync = {
    now: () => at(0),
    isLive: yes,
    isConnected: yes,
    event: () => shown,
    group: () => createObserved(null),
    start: () => undefined,
  };
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  root.render(
    <AlertProvider Dialog={QuestionDialog}>
      <ViewerScreen page={{ kind: 'event', event, view: 'viewer', at: at(0) }} sync={sync} />
    </AlertProvider>,
  );
  // Search comes with the code that is loaded after the board.
  await expect.element(page.getByRole('button', { name: 'Search racers' })).toBeVisible();
  await race.tapElsewhere('finish', 'Racer 9');
  const next = await race.event();
  takeDraws();
  shown.set(seen(next));
  await expect.element(section('Leaderboard')).toHaveTextContent(/Racer 9/);
  expect(count('ViewerScreen', 'ViewerBoard', 'ViewerLists', 'Row')).toEqual({
    ViewerScreen: 1,
    ViewerBoard: 1,
    ViewerLists: 1,
    Row: 0,
  });
  root.unmount();
  container.remove();
});
