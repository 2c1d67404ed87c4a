import type { BrowserContext, Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { KINDS, PAYLOADS } from './payloads.ts';

/**
 * Checks beyond those of every test: nothing sets `__xss`, no dialog opens, and nothing is loaded from other origins. The
 * browser has no Trusted Types, as Safari before 26 and Firefox before 148: they would refuse the markup that is looked for.
 */
export async function watchForScripts(context: BrowserContext, url: string, problems: string[]): Promise<void> {
  context.on('dialog', (dialog) => {
    problems.push(`A dialog came up: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('request', (request) => {
    if (!request.url().startsWith(`${url}/`)) problems.push(`Something was loaded from ${request.url()}`);
  });
  await context.route(
    ({ origin, pathname }) => origin === url && !/^\/(?:api|assets|live)\b/.test(pathname),
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.continue();
      const response = await route.fetch({ maxRedirects: 0 });
      const headers = response.headers();
      const policy = headers['content-security-policy'] ?? '';
      const older = policy.replaceAll(/(?:require-trusted-types-for|trusted-types)[^;]*;?/g, '');
      await route.fulfill({ response, headers: { ...headers, 'content-security-policy': older } });
    },
  );
  await context.addInitScript(() => {
    delete (globalThis as { trustedTypes?: unknown }).trustedTypes;
    Object.defineProperty(window, '__xss', {
      set(value) {
        console.error(`A script has run: ${String(value)}`);
      },
    });
  });
}

/** Elements that only a payload interpreted as markup can have added. */
const findInjected = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const ours = (script: HTMLScriptElement) =>
      script.id === 'boot' ||
      [`${location.origin}/assets/`, `${location.origin}/embed-board.js`].some((from) => script.src.startsWith(from));
    // Where an address leads counts: one of ours may carry the page to go on to, a payload with it, in its query.
    const leadsAway = (address: string) => {
      const { protocol, hostname } = new URL(address, location.href);
      return /^(javascript|data):$/.test(protocol) || hostname.endsWith('evil.example');
    };
    const isInjected = (element: Element) =>
      /^(iframe|object|embed|base|marquee|math|animate)$/.test(element.localName) ||
      (element instanceof HTMLScriptElement && !ours(element)) ||
      (element instanceof HTMLMetaElement && element.httpEquiv !== '') ||
      (element.localName === 'style' && element.textContent.includes('evil')) ||
      element.getAttributeNames().some((name) => name.startsWith('on')) ||
      element.hasAttribute('srcdoc') ||
      ['href', 'src', 'action', 'formaction', 'data'].some((name) => leadsAway(element.getAttribute(name) ?? ''));
    return [...document.querySelectorAll('*')].filter(isInjected).map((element) => element.outerHTML.slice(0, 150));
  });

/** Each text must be readable there, character by character; otherwise an empty page would pass. */
export async function expectShown(place: Locator, where: string, texts: readonly string[] = PAYLOADS): Promise<void> {
  const missing = () =>
    place.evaluate((element: HTMLElement, wanted) => {
      // Firefox leaves rows that are far from the screen, and so not laid out, out of the text.
      for (const row of element.querySelectorAll<HTMLElement>('li')) row.style.contentVisibility = 'visible';
      return wanted.filter((each) => !element.innerText.includes(each));
    }, texts);
  await expect.poll(missing, { message: `What is missing: ${where}` }).toEqual([]);
  await expectNothingInjected(place.page(), where);
}

export const expectNothingInjected = async (page: Page, where: string): Promise<void> =>
  expect(await findInjected(page), where).toEqual([]);

/** Options of a native list are not part of the text of a page. */
export async function expectOptions(page: Page, label: string, texts: readonly string[] = PAYLOADS): Promise<void> {
  const missing = async () => {
    const options = await page.getByLabel(label, { exact: true }).locator('option').allTextContents();
    return texts.filter((text) => options.every((option) => !option.includes(text)));
  };
  await expect.poll(missing, { message: `What is missing in the list: ${label}` }).toEqual([]);
  await expectNothingInjected(page, label);
}

export interface Tour {
  /** The attribute of each button that holds the payload, after the lead. */
  readonly attribute: 'title' | 'aria-label';
  readonly lead: string;
  /** The element that must then show the payload. */
  readonly shownIn: string;
  /** What it must show for each payload, where that is more than the payload itself. */
  readonly texts?: readonly string[];
}

/** Presses one button for each kind of payload and reads the text that appears: inside the page, which is quick. */
export async function expectEachShown(page: Page, where: string, tour: Tour): Promise<void> {
  const missing = await page.evaluate(
    async ({ payloads, attribute, lead, shownIn, texts }) => {
      const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      async function until(isSo: () => boolean): Promise<boolean> {
        for (let frame = 0; frame < 300; frame += 1) {
          if (isSo()) return true;
          await nextFrame();
        }
        return false;
      }
      const missed: string[] = [];
      for (const [index, payload] of payloads.entries()) {
        const text = texts[index]!;
        const buttons = [...document.querySelectorAll<HTMLElement>(`button[${attribute}]`)];
        buttons.find((button) => button.getAttribute(attribute) === lead + payload)?.click();
        const region = () => document.querySelector<HTMLElement>(shownIn);
        if (!(await until(() => region()?.innerText.includes(text) === true))) missed.push(text);
        const close = [...document.querySelectorAll<HTMLElement>('dialog[open] button')].find(
          (button) => button.textContent === 'Close',
        );
        close?.click();
        await until(() => document.querySelector('dialog[open]') === null);
      }
      return missed;
    },
    { payloads: KINDS, texts: KINDS, ...tour },
  );
  expect(missing, `What is missing: ${where}`).toEqual([]);
  await expectNothingInjected(page, where);
}

/** The button is busy for a while after each press, and disappears with the last page. */
export async function pressUntilGone(button: Locator): Promise<void> {
  await expect(async () => {
    if ((await button.count()) > 0) await button.click({ timeout: 1_000 });
    await expect(button).toHaveCount(0, { timeout: 200 });
  }).toPass();
}
