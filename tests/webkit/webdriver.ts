import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../support/free-port.ts';

/** A thumb's phone: the window fills the screen, so this is the size of every page. */
const SCREEN = '390x844x24';
const START_MS = 120_000;

const children = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

function startChild(program: string, args: readonly string[], env: NodeJS.ProcessEnv, fds: readonly 'pipe'[] = []) {
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'ignore', ...fds] });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}

export interface Display {
  readonly name: string;
  stop(): Promise<void>;
}

/** A screen without a monitor. Xvfb chooses its number itself, so two runs on a machine do not meet. */
export async function startDisplay(): Promise<Display> {
  const args = ['-displayfd', '3', '-screen', '0', SCREEN, '-nolisten', 'tcp'];
  const child = startChild('Xvfb', args, process.env, ['pipe']);
  const numbers = createInterface({ input: child.stdio[3] as NodeJS.ReadableStream });
  const [number] = (await once(numbers, 'line', { signal: AbortSignal.timeout(START_MS) })) as [string];
  return { name: `:${number}`, stop: () => stopChild(child) };
}

/** What WebDriver calls an element. */
export type ElementId = Readonly<Record<'element-6066-11e4-a52e-4f735466cecf', string>>;
const idOf = (element: ElementId): string => Object.values(element)[0]!;

export class WebDriverError extends Error {
  override readonly name = 'WebDriverError';
  readonly code: string;
  constructor(code: string, message: string) {
    super(`${code}: ${message}`);
    this.code = code;
  }
}

async function send<Answer>(method: string, url: string, body?: object): Promise<Answer> {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
  const answer = await fetch(url, { ...init, headers: { 'content-type': 'application/json' } });
  const { value } = (await answer.json()) as { value: Answer & { error?: string; message?: string } };
  if (!answer.ok) throw new WebDriverError(value?.error ?? String(answer.status), value?.message ?? '');
  return value;
}

/** By the project of playwright.config.ts. `program` is the variable with the path of the small browser. */
const engines = {
  webkit: {
    driver: 'WebKitWebDriver',
    options: 'webkitgtk:browserOptions',
    args: ['--automation', '--full-screen'],
    program: 'PUSHOFF_MINIBROWSER',
  },
  /** Its window has one size, and no display. */
  'old-webkit': {
    driver: 'WPEWebDriver',
    options: 'wpe:browserOptions',
    args: ['--automation', '--headless'],
    program: 'PUSHOFF_OLD_MINIBROWSER',
  },
};

/** One browser with an empty profile: WebKitWebDriver gives one at a time, so each browser has a driver of its own. */
export interface Session {
  get<Answer>(path: string): Promise<Answer>;
  post<Answer>(path: string, body?: object): Promise<Answer>;
  click(element: ElementId): Promise<void>;
  type(element: ElementId, text: string): Promise<void>;
  close(): Promise<void>;
}

export async function openSession(display: Display, project: string, args: readonly string[]): Promise<Session> {
  const engine = engines[project as keyof typeof engines];
  const binary = process.env[engine.program];
  if (binary === undefined) throw new Error('No WebKit found: `npm run engines` gets one.');
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  // In the locale "C" `navigator.language` is no language, and the charts of /analysis need one.
  const env = { ...process.env, DISPLAY: display.name, LANG: 'en_US.UTF-8', GDK_BACKEND: 'x11' };
  const driver = startChild(engine.driver, [`--port=${port}`], env);
  await until(async () => (await fetch(`${origin}/status`)).ok);
  const { sessionId } = await send<{ sessionId: string }>('POST', `${origin}/session`, {
    capabilities: { alwaysMatch: { [engine.options]: { binary, args: [...engine.args, ...args] } } },
  });
  const base = `${origin}/session/${sessionId}`;
  const post = <Answer>(path: string, body: object = {}) => send<Answer>('POST', `${base}${path}`, body);
  if (engine === engines.webkit) await post('/window/rect', { x: 0, y: 0, width: 390, height: 844 });
  return {
    get: (path) => send('GET', `${base}${path}`),
    post,
    click: (element) => post(`/element/${idOf(element)}/click`),
    type: (element, text) => post(`/element/${idOf(element)}/value`, { text }),
    async close() {
      await send('DELETE', base).catch(() => undefined);
      await stopChild(driver);
    },
  };
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + START_MS;
  while (!(await isSo().catch(() => false))) {
    if (Date.now() > deadline) throw new Error(`The driver was not ready after ${START_MS / 1000} s.`);
    await sleep(25);
  }
}
