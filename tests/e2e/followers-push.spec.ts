import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserPush, startBrowserPush } from '../support/browser-push.ts';
import { PUSH_CERTIFICATE } from '../support/push-certificate.ts';
import { startServer } from '../cluster/server.ts';
import { expect, getAccount, test as base } from './fixtures.ts';
import { createRace, tapAs } from './race.ts';

/** A Firefox whose push service is on this machine, and a server that may post to it. */
const test = base.extend<object, { push: BrowserPush }>({
  push: [
    async ({}, use) => {
      const push = await startBrowserPush();
      await use(push);
      await push.stop();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ push }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'pushoff-push-'));
      const certificate = join(folder, 'push.pem');
      await writeFile(certificate, PUSH_CERTIFICATE);
      const server = await startServer({ env: { PUSH_SERVICE_URL: push.url, NODE_EXTRA_CA_CERTS: certificate } });
      await use(server);
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  launchOptions: [
    async ({ push, launchOptions }, use) =>
      use({
        ...launchOptions,
        firefoxUserPrefs: {
          'dom.push.enabled': true,
          'dom.push.connection.enabled': true,
          'dom.push.serverURL': push.socketUrl,
          'dom.push.testing.allowInsecureServerURL': true,
          // The desktop of a server has nobody who shows notifications; Firefox then does it itself.
          'alerts.useSystemBackend': false,
          // Granted: nobody is there to press Allow.
          'permissions.default.desktop-notification': 1,
        },
      }),
    { scope: 'worker' },
  ],
});
test.use({ serviceWorkers: 'allow' });

test(
  '[FO5] A message to a follower goes through a push service to a Firefox, which shows it once',
  { tag: '@firefox' },
  async ({ page, push, openBrowser }) => {
    await getAccount(page);
    const race = await createRace(page.request, 'Hill climb', ['Ada', 'Bo']);
    const spectator = await openBrowser();
    await spectator.goto(race.viewerLink);
    await spectator.getByRole('button', { name: 'Ada', exact: true }).click();
    const sheet = spectator.getByRole('dialog');
    await sheet.getByRole('button', { name: 'Send me updates' }).click();
    await sheet.getByRole('button', { name: 'Notify me on this phone' }).click();
    await expect(sheet).toContainText('You’ll get a notification on this phone.');

    await tapAs(page.request, race, 'start', 'Ada');
    await expect.poll(() => push.acknowledged.map(({ code }) => code)).toEqual([100]);
    const shown = () =>
      spectator.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready;
        return (await registration.getNotifications()).map(({ title, body }) => `${title}. ${body}`);
      });
    await expect.poll(shown).toEqual([expect.stringMatching(/^Ada started\. At \d\d:\d\d:\d\d\. Hill climb$/)]);

    await sheet.getByRole('button', { name: 'Stop the messages' }).click();
    await expect(sheet.getByRole('button', { name: 'Notify me on this phone' })).toBeVisible();
  },
);
