import './draws.ts';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { AlertProvider } from '../../src/client/ui/alert-dialog.tsx';
import { QuestionDialog } from '../../src/client/ui/alert-question.tsx';
import { ViewerScreen } from '../../src/client/features/watch/viewer-screen.tsx';
import { lineWatch } from '../../src/client/features/timer/strip/watch-times.tsx';
import { useBoardRows } from '../../src/client/features/timer/lists/use-board-rows.ts';
import { createObserved } from '../../src/client/sync/observable.ts';
import type { ShownEvent } from '../../src/client/sync/event-store.ts';
import { REST_MS } from '../../src/client/timing/hold/hold-rows.ts';
import type { EventState } from '../../src/domain/model/state.ts';
import { takeDraws } from './draws.ts';
import { type OpenedRace, openRace } from './open-race.tsx';
import { finishOf, section, startOf, undoBar } from './parts.ts';
import { at, createRaceServer } from './race-server.ts';

// Called once by each call of Board, also by those that React throws away.
vi.mock(import('../../src/client/features/timer/lists/use-board-rows.ts'), { spy: true });

const NAMES = Array.from({ length: 20 }, (_, index) => `Racer ${index + 1}`);

/** How often each of these was drawn since the last call. */
function count(...components: readonly string[]): Record<string, number> {
  const drawn = takeDraws().flat();
  const of = (name: string) => drawn.filter(({ component }) => component === name).length;
  return Object.fromEntries(components.map((name) => [name, of(name)]));
}

/** What was drawn of the rows since the last call, as 'Racer 3: DoneRow'. */
function drawnRows(racerIds: Readonly<Record<string, string>>): readonly string[] {
  const names = new Map(Object.entries(racerIds).map(([name, racerId]) => [racerId, name]));
  return takeDraws().flatMap((drawn) => {
    const rows = drawn.filter(({ component, racerId }) => racerId !== null && ROWS.includes(component));
    return rows.map(({ component, racerId }) => `${names.get(racerId!)}: ${component}`);
  });
}

const counters = page.getByRole('list', { name: 'Counters' });
const ROWS = ['InactiveRow', 'OnCourseRow', 'DoneRow'];

function forget(): void {
  vi.mocked(useBoardRows).mockClear();
  takeDraws();
}

/** A board of twenty, one of them on course, with what is loaded after it. */
async function openBoard(): Promise<OpenedRace> {
  await lineWatch.preload();
  const race = await openRace({
    names: NAMES,
    isStrict: false,
    before: ({ tapElsewhere }) => tapElsewhere('start', 'Racer 9', 60),
  });
  await expect.element(counters).toHaveTextContent(/On course 1/);
  await expect.element(page.getByRole('button', { name: 'More' })).toBeVisible();
  return race;
}

test('With no signal a start draws the board twice: at the tap, and when its row gets Finish; no other row is drawn', async () => {
  const race = await openBoard();
  race.cut();
  await expect.element(page.getByText('No signal. Keep timing: taps are saved on this phone.')).toBeVisible();
  forget();
  await startOf('Racer 3').click();
  await expect.element(finishOf('Racer 3')).toBeVisible();
  // Counters and the strip follow in frames of their own.
  await expect.element(undoBar).toHaveTextContent('Racer 3 started');
  await expect.element(counters).toHaveTextContent(/On course 2/);
  expect(useBoardRows).toHaveBeenCalledTimes(2);
  expect(drawnRows(race.racerIds)).toEqual(['Racer 3: DoneRow', 'Racer 3: OnCourseRow']);
});

test('With a signal the server’s answer draws the board once more, with the row that waited for it', async () => {
  const race = await openBoard();
  forget();
  await startOf('Racer 3').click();
  await expect.element(finishOf('Racer 3')).toBeVisible();
  await race.sent();
  expect(useBoardRows).toHaveBeenCalledTimes(3);
  expect(drawnRows(race.racerIds)).toEqual(['Racer 3: DoneRow', 'Racer 3: DoneRow', 'Racer 3: OnCourseRow']);
});

test('A finish draws the board once, and nothing is drawn while the rows keep their places', async () => {
  const race = await openBoard();
  race.cut();
  await expect.element(page.getByText('No signal. Keep timing: taps are saved on this phone.')).toBeVisible();
  forget();
  const tapped = performance.now();
  await finishOf('Racer 9').click();
  await expect.element(section('Leaderboard')).toHaveTextContent(/Racer 9/);
  await expect.poll(() => performance.now() - tapped).toBeGreaterThan(2 * REST_MS);
  expect(useBoardRows).toHaveBeenCalledOnce();
  expect(drawnRows(race.racerIds)).toEqual(['Racer 9: DoneRow']);
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
