import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { build } from 'vite';
import type { Random } from '../simulation/random.ts';
import { kill9, launch, type RunningBrowser } from '../e2e/killable-browser.ts';
import { openPage } from '../e2e/outbox-page/open-page.ts';
import type { OutboxRow } from '../../src/client/sync/ports.ts';
import type { Line } from './phone/lines.ts';
import type {} from './phone/browser-page.ts';
import type { PhonePlan } from './phone/plan.ts';

/** A real browser on a profile that outlives it. */
export interface BrowserPhone {
  readonly name: string;
  readonly plan: PhonePlan;
  /** Taps quickly, is killed in the middle, and is opened again on the same profile. */
  tapAndDie(onKill: () => void): Promise<void>;
  rest(): Promise<void>;
  show(seqs: Readonly<Record<string, number>>): Promise<void>;
  lines(): Line[];
  rows(): Promise<readonly OutboxRow[]>;
  close(): Promise<void>;
}

const MOST_TAPS = 30;
const running = new Set<RunningBrowser>();
process.on('exit', () => {
  for (const { child } of running) process.kill(-child.pid!, 'SIGKILL');
});

export async function openBrowserPhone(profile: string, plan: PhonePlan, random: Random): Promise<BrowserPhone> {
  mkdirSync(profile, { recursive: true });
  const script = await bundlePage();
  const lines: Line[] = [];
  const heard = new Set<(line: Line) => void>();
  let current: { readonly browser: RunningBrowser; readonly page: Page };

  async function open(): Promise<void> {
    const browser = await launch(profile);
    running.add(browser);
    const context = browser.browser.contexts()[0]!;
    const pairs = plan.cookie.split('; ').map((pair) => pair.split(/=(.*)/s) as [string, string]);
    await context.addCookies(pairs.map(([name, value]) => ({ name, value, url: plan.url })));
    await context.exposeFunction('writeLine', (line: Line) => {
      lines.push(line);
      for (const hear of heard) hear(line);
    });
    const page = await openPage(context, plan.url, script);
    await page.evaluate(async (given) => globalThis.openPhone(given), plan);
    current = { browser, page };
  }
  async function kill(): Promise<void> {
    running.delete(current.browser);
    await kill9(current.browser);
  }
  /** Resolves when this many taps were shown as recorded: the page is then in the middle of the next one. */
  function recorded(count: number): Promise<void> {
    return new Promise((resolve) => {
      let left = count;
      heard.add(function hear({ kind }) {
        if (kind !== 'recorded' || --left > 0) return;
        heard.delete(hear);
        resolve();
      });
    });
  }
  await open();
  return {
    name: 'chromium',
    plan,
    async tapAndDie(onKill) {
      const enough = recorded(3 + random.below(MOST_TAPS - 10));
      const tapping = current.page.evaluate(async (most) => {
        for (let count = 0; count < most; count += 1) await globalThis.phone.tapOnce();
      }, MOST_TAPS);
      // This promise ends with the page.
      tapping.catch(() => undefined);
      await enough;
      onKill();
      await kill();
      await open();
    },
    rest: () => current.page.evaluate(() => globalThis.phone.rest()),
    show: (seqs) => current.page.evaluate((given) => globalThis.phone.show(given), seqs),
    lines: () => lines,
    rows: async () => lines.findLast((line) => line.kind === 'kept')?.rows ?? [],
    close: kill,
  };
}

async function bundlePage(): Promise<string> {
  const input = fileURLToPath(new URL('./phone/browser-page.ts', import.meta.url));
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, rolldownOptions: { input } },
  });
  const [chunk] = 'output' in built ? built.output : [];
  return chunk?.type === 'chunk' ? chunk.code : '';
}
