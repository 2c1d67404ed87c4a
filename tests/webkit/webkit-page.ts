import { expect } from '@playwright/test';
import { type ElementId, type Session, WebDriverError } from './webdriver.ts';

/** The kinds of element that a story names, as a person would. */
type Role = 'button' | 'menuitem' | 'link' | 'field' | 'heading' | 'dialog' | 'region';

/** Runs in the page: the elements of a kind with this name that can be seen, and used. WebDriver clicks disabled ones too. */
function findIn(role: Role, name: string, isExact: boolean, scope: string | null): Element[] {
  const selectors = {
    button: 'button, [role="button"], summary',
    menuitem: '[role="menuitem"]',
    link: 'a[href]',
    field: 'input, textarea, select',
    heading: 'h1, h2, h3',
    dialog: 'dialog[open], [role="dialog"], [role="alertdialog"]',
    region: 'section, [role="region"]',
  };
  const tidy = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim();
  const nameOf = (element: Element): string => {
    const label = element.getAttribute('aria-label');
    if (label !== null) return tidy(label);
    const ids = element.getAttribute('aria-labelledby');
    if (ids !== null)
      return tidy(
        ids
          .split(' ')
          .map((id) => document.getElementById(id)?.textContent)
          .join(' '),
      );
    if (role === 'field') return tidy((element as HTMLInputElement).labels?.[0]?.textContent);
    return tidy(element.textContent);
  };
  const isNamed = (element: Element) => (isExact ? nameOf(element) === name : nameOf(element).includes(name));
  const root =
    scope === null
      ? document
      : [...document.querySelectorAll(selectors.region)].find((element) => nameOf(element) === scope);
  return [...(root?.querySelectorAll(selectors[role]) ?? [])].filter(
    (element) =>
      isNamed(element) && element.getClientRects().length > 0 && !element.matches(':disabled, [aria-disabled="true"]'),
  );
}

/** Runs in the page: whether the element stays in its place. WebDriver clicks where a bar was that slides in. */
function isStill(element: Element): Promise<boolean> {
  const place = () => JSON.stringify(element.getBoundingClientRect());
  const before = place();
  return new Promise((resolve) => setTimeout(() => resolve(place() === before), 50));
}

interface Named {
  readonly exact?: boolean;
  /** The name of the region that it is in. */
  readonly within?: string;
}

export interface WebKitPage {
  goto(path: string): Promise<void>;
  reload(): Promise<void>;
  url(): Promise<string>;
  /** Runs a function in the page; it sees nothing of this file but its arguments. */
  evaluate<Args extends readonly unknown[], Answer>(
    inPage: (...args: Args) => Answer,
    ...args: Args
  ): Promise<Awaited<Answer>>;
  count(role: Role, name: string, how?: Named): Promise<number>;
  see(role: Role, name: string, how?: Named): Promise<void>;
  seeNot(role: Role, name: string, how?: Named): Promise<void>;
  /** Waits until it is there and can be pressed. */
  press(role: Role, name: string, how?: Named): Promise<void>;
  fill(label: string, text: string, how?: Named): Promise<void>;
  /** Waits until the page's text has this in it. */
  seeText(text: string | RegExp): Promise<void>;
  /** Hands files to the page's first file field. */
  giveFiles(...paths: string[]): Promise<void>;
  close(): Promise<void>;
}

/** Answers of a page that is about to be there: to be asked again. */
const PASSING = [
  'stale element reference',
  'element click intercepted',
  'element not interactable',
  'no such element',
  'javascript error',
];

export function webKitPage(session: Session, origin: string): WebKitPage {
  const run = <Answer>(script: string, args: readonly unknown[]): Promise<Answer> =>
    session.post('/execute/sync', { script, args });
  const find = (role: Role, name: string, { exact = true, within }: Named = {}): Promise<ElementId[]> =>
    run(`return (${findIn.toString()}).apply(null, arguments)`, [role, name, exact, within ?? null]);
  const count = async (role: Role, name: string, how?: Named) => (await find(role, name, how)).length;

  /** Does something with an element as soon as it is there and lets it be done. */
  async function withElement(
    what: string,
    look: () => Promise<ElementId | undefined>,
    act: (element: ElementId) => Promise<void>,
  ) {
    await expect
      .poll(
        async () => {
          try {
            const element = await look();
            if (element === undefined) return 'not there';
            if (!(await run<boolean>(`return (${isStill.toString()}).apply(null, arguments)`, [element])))
              return 'moves';
            await act(element);
            return 'done';
          } catch (error) {
            if (error instanceof WebDriverError && PASSING.includes(error.code)) return error.code;
            throw error;
          }
        },
        { message: what },
      )
      .toBe('done');
  }

  return {
    goto: (path) => session.post('/url', { url: new URL(path, origin).href }),
    reload: () => session.post('/refresh'),
    url: () => session.get('/url'),
    evaluate: (inPage, ...args) => run(`return (${inPage.toString()}).apply(null, arguments)`, args),
    count,
    see: (role, name, how) =>
      expect.poll(() => count(role, name, how), { message: `${role} ${name}` }).toBeGreaterThan(0),
    seeNot: (role, name, how) => expect.poll(() => count(role, name, how), { message: `no ${role} ${name}` }).toBe(0),
    press: (role, name, how) =>
      withElement(
        `press ${name}`,
        async () => (await find(role, name, how))[0],
        (element) => session.click(element),
      ),
    fill: (label, text, how) =>
      withElement(
        `fill ${label}`,
        async () => (await find('field', label, how))[0],
        (element) => session.type(element, text),
      ),
    seeText: (text) => {
      const shown = () => run<string>('return document.body.innerText', []);
      return typeof text === 'string' ? expect.poll(shown).toContain(text) : expect.poll(shown).toMatch(text);
    },
    giveFiles: (...paths) =>
      withElement(
        'give files',
        async () => (await run<ElementId[]>('return [...document.querySelectorAll("input[type=file]")]', []))[0],
        (element) => session.type(element, paths.join('\n')),
      ),
    close: () => session.close(),
  };
}
