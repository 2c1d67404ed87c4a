import { defineConfig } from '@playwright/test';
import base from '../../playwright.config.ts';

/** Run by `npm run nodes -- --upgrade`, which builds the release before and passes its folder. */
export default defineConfig({
  ...base,
  testDir: '.',
  projects: [{ name: 'upgrade' }],
  outputDir: '../../test-results',
});
