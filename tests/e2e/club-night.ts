import type { Page } from '@playwright/test';
import { askRunningServer } from '../../src/server/admin/socket.ts';
import { tap } from '../support/commands.ts';
import type { Point } from './finger.ts';
import { getAccount } from './fixtures.ts';
import { createRace, type Race, send } from './race.ts';

export interface Target extends Point {
  readonly racerId: string;
}

/** The timing buttons that a thumb can reach now; none while the list closes up. */
export const targetsOn = (page: Page): Promise<Target[]> =>
  page.locator('[data-timing-button]:enabled').evaluateAll((buttons) =>
    buttons.flatMap((button) => {
      if (button.closest('li')?.getAnimations().length !== 0) return [];
      const { left, top, width, height } = button.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      const racerId = (button as HTMLElement).dataset['racer'] ?? '';
      return button.contains(document.elementFromPoint(x, y)) ? [{ x, y, racerId }] : [];
    }),
  );

export const names = (count: number) => Array.from({ length: count }, (_, index) => `Racer ${index + 1}`);

/** An event of which some racers are on course. */
export async function openClubNight(
  page: Page,
  { dataDir, racers, onCourse }: { dataDir: string; racers: number; onCourse: number },
): Promise<Race> {
  const email = await getAccount(page);
  await askRunningServer(dataDir, ['grant', email, '1000']);
  const race = await createRace(page.request, 'Club night', names(racers));
  const from = Date.now() - 900_000;
  const started = names(onCourse).map((name, index) =>
    tap(race.eventId, 'start', race.racerIds[name]!, { at: from + index * 1000 }),
  );
  if (started.length > 0) await send(page.request, ...started);
  return race;
}
