import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router';
import { RacerPage } from '../../src/client/features/racers/racer-page.tsx';
import { setBoot } from '../../src/client/session/viewer.ts';
import { webIds } from '../../src/client/sync/ids.ts';
import { createMemoryStorage } from '../../src/client/sync/memory-storage.ts';
import { createSyncClient } from '../../src/client/sync/sync-client.ts';
import { SyncContext } from '../../src/client/sync/use-sync.ts';
import { createWebDevice } from '../../src/client/sync/web-device.ts';
import { Toaster } from '../../src/client/ui/toast.tsx';
import { showUndo, UndoBar } from '../../src/client/ui/undo-bar.tsx';
import '../../src/client/styles.css';
import { createLibraryServer, type PastEvent } from './library-server.ts';
import { button, isInReach, overflow, toasts, undoBar } from './parts.ts';

const NAMES = ['Ada Swift', 'A. Swft', 'Bea Quick'];
const WEEKS: readonly PastEvent[] = [
  { name: 'Week one', daysAgo: 14, times: { 'A. Swft': 1500, 'Bea Quick': 1600 } },
  { name: 'Week two', daysAgo: 7, times: { 'Ada Swift': 1480, 'Bea Quick': 1470 } },
];
const heading = page.getByRole('heading', { level: 1 });
const dialog = page.getByRole('dialog', { name: /^Same person as/ });
const samePerson = page.getByRole('region', { name: 'The same person' });
const inDialog = (name: string) => dialog.getByRole('button', { name, exact: true });
const results = () =>
  [...document.querySelectorAll<HTMLElement>('tbody tr')].map((row) => row.innerText.split(/\s*\n\s*|\t/)[0]);

let close = () => {};
const fetchReally = globalThis.fetch;
beforeEach(() => page.viewport(390, 844));
afterEach(() => {
  close();
  globalThis.fetch = fetchReally;
  showUndo({ message: '', undo: () => undefined })();
});

/** A racer's page over the real sync client, and a server in this page. */
async function openRacer(name: string, events = WEEKS) {
  const server = createLibraryServer(NAMES, events);
  globalThis.fetch = async (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input, location.href);
    if (!pathname.startsWith('/api/')) return fetchReally(input, init);
    const answer = server.answer(pathname + search);
    if (answer === undefined) throw new TypeError('There is no such call here.');
    return answer;
  };
  const viewer = {
    kind: 'user',
    userId: server.userId,
    email: '',
    emailVerified: false,
    username: '',
    name: 'Coach',
    credits: 0,
  } as const;
  setBoot({ viewer, site: { supportEmail: '', contactEmail: '' } });
  const sync = createSyncClient(
    {
      ...createWebDevice(),
      log: () => undefined,
      storage: { ...createMemoryStorage(), isDurable: true },
      transport: server.transport,
      lock: {
        async run(task) {
          await task();
          return true;
        },
      },
      tabs: { announce: () => undefined, listen: () => () => undefined },
      ids: webIds,
    },
    viewer,
  );
  sync.start();
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  const draw = (shown: string) =>
    root.render(
      <MemoryRouter>
        <SyncContext value={sync}>
          <main>
            <RacerPage racerId={server.racerIds[shown]!} linkKey={null} />
          </main>
          <div data-bars>
            <UndoBar />
            <Toaster />
          </div>
        </SyncContext>
      </MemoryRouter>,
    );
  draw(name);
  close = () => {
    root.unmount();
    container.remove();
    sync.stop();
    server.cut(false);
    close = () => {};
  };
  await expect.element(heading).toHaveTextContent(name);
  await expect.poll(() => sync.account.getSnapshot().racers.length).toBe(3);
  const names = () => sync.account.getSnapshot().racers.map((racer) => racer.name);
  return { ...server, sync, names, draw };
}

async function lookAt(name: string): Promise<void> {
  await button('Same person as…').click();
  await dialog.getByRole('button', { name: new RegExp(`^${name}`) }).click();
}

test('[NM7] two become one person after a look at what is joined, and two again by Undo', async () => {
  const { names, racer, racerIds } = await openRacer('Ada Swift');
  expect(results()).toEqual(['Week two']);
  await lookAt('A. Swft');
  await expect.element(dialog).toHaveTextContent(/A\. Swft1 event.*Ada Swift1 event/);
  await expect.element(dialog).toHaveTextContent('Every event keeps the name it used, official results too.');
  await expect.element(inDialog('Ada Swift')).toHaveAttribute('aria-pressed', 'true');
  expect(isInReach(inDialog('They are one person').element())).toBe(true);
  expect(overflow()).toBe(0);
  await inDialog('They are one person').click();

  await expect.element(samePerson).toHaveTextContent('Entered as A. Swft too');
  await expect.poll(results).toEqual(['Week two', 'Week one']);
  await expect.element(page.getByText('1 event has another name: A. Swft')).toBeVisible();
  expect(racer('A. Swft')?.sameAs).toBe(racerIds['Ada Swift']);
  expect(names()).toEqual(['Ada Swift', 'Bea Quick']);

  await undoBar.getByRole('button', { name: 'Undo' }).click();
  await expect.element(samePerson).not.toBeInTheDocument();
  await expect.poll(results).toEqual(['Week two']);
  expect(names()).toEqual(['Ada Swift', 'A. Swft', 'Bea Quick']);
});

