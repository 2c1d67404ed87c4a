import type { Page } from '@playwright/test';
import { api } from '../../src/protocol/routes.ts';
import { MAX_WEBHOOK_URL } from '../../src/protocol/webhooks.ts';
import { openStorage } from '../../src/server/storage/database.ts';
import { quiet } from '../support/database.ts';
import { confirmAddress } from '../support/people.ts';
import type { BuiltServer } from '../cluster/server.ts';
import { expect } from './fixtures.ts';
import { PAYLOADS } from './payloads.ts';
import { expectNothingInjected, expectShown } from './payloads-watch.ts';
import { MAX_TOKENS, MAX_WEBHOOKS } from '../../src/protocol/limits.ts';

async function confirm(server: BuiltServer, email: string): Promise<void> {
  const storage = await openStorage({ dataDir: server.dataDir, databaseUrl: undefined }, quiet);
  await confirmAddress({ db: storage.db, storage }, email);
  await storage.close();
}

export async function lookAtTokens(page: Page, server: BuiltServer, email: string): Promise<void> {
  await confirm(server, email);
  const names = PAYLOADS.filter((_, index) => index % (PAYLOADS.length / MAX_TOKENS) === 0);
  for (const name of names) {
    const made = await page.request.post(api.createToken, { data: { name, scopes: ['events:read'], days: 7 } });
    expect(made.ok(), name).toBe(true);
  }
  await page.goto('/account#api-tokens');
  const shown = names.map((name) => `${name} pushoff_`);
  await expectShown(page.getByRole('main'), 'the tokens', shown);
  await page.getByRole('button', { name: `Turn off ${names[0]}`, exact: true }).click();
  await expect(page.getByRole('alertdialog')).toContainText(`Programs that use “${names[0]}” stop working at once.`);
  await expectNothingInjected(page, 'the tokens');
}

/** Several payloads in each address: an account has few webhooks. A number, so that no name server is asked. */
export async function lookAtWebhooks(page: Page): Promise<void> {
  const each = PAYLOADS.length / MAX_WEBHOOKS;
  const post = (url: string) => page.request.post(api.createWebhook, { data: { url, kinds: ['result'] } });
  for (const wrong of ['javascript:__xss=1', 'https://<script>', 'https://93.184.215.14/#<script>'])
    expect((await post(wrong)).status(), wrong).toBe(400);
  const urls = Array.from({ length: MAX_WEBHOOKS }, (_, at) => {
    // After a # there is no address any more.
    const texts = PAYLOADS.slice(at * each, (at + 1) * each).map((text) => text.replaceAll('#', ''));
    return `https://93.184.215.14/${texts.join('?')}`;
  });
  for (const url of urls) {
    expect(url.length).toBeLessThanOrEqual(MAX_WEBHOOK_URL);
    const made = await post(url);
    expect(made.ok(), await made.text()).toBe(true);
  }
  await page.goto('/account');
  await page.getByRole('button', { name: 'Show webhooks' }).click();
  const shown = urls.map((url) => new URL(url).href);
  await expectShown(page.getByRole('main'), 'the webhooks', shown);
  const [url = ''] = shown;
  await page.getByRole('region', { name: url, exact: true }).getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('alertdialog')).toContainText(`We send nothing more to ${url}, `);
  await expectNothingInjected(page, 'the webhooks');
}
