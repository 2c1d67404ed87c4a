import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request as requests } from '@playwright/test';
import { api } from '../../src/protocol/routes.ts';
import { linkIn, waitForMail } from '../support/mails.ts';
import { PUSH_CERTIFICATE } from '../support/push-certificate.ts';
import { createSubscription, startPushService } from '../support/push-service.ts';
import { startServer } from '../cluster/server.ts';
import { expect, getAccount, newEmail, PASSWORD, test } from './fixtures.ts';
import { createRace, tapAs } from './race.ts';

test('[FO8] A spectator without an account follows a racer by mail, and stops it with one press @proof', async ({
  page,
  openBrowser,
  server,
}) => {
  await getAccount(page);
  const race = await createRace(page.request, 'Hill climb', ['Ada', 'Bo']);
  const spectator = await openBrowser({ viewport: { width: 390, height: 800 } });
  await spectator.goto(race.viewerLink);
  await spectator.getByRole('button', { name: 'Ada', exact: true }).click();
  const sheet = spectator.getByRole('dialog');
  await sheet.getByRole('button', { name: 'Send me updates' }).click();
  const email = newEmail();
  // A browser that can show messages offers mails as the other way; a headless Chromium cannot.
  const [byMail, sendMails] = ['Email me instead', 'Email me updates'].map((name) =>
    sheet.getByRole('button', { name }),
  );
  await expect(byMail!.or(sendMails!)).toBeVisible();
  if (await byMail!.isVisible()) await byMail!.click();
  await sendMails!.click();
  await expect(sheet).toContainText('That doesn’t look like an email address.');
  await sheet.getByLabel('Email').fill(email);
  await sheet.getByRole('button', { name: 'Email me updates' }).click();
  await expect(sheet).toContainText(`We’ve emailed ${email}`);

  const asking = await waitForMail(server.dataDir, ({ to }) => to === email);
  await spectator.goto(linkIn(asking, '/follow').href);
  await spectator.getByRole('button', { name: 'Yes, write to me' }).click();
  await spectator.getByRole('link', { name: 'Open the board' }).click();
  await expect(spectator.getByRole('heading', { name: 'Hill climb' })).toBeVisible();
  await tapAs(page.request, race, 'start', 'Ada');
  const news = await waitForMail(server.dataDir, ({ to, subject }) => to === email && subject === 'Ada started');

  await spectator.goto(linkIn(news, '/unfollow').href);
  await spectator.getByRole('button', { name: 'Stop the messages' }).click();
  await expect(spectator.getByRole('heading', { name: 'Stopped' })).toBeVisible();
});

test(
  '[FO13] A server that is killed after a tap tells each follower once when it is up again',
  { tag: '@proof' },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pushoff-push-'));
    const certificate = join(folder, 'push.pem');
    await writeFile(certificate, PUSH_CERTIFICATE);
    const push = await startPushService();
    const env = { PUSH_SERVICE_URL: push.url, NODE_EXTRA_CA_CERTS: certificate };
    const dataDir = join(folder, 'data');
    let server = await startServer({ env, dataDir });
    const owner = await requests.newContext({ baseURL: server.url });
    const email = newEmail();
    await owner.post(api.signUp, { data: { username: 'Coach', email, password: PASSWORD } });
    await owner.post(api.login, { data: { email, password: PASSWORD } });
    const race = await createRace(owner, 'Power cut', ['Ada', 'Bo']);
    const phones = ['Ada', 'Ada', 'Bo'].map((racer) => ({ racer, ...createSubscription(push) }));
    for (const { racer, by } of phones) {
      const path = `${api.followers.replace(':eventId', race.eventId)}?key=${race.keys.viewer}`;
      const answer = await owner.post(path, { data: { racerId: race.racerIds[racer], by } });
      expect(answer.ok(), await answer.text()).toBe(true);
    }
    const titles = () => phones.map(({ received }) => received().map(({ notification }) => notification.title));

    await tapAs(owner, race, 'start', 'Ada');
    // The tap is answered, so it is on disk; followers are told three seconds later.
    await server.kill9();
    expect(titles()).toEqual([[], [], []]);
    server = await startServer({ env, dataDir, port: Number(new URL(server.url).port) });
    await expect.poll(titles).toEqual([['Ada started'], ['Ada started'], []]);
    await server.kill9();
    server = await startServer({ env, dataDir, port: Number(new URL(server.url).port) });
    await tapAs(owner, race, 'finish', 'Ada');
    await tapAs(owner, race, 'start', 'Bo');
    const finished = expect.stringMatching(/^Ada finished: /);
    await expect.poll(titles).toEqual([['Ada started', finished], ['Ada started', finished], ['Bo started']]);

    await owner.dispose();
    await server.stop();
    await push.stop();
    await rm(folder, { recursive: true, force: true });
  },
);
