import { writeFile } from 'node:fs/promises';
import { type APIRequestContext, test as base } from '@playwright/test';
import { api } from '../../src/protocol/routes.ts';
import { findFreePort } from '../support/free-port.ts';
import { startServer } from '../cluster/server.ts';
import { type Race, createRace } from '../e2e/race.ts';
import { layNetwork, type Network } from './network.ts';
import { type Display, openSession, type Session, startDisplay } from './webdriver.ts';
import { webKitPage, type WebKitPage } from './webkit-page.ts';

export { expect } from '@playwright/test';

const PASSWORD = 'correct horse battery';

let people = 0;

interface Site {
  readonly url: string;
  readonly network: Network;
}

interface Fixtures {
  /** An empty browser, on the way to the server that can be cut. `args` switch features of the engine. */
  readonly openWebKit: (...args: string[]) => Promise<WebKitPage>;
  /** A coach with an account, who acts through the API. */
  readonly coach: { readonly request: APIRequestContext; readonly email: string };
  readonly network: Network;
}

async function savePicture(session: Session, path: string): Promise<void> {
  await writeFile(path, Buffer.from(await session.get<string>('/screenshot'), 'base64'));
}

export const test = base.extend<Fixtures, { site: Site; display: Display }>({
  site: [
    async ({}, use) => {
      const port = await findFreePort();
      const network = await layNetwork(port);
      const url = `http://127.0.0.1:${network.port}`;
      const server = await startServer({ port, env: { PUBLIC_URL: url } });
      await use({ url, network });
      await server.stop();
      await network.stop();
    },
    { scope: 'worker' },
  ],
  display: [
    async ({}, use) => {
      const display = await startDisplay();
      await use(display);
      await display.stop();
    },
    { scope: 'worker' },
  ],
  network: async ({ site }, use) => {
    await use(site.network);
    site.network.mend();
  },
  openWebKit: async ({ site, display }, use, info) => {
    const sessions: Session[] = [];
    await use(async (...args) => {
      const session = await openSession(display, info.project.name, args);
      sessions.push(session);
      return webKitPage(session, site.url);
    });
    for (const [index, session] of sessions.entries()) {
      if (info.status !== info.expectedStatus) await savePicture(session, info.outputPath(`webkit-${index + 1}.png`));
      await session.close();
    }
  },
  coach: async ({ playwright, site }, use) => {
    const request = await playwright.request.newContext({ baseURL: site.url });
    const email = `webkit-${process.pid}-${(people += 1)}@example.org`;
    await request.post(api.signUp, { data: { username: 'Coach', email, password: PASSWORD } });
    await request.post(api.login, { data: { email, password: PASSWORD } });
    await use({ request, email });
    await request.dispose();
  },
});

export async function logIn(page: WebKitPage, email: string): Promise<void> {
  await page.goto('/login');
  await page.fill('Email', email);
  await page.fill('Password', PASSWORD);
  await page.press('button', 'Login');
  await page.see('link', 'Buy Credits');
}

export async function openTimer(page: WebKitPage, { eventId, name }: Race): Promise<void> {
  await page.goto(`/timer?eventId=${eventId}`);
  await page.see('heading', name, { exact: false });
}

export { createRace };
