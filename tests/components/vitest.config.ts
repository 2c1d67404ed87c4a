import { resolve } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';

/** Apart from the other tests: those need neither a browser nor what the client is built with. */
export default defineConfig({
  root: resolve(import.meta.dirname, '../..'),
  plugins: [react(), tailwindcss()],
  // Found ahead: a package that is found while a test runs loads the page of the tests anew.
  optimizeDeps: { entries: ['src/client/main.tsx', 'tests/components/*.tsx'] },
  test: {
    name: 'components',
    include: ['tests/components/**/*.test.tsx'],
    testTimeout: 120_000,
    // What is waited for comes late on a busy machine, and the default gives it one second.
    expect: { poll: { timeout: 60_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      instances: [{ browser: 'chromium' }],
      provider: playwright({
        launchOptions: {
          // `npm test -- components` finds a Chromium, and names it here.
          ...(process.env['PUSHOFF_CHROMIUM'] && { executablePath: process.env['PUSHOFF_CHROMIUM'] }),
          chromiumSandbox: process.getuid?.() !== 0 && !process.env['CI'],
        },
        contextOptions: { hasTouch: true, isMobile: true },
      }),
    },
  },
});
