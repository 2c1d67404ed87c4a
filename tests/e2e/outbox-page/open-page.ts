import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from '@playwright/test';
import { build } from 'vite';

/** A module of this folder with all that it imports, as one script. */
export async function bundle(file: string): Promise<string> {
  const input = fileURLToPath(new URL(file, import.meta.url));
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, rolldownOptions: { input } },
  });
  const [chunk] = 'output' in built ? built.output : [];
  return chunk?.type === 'chunk' ? chunk.code : '';
}

/** A bare page of the given origin that runs the script. */
export async function openPage(context: BrowserContext, origin: string, body: string): Promise<Page> {
  await context.route(`${origin}/outbox-page*`, (route) =>
    route.request().url().endsWith('.js')
      ? route.fulfill({ contentType: 'text/javascript', body })
      : route.fulfill({ contentType: 'text/html', body: '<script type="module" src="/outbox-page.js"></script>' }),
  );
  const page = await context.newPage();
  await page.goto(`${origin}/outbox-page`);
  return page;
}
