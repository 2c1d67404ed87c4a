import { type Browser, chromium } from '@playwright/test';

/** The browser of the stories, by the same settings. */
export function openBrowser(): Promise<Browser> {
  const { PUSHOFF_CHROMIUM: executablePath, CI } = process.env;
  if (executablePath === undefined) throw new Error('No Chromium found: `npm test` gets one.');
  return chromium.launch({
    executablePath,
    chromiumSandbox: process.getuid?.() !== 0 && !CI,
    args: ['--disable-gpu', '--disable-background-networking', '--disable-component-update', '--no-first-run'],
  });
}
