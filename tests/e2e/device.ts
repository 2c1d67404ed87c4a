import type { APIRequestContext, Locator, Page } from '@playwright/test';
import type { EventState } from '../../src/domain/model/state.ts';
import type { Reading } from '../../src/domain/timing/clock.ts';
import type { Command } from '../../src/protocol/commands.ts';
import { api } from '../../src/protocol/routes.ts';
import { SCHEMA_HEADER, SCHEMA_VERSION } from '../../src/protocol/schema-version.ts';
import { expect } from './fixtures.ts';

/** The commands that wait on this device, as they are on its disk. */
export function waitingOn(page: Page): Promise<Command[]> {
  return page.evaluate(
    () =>
      new Promise<Command[]>((resolve, reject) => {
        const opening = indexedDB.open('pushoff');
        opening.addEventListener('error', () => reject(opening.error));
        opening.addEventListener('success', () => {
          const database = opening.result;
          const rows = database.transaction('outbox').objectStore('outbox').getAll() as IDBRequest<
            { command: Command }[]
          >;
          rows.addEventListener('error', () => reject(rows.error));
          rows.addEventListener('success', () => {
            database.close();
            resolve(rows.result.map(({ command }) => command));
          });
        });
      }),
  );
}

/** Readings by the id of the tap, which is also the id of its command. */
export type Readings = Readonly<Record<string, Reading>>;

export const readingsOf = (commands: readonly Command[]): Readings =>
  Object.fromEntries(
    commands.flatMap((command) => (command.type === 'tap.record' ? [[command.id, command.captured]] : [])),
  );

export const storedReadings = ({ taps }: EventState): Readings =>
  Object.fromEntries(Object.values(taps).map(({ id, captured }) => [id, captured]));

/** The event as the server returns it to the user of `request`. */
export async function readEvent(request: APIRequestContext, eventId: string): Promise<EventState> {
  const headers = { [SCHEMA_HEADER]: String(SCHEMA_VERSION) };
  const answer = await request.get(api.event.replace(':eventId', eventId), { headers });
  expect(answer.status()).toBe(200);
  return ((await answer.json()) as { event: EventState }).event;
}

/** Waits until the server has everything that was recorded here. */
export const untilSent = (page: Page): Promise<void> => expect.poll(() => waitingOn(page)).toEqual([]);

/** The number of waiting commands in the header. */
export const waitingChip = (page: Page): Locator => page.getByRole('banner').getByRole('button', { name: /waiting$/ });

/** Waits until the service worker has stored the app. */
export async function waitForWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
  });
}
