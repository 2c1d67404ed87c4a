import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import type { Command, CommandAnswers } from '../../src/protocol/commands.ts';
import { MAX_COMMANDS, MAX_ENTRIES_PER_COMMAND } from '../../src/protocol/limits.ts';
import { api } from '../../src/protocol/routes.ts';
import { askRunningServer } from '../../src/server/admin/socket.ts';
import { batchOf, createEvent, eventCommand, racerCommand, tap } from '../support/commands.ts';
import { expect, getAccount, test } from './fixtures.ts';
import { closeUp } from './race.ts';
import { record, type Trace } from './timer-trace.ts';

const SLOWED = 4;
const PRESSES = 5;
const MOVE_MS = 300;

interface Race {
  readonly racers: number;
  readonly finished: number;
  readonly onCourse: number;
}

/** Everything goes through the API, as a device would send it. */
async function createRace(request: APIRequestContext, { racers, finished, onCourse }: Race): Promise<string> {
  const event = createEvent(undefined, 'Alpine Cup');
  const ids = Array.from({ length: racers }, () => randomUUID());
  const names = ids.map((_, index) => `Racer ${index + 1}`);
  const entries = ids.map((racerId, index) => ({ racerId, name: names[index]!, groups: [], bib: String(index + 1) }));
  const now = Date.now();
  const commands: Command[] = [
    event,
    ...ids.map((id, index) => racerCommand(id, { type: 'racer.create', name: names[index]!, groups: [] })),
  ];
  for (let from = 0; from < racers; from += MAX_ENTRIES_PER_COMMAND) {
    const some = entries.slice(from, from + MAX_ENTRIES_PER_COMMAND);
    commands.push(eventCommand(event.eventId, { type: 'entries.add', racers: some }));
  }
  ids.slice(0, finished).forEach((racerId, index) => {
    const at = now - 3_600_000 + index * 10_000;
    commands.push(tap(event.eventId, 'start', racerId, { at }));
    commands.push(tap(event.eventId, 'finish', racerId, { at: at + 1_500_000 + index * 1_370 }));
  });
  // A racer who finishes now takes the lead, and every other row moves down.
  ids.slice(finished, finished + onCourse).forEach((racerId, index) => {
    commands.push(tap(event.eventId, 'start', racerId, { at: now - 600_000 + index * 10_000 }));
  });
  for (let from = 0; from < commands.length; from += MAX_COMMANDS) {
    const data = batchOf(...commands.slice(from, from + MAX_COMMANDS));
    const { answers } = (await (await request.post(api.commands, { data })).json()) as CommandAnswers;
    expect(answers.filter(({ status }) => status !== 'accepted')).toEqual([]);
  }
  return event.eventId;
}

const buttons = (page: Page, line: 'Start' | 'Finish') => page.getByRole('button', { name: new RegExp(`^${line} `) });

async function openRace(page: Page, eventId: string, { onCourse }: Race): Promise<void> {
  await page.goto(`/timer?eventId=${eventId}`);
  await expect(page.getByRole('list', { name: 'Counters' })).toContainText(`On course ${onCourse}`);
  // Files that the page preloads are not measured.
  await page.waitForLoadState('networkidle');
  await page.evaluate(defineYardstick);
}

/**
 * A piece of work that takes 50 ms, the longest allowed task, on an idle machine with the processor slowed four times.
 * Measuring it beside the page accounts for the present speed of the machine and for other programs under the slowdown.
 */
function defineYardstick(): void {
  const rows = Array.from({ length: 1000 }, (_, index) => ({ id: `racer-${index}`, time: (index * 7919) % 1000 }));
  globalThis.yardstick = () => {
    performance.mark('yardstick');
    for (let round = 0; round < 20; round += 1) {
      const copy = JSON.parse(JSON.stringify(rows)) as typeof rows;
      copy.sort((one, other) => one.time - other.time || one.id.localeCompare(other.id));
    }
  };
  for (let round = 0; round < 10; round += 1) globalThis.yardstick();
}

