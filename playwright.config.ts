import { resolve } from 'node:path';
import { defineConfig, type Project } from '@playwright/test';
import { findChromium } from './scripts/lib/chromium.mjs';
import { notInFirefox, notInOldWebKit } from './scripts/lib/engines.mjs';

// Workers read this file again and find the answer in their environment.
process.env['PUSHOFF_CHROMIUM'] ??= await findChromium();
const { PUSHOFF_CHROMIUM: executablePath, PUSHOFF_E2E_REPORT: outputFile, CI } = process.env;
const { PUSHOFF_FIREFOX, PUSHOFF_MINIBROWSER, PUSHOFF_OLD_MINIBROWSER } = process.env;
if (executablePath === undefined) throw new Error('No Chromium found: `npm test` gets one.');

const isInFull = process.env['PUSHOFF_IN_FULL'] !== undefined;
const sandboxed = process.getuid?.() !== 0 && !CI;

/** With `npm run proofs` only: too long for every change. */
const PROOF = /@proof/;
/** Stories of Firefox alone. */
const FIREFOX = /@firefox/;
/** A story for other engines: Chromium has it in several. */
const OTHER_ENGINES = /\[EN1\]/;
/** There once more, with larger numbers. */
const IN_FULL = /@in-full/;

/** Engines besides Chromium start slowly, and in `npm test` they share the cores with everything else. */
const PATIENT = { timeout: 360_000, expect: { timeout: 60_000 } };

/** Only where a script has found a Firefox, so that Playwright alone runs in Chromium. */
const firefox: Project[] = PUSHOFF_FIREFOX
  ? [
      {
        name: 'firefox',
        ...PATIENT,
        grepInvert: notInFirefox.map(({ title }) => title),
        use: {
          browserName: 'firefox',
          channel: 'moz-firefox',
          // Playwright hides the caret with a style of its own, which the content policy refuses and the test reports.
          screenshot: 'off',
          launchOptions: {
            executablePath: resolve('scripts/lib/firefox-for-playwright.mjs'),
            // Firefox ESR 153 crashes the tab when the elements of an `aria-labelledby` are read after one of them has
            // gone. Playwright and Axe read them wherever the browser has them; no page of ours does.
            firefoxUserPrefs: { 'accessibility.ARIAElementReflection.enabled': false },
          },
        },
      },
    ]
  : [];

/** Driven by WebDriver, so with stories of their own: see tests/webkit. The older one is Safari 16.0. */
const testDir = 'tests/webkit';
const webKits: Project[] = [
  ...(PUSHOFF_MINIBROWSER ? [{ name: 'webkit', testDir, ...PATIENT }] : []),
  // Two of the older at once share a service worker, and one of them waits for it without end.
  ...(PUSHOFF_OLD_MINIBROWSER
    ? [{ name: 'old-webkit', testDir, ...PATIENT, workers: 1, grepInvert: notInOldWebKit.title }]
    : []),
];

export default defineConfig({
  testDir: 'tests/e2e',
  projects: [
    { name: 'stories', grepInvert: [PROOF, FIREFOX, OTHER_ENGINES] },
    { name: 'proofs', grep: [PROOF, IN_FULL] },
    ...firefox,
    ...webKits,
  ],
  outputDir: 'test-results',
  // A second browser on the same cores would be measured with what is measured.
  workers: isInFull ? 1 : 2,
  retries: 0,
  forbidOnly: Boolean(CI),
  // Generous: a slow machine is not a failure, and what hangs is still ended.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: outputFile === undefined ? [['list']] : [['list'], ['json', { outputFile }]],
  use: {
    trace: 'off',
    video: 'off',
    screenshot: 'only-on-failure',
    // A worker keeps the whole app on every new device, and nobody's requests could be held back: where it matters, it is allowed.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath,
      chromiumSandbox: sandboxed,
      args: [
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
});
