import type { Page } from '@playwright/test';
import type { CommandAnswers } from '../../src/protocol/commands.ts';
import { api } from '../../src/protocol/routes.ts';

/**
 * Answers in place of the server until the page is reloaded: once the returned function is called, every command is refused. It happens in
 * the page, because the remote control of Firefox does not show the body of a request.
 */
export async function refuseCommands(page: Page): Promise<() => Promise<unknown>> {
  await page.evaluate((path) => {
    const { fetch } = window;
    const isTime = new Promise((resolve) => addEventListener('refuse', resolve, { once: true }));
    window.fetch = async (input, init) => {
      if (input !== path) return fetch(input, init);
      await isTime;
      const { commands } = JSON.parse(String(init?.body)) as { commands: { id: string }[] };
      const answers = commands.map(({ id }) => ({ id, status: 'refused', code: 'event-full' }) as const);
      return Response.json({ answers } satisfies CommandAnswers);
    };
  }, api.commands);
  return () => page.evaluate(() => dispatchEvent(new Event('refuse')));
}