/** Presses the button of the first racer in a list, and marks in the trace when the board has changed. */
async function press(page: Page, line: 'Start' | 'Finish'): Promise<Trace> {
  const title = line === 'Start' ? 'Inactive Racers' : 'Racers On Course';
  const section = page.getByRole('region', { name: title });
  // In the middle of the screen, clear of the bars at both edges.
  await section.getByRole('heading').evaluate((heading) => heading.scrollIntoView({ block: 'center' }));
  await closeUp(page);
  await expect(section.locator('[data-done]')).toHaveCount(0);
  const first = section.getByRole('listitem').first();
  // Of a long list only the rows near the screen exist.
  await expect.poll(async () => (await first.getAttribute('aria-posinset')) ?? '1').toBe('1');
  const button = first.getByRole('button', { name: line });
  const name = (await button.getAttribute('aria-label'))!;
  await page.evaluate((label) => {
    const observer = new MutationObserver(() => {
      if (document.querySelector(`[aria-label="${label}"]`) !== null) return;
      observer.disconnect();
      performance.mark('board-changed');
    });
    observer.observe(document.body, { subtree: true, childList: true });
  }, name);
  const { x, y, width, height } = (await button.boundingBox())!;
  await page.mouse.move(x + width / 2, y + height / 2);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
  const trace = await record(cdp, async () => {
    await page.evaluate(() => globalThis.yardstick());
    await page.mouse.down();
    await page.mouse.up();
    await expect(page.locator(`[aria-label="${name}"]`)).toHaveCount(0);
    // Waits until the rows have stopped moving.
    await page.waitForTimeout(2 * MOVE_MS);
    await page.evaluate(() => globalThis.yardstick());
    // The answer comes before its task has ended, and the trace has only whole tasks.
    await page.evaluate(() => undefined);
  });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await cdp.detach();
  return trace;
}

test(
  'With 500 racers and 50 on course, Start and Finish answer in the same frame on a slow phone',
  { tag: '@proof' },
  async ({ page, context, server }) => {
    const race: Race = { racers: 500, finished: 100, onCourse: 50 };
    const email = await getAccount(page);
    await askRunningServer(server.dataDir, ['grant', email, '2000']);
    const eventId = await createRace(context.request, race);
    await page.setViewportSize({ width: 390, height: 844 });
    await openRace(page, eventId, race);

    for (const line of ['Start', 'Finish'] as const) {
      const shares: number[] = [];
      for (let count = 0; count < PRESSES; count += 1) {
        const trace = await press(page, line);
        const answered = trace.paintAfter(trace.pressedAt);
        const moved = trace.paintAfter(trace.markAt('board-changed'));
        const toAnswer = trace.longestTask(trace.pressedAt, answered);
        const toMove = trace.longestTask(trace.pressedAt, moved);
        const [before, after] = trace.tasksWith('yardstick') as [number, number];
        console.log(
          `${line} ${count + 1}: pressed to painted ${ms(answered - trace.pressedAt)} ms, longest task ${toAnswer.toFixed(1)} ms; ` +
            `to the board ${ms(moved - trace.pressedAt)} ms, longest task ${toMove.toFixed(1)} ms ` +
            `(processor slowed ${SLOWED} times; the yardstick of 50 ms took ${before.toFixed(1)} and ${after.toFixed(1)} ms)`,
        );
        shares.push(toAnswer / ((before + after) / 2));
      }
      // The median: other programs on this machine evict caches, which costs processor time.
      const usual = shares.toSorted((one, other) => one - other)[Math.floor(PRESSES / 2)];
      expect(usual, `${line}: the longest task between pointer-down and paint, of 50 ms`).toBeLessThan(1);
    }
  },
);

test(
  'Rows move to their rank by transform alone, with no layout for each frame',
  { tag: '@proof' },
  async ({ page, context, server }) => {
    const race: Race = { racers: 30, finished: 8, onCourse: 1 };
    const email = await getAccount(page);
    await askRunningServer(server.dataDir, ['grant', email, '200']);
    const eventId = await createRace(context.request, race);
    await page.setViewportSize({ width: 1280, height: 900 });
    await openRace(page, eventId, race);
    await page.evaluate(() => {
      globalThis.animated = [];
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (keyframes, options) {
        globalThis.animated.push(...Object.keys(keyframes ?? {}));
        return animate.call(this, keyframes, options);
      };
    });

    // The server's answer to the tap changes the board as well, and its time is not measured here.
    let letGo = () => {};
    const isOver = new Promise<void>((resolve) => (letGo = resolve));
    await page.route(`**${api.commands}`, async (route) => {
      await isOver;
      await route.continue();
    });
    // Undoing brings the only racer on course back, and the next press moves rows again.
    const trace = await press(page, 'Finish');
    letGo();
    await page.keyboard.press('u');
    await expect(buttons(page, 'Finish')).toHaveCount(1);
    expect(await page.evaluate(() => globalThis.animated.toSorted())).toEqual(expect.arrayContaining(['transform']));
    expect(new Set(await page.evaluate(() => globalThis.animated))).toEqual(new Set(['transform', 'opacity']));

    const begin = trace.paintAfter(trace.markAt('board-changed'));
    const layouts = trace.count('Layout', begin, begin + MOVE_MS * 1000);
    console.log(`While rows moved for ${MOVE_MS} ms: ${layouts} layouts`);
    expect(layouts, 'a toast or an undo bar may come meanwhile; frames may not').toBeLessThanOrEqual(3);
  },
);

declare global {
  var animated: string[];
  var yardstick: () => void;
}

const ms = (microseconds: number): string => (microseconds / 1000).toFixed(1);