test('[NM7] the name that stays is the one that was chosen, and the page is that racer’s from then on', async () => {
  const { names } = await openRacer('Ada Swift');
  await lookAt('A. Swft');
  await inDialog('A. Swft').click();
  await inDialog('They are one person').click();
  await expect.element(heading).toHaveTextContent('A. Swft');
  await expect.element(samePerson).toHaveTextContent('Entered as Ada Swift too');
  expect(names()).toEqual(['A. Swft', 'Bea Quick']);
});

test('[NM4] Undo after new results came leaves each with their own, the new ones with the racer they were timed for', async () => {
  const { add, draw } = await openRacer('Ada Swift');
  await lookAt('A. Swft');
  await inDialog('They are one person').click();
  await expect.poll(results).toEqual(['Week two', 'Week one']);
  add({ name: 'Week three', daysAgo: 0, times: { 'A. Swft': 1450 } });
  await undoBar.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(results).toEqual(['Week two']);
  draw('A. Swft');
  await expect.poll(results).toEqual(['Week three', 'Week one']);
});

test('[NM7] Separate again brings both back, at any later time', async () => {
  const { racer, draw } = await openRacer('Ada Swift');
  await lookAt('A. Swft');
  await inDialog('They are one person').click();
  await expect.element(samePerson).toBeVisible();
  draw('Bea Quick');
  await expect.element(heading).toHaveTextContent('Bea Quick');
  draw('A. Swft');
  await expect.element(heading).toHaveTextContent('Ada Swift');
  await button('Separate again: A. Swft').click();
  await expect.element(heading).toHaveTextContent('A. Swft');
  await expect.poll(results).toEqual(['Week one']);
  expect(racer('A. Swft')).not.toHaveProperty('sameAs');
});

test('[NM4] nobody is offered as the same person as themself, nor a racer who is the same person already', async () => {
  await openRacer('Ada Swift');
  await button('Same person as…').click();
  const listed = () =>
    dialog
      .getByRole('listitem')
      .elements()
      .map((item) => item.textContent);
  await expect.poll(listed).toEqual(['A. Swft', 'Bea Quick']);
  await inDialog('A. Swft').click();
  await inDialog('They are one person').click();
  await expect.element(samePerson).toBeVisible();
  await button('Same person as…').click();
  await expect.poll(listed).toEqual(['Bea Quick']);
});

test('[NM4] two with times in one event are refused in words that name the event', async () => {
  const { racer } = await openRacer('Ada Swift');
  await lookAt('Bea Quick');
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Both have times in Week two');
  await expect.element(inDialog('They are one person')).toBeDisabled();
  await inDialog('Back').click();
  await expect.element(inDialog('Cancel')).toBeVisible();
  expect(racer('Bea Quick')).not.toHaveProperty('sameAs');
});

test('[NM4] times of both that came after the look refuse the merge, and the page says so', async () => {
  const { add, racer } = await openRacer('Ada Swift');
  await lookAt('A. Swft');
  await expect.element(inDialog('They are one person')).toBeEnabled();
  add({ name: 'Week three', daysAgo: 0, times: { 'Ada Swift': 1450, 'A. Swft': 1460 } });
  await inDialog('They are one person').click();
  await expect
    .element(toasts)
    .toHaveTextContent('Both racers have times in the same event, so they can’t be one person. Nothing changed.');
  await expect.element(samePerson).not.toBeInTheDocument();
  expect(racer('A. Swft')).not.toHaveProperty('sameAs');
});

test('[NM6] times of both that came after the merge are shown as two, with the event’s name', async () => {
  const { add, draw } = await openRacer('Ada Swift');
  await lookAt('A. Swft');
  await inDialog('They are one person').click();
  await expect.element(samePerson).toBeVisible();
  add({ name: 'Week three', daysAgo: 0, times: { 'Ada Swift': 1450, 'A. Swft': 1460 } });
  draw('Bea Quick');
  await expect.element(heading).toHaveTextContent('Bea Quick');
  draw('Ada Swift');
  await expect.element(samePerson).toHaveTextContent('Both have times in Week three. There they count as two');
  expect(results()).toEqual(['Week three', 'Week three', 'Week two', 'Week one']);
});

test('[NM4] a racer whom another phone has deleted is refused in words, with a way back to the list', async () => {
  const { deleteUnheard } = await openRacer('Ada Swift');
  deleteUnheard('A. Swft');
  await lookAt('A. Swft');
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('That racer isn’t in your list.');
  await expect.element(inDialog('They are one person')).toBeDisabled();
  await inDialog('Back').click();
  await expect.element(dialog.getByRole('searchbox')).toBeVisible();
});

test('[NM4] said without a signal it waits on the device, and is true once there is one', async () => {
  const { cut, racer, racerIds, names } = await openRacer('Ada Swift');
  await lookAt('A. Swft');
  await expect.element(inDialog('They are one person')).toBeEnabled();
  cut();
  await inDialog('They are one person').click();
  await expect.element(toasts).toHaveTextContent('Saved on this device. It goes out as soon as there’s a signal.');
  await expect.poll(names).toEqual(['Ada Swift', 'Bea Quick']);
  expect(racer('A. Swft')).not.toHaveProperty('sameAs');
  cut(false);
  await expect.poll(() => racer('A. Swft')?.sameAs).toBe(racerIds['Ada Swift']);
});
