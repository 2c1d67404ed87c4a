import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium } from '@playwright/test';

/** A browser on a profile of its own, which can be killed as a phone's system kills one, and opened again. */
export interface RunningBrowser {
  readonly child: ChildProcess;
  readonly browser: Browser;
}

export async function launch(profile: string): Promise<RunningBrowser> {
  const portFile = join(profile, 'DevToolsActivePort');
  rmSync(portFile, { force: true });
  const child = spawn(
    process.env['PUSHOFF_CHROMIUM']!,
    [
      '--headless=new',
      ...(process.getuid?.() === 0 || process.env['CI'] ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    // The browser has a process group of its own, so that all of its processes can be killed at once.
    { stdio: 'ignore', detached: true },
  );
  while (!existsSync(portFile) || !readFileSync(portFile, 'utf8').includes('\n')) await sleep(50);
  const [port] = readFileSync(portFile, 'utf8').split('\n');
  return { child, browser: await chromium.connectOverCDP(`http://127.0.0.1:${port}`) };
}

export async function kill9({ child }: RunningBrowser): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  process.kill(-child.pid!, 'SIGKILL');
  await once(child, 'exit');
}

/** Closes the browser cleanly: it has time to write its storage. */
export async function close({ child, browser }: RunningBrowser): Promise<void> {
  const ended = once(child, 'exit');
  const session = await browser.newBrowserCDPSession();
  // The browser ends before it can answer.
  await session.send('Browser.close').catch(() => undefined);
  await ended;
}
