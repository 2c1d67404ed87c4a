import type { Locator, Page } from '@playwright/test';
import { type EventState, type Tap, timeOf } from '../../src/domain/model/state.ts';
import { formatExactTime } from '../../src/domain/timing/parse-time.ts';
import { createFinger, middleOf } from './finger.ts';
import { expect } from './fixtures.ts';
import type { Ride } from './four-phones-script.ts';

export const finishesOf = ({ taps }: EventState): Tap[] => Object.values(taps).filter(({ line }) => line === 'finish');

const tab = (page: Page, name: RegExp): Locator =>
  page.getByRole('group', { name: 'Times' }).getByRole('button', { name });

export interface KeeperParts {
  /** On the finish view. */
  readonly page: Page;
  readonly readEvent: () => Promise<EventState>;
  /** When the thumb comes down for a rider, on the common clock. */
  readonly momentOf: (ride: Ride) => number;
  /** Waits for a moment of the common clock; returns the machine's time at it. */
  readonly until: (moment: number) => Promise<number>;
}

/** A timekeeper at the finish: takes a time for every rider at once, and says later whose each was. */
export async function createKeeper({ page, readEvent, momentOf, until }: KeeperParts) {
  const finger = await createFinger(page);
  const surface = await middleOf(page.locator('[data-surface]'));
  const keypad = page.getByRole('region', { name: /^Give / });
  const given = { byChip: 0, byNumber: 0 };
  /** The oldest first. */
  const taken: Ride[] = [];

  async function typeNumber(bib: number): Promise<void> {
    for (const key of [...String(bib), 'Give']) await keypad.getByRole('button', { name: key, exact: true }).click();
  }

  /** The time of a rider as the screen says it, which depends on how the server has placed the tap. */
  async function findTime(ride: Ride): Promise<string> {
    let text = '';
    await expect(async () => {
      const event = await readEvent();
      const own = finishesOf(event).find((tap) => Math.abs(timeOf(tap) - momentOf(ride)) < 50)!;
      text = formatExactTime(timeOf(own), event.timeZone).slice(0, -1);
      await expect(page.getByText(text, { exact: true })).toBeVisible({ timeout: 1_000 });
    }).toPass();
    return text;
  }

  return {
    given,
    isGiving: () => taken.length > 0,
    async take(ride: Ride): Promise<void> {
      await finger.down(surface, await until(momentOf(ride)));
      await finger.up();
      taken.push(ride);
    },
    /** Gives the oldest time to a racer, by a chip or by number. */
    async giveNext(toWhom: (ride: Ride) => Ride | Promise<Ride>): Promise<void> {
      const ride = taken.shift();
      if (ride === undefined) return;
      const { bib, name } = await toWhom(ride);
      const time = await findTime(ride);
      const rows = page.getByRole('list', { name: 'Times to assign' }).getByRole('listitem');
      const row = rows.filter({ hasText: time });
      const chip = row.getByRole('button', { name: `Give ${time} to ${bib} ${name}`, exact: true });
      if ((await chip.count()) > 0 && (await chip.isEnabled())) {
        await chip.click();
        given.byChip += 1;
      } else {
        await row.getByRole('button', { name: /racer for/ }).click();
        await typeNumber(bib);
        // The start of a rider who left without a signal may not have arrived.
        const anyway = keypad.getByRole('button', { name: 'Give anyway' });
        await expect(
          row
            .or(anyway)
            .or(keypad.getByText('Number', { exact: true }))
            .first(),
        ).toBeVisible();
        if (await anyway.isVisible()) await anyway.click();
        if (await keypad.isVisible()) await keypad.getByRole('button', { name: 'Close' }).click();
        given.byNumber += 1;
      }
      await expect(row.filter({ hasNotText: `${bib} ${name}` })).toHaveCount(0);
    },
    /** The next rider 'has a time here already': the time before was given to the wrong one, and is moved. */
    async repair(before: Ride, next: Ride): Promise<void> {
      const time = await findTime(next);
      await page.getByRole('button', { name: new RegExp(`racer for ${time}$`) }).click();
      await typeNumber(next.bib);
      await expect(keypad.getByRole('alert')).toHaveText(`${next.bib} ${next.name} has a time here already.`);
      await keypad.getByRole('button', { name: 'Close' }).click();
      await tab(page, /^Given/).click();
      await page.getByRole('button', { name: `Give to… another racer: ${await findTime(before)}` }).click();
      await typeNumber(before.bib);
      await expect(keypad).toHaveCount(0);
      await tab(page, /^Waiting/).click();
    },
    /** Moves one racer of a bunch up by a place; `order` are the bibs afterwards. */
    async sortBunch(bib: number, order: readonly number[]): Promise<void> {
      await tab(page, /^Bunches/).click();
      const bunch = page.getByRole('list', { name: /^Bunch at/ }).filter({ hasText: `${bib} Rider` });
      await bunch.getByRole('button', { name: new RegExp(`^${bib} Rider`) }).press('ArrowUp');
      await expect(bunch.getByRole('listitem')).toHaveText(order.map((each) => new RegExp(`${each} Rider`)));
    },
  };
}
