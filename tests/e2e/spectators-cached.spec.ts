import { ensureProgram } from '../../scripts/lib/debian.mjs';
import { startRowCache } from '../cluster/row-cache.ts';
import { findFreePort } from '../support/free-port.ts';
import { startServer } from '../cluster/server.ts';
import { arrive, expect, test } from './fixtures.ts';
import { counters, createRace, finishIn, section, tapAs } from './race.ts';

const WORDS = 'up to 4 s behind';
const PHONE = { width: 390, height: 844 };
/** Answers of the cache until one has the change: it is two seconds old at most, and asked after one second at least. */
const MOST_ANSWERS = 4;
const PATIENCE_MS = 60_000;

test('[SP14] [SP15] A spectator whose rows come from a cache sees each finish within seconds, and reads how late the board is @proof', async ({
  openBrowser,
}) => {
  const port = await findFreePort();
  const rowsUrl = `http://127.0.0.1:${port}`;
  const env = { PUBLIC_ROWS_URL: rowsUrl, PUBLIC_ROWS_FROM: '0', TRUSTED_PROXIES: '127.0.0.1' };
  const node = await startServer({ env });
  const cache = await startRowCache(await ensureProgram('nginx', 'nginx-light'), node, port);
  try {
    const coach = await openBrowser({ baseURL: node.url });
    await arrive(coach);
    const names = Array.from({ length: 6 }, (_, index) => `Racer ${index}`);
    const race = await createRace(coach.request, 'Hill climb', names);
    await tapAs(coach.request, race, 'start', 'Racer 5', { at: Date.now() - 60_000 });

    const phone = await openBrowser({ baseURL: node.url, viewport: PHONE });
    const sockets: string[] = [];
    phone.on('websocket', (socket) => sockets.push(socket.url()));
    const asked: string[] = [];
    phone.on('request', (request) => asked.push(request.url()));
    const rowsAsked = () => asked.filter((url) => url.startsWith(rowsUrl)).length;
    await phone.goto(race.viewerLink);
    await expect(counters(phone)).toContainText(WORDS);
    await expect(section(phone, 'Racers On Course').getByRole('listitem')).toContainText(/Racer 5.*01:\d\d/s);

    for (const name of names.slice(0, 5)) {
      await finishIn(coach.request, race, name, 60);
      const [stored, before] = [Date.now(), rowsAsked()];
      await expect(section(phone, 'Leaderboard').getByText(name)).toBeVisible({ timeout: PATIENCE_MS });
      console.log(`${name} is on the board ${Date.now() - stored} ms after the answer`);
      expect(rowsAsked() - before).toBeLessThanOrEqual(MOST_ANSWERS);
    }
    await expect(counters(phone)).toContainText(/Finished 5 \/ 6/);
    await expect(counters(phone)).not.toContainText('not connected');
    expect(sockets).toEqual([]);
    expect(asked.filter((url) => url.includes('/api/clock'))).toHaveLength(1);

    await cache.stop();
    await expect(counters(phone)).toContainText('not connected', { timeout: PATIENCE_MS });
    await expect(counters(phone)).not.toContainText(WORDS);
    const said = (await counters(phone).getByRole('status').boundingBox())!;
    expect(said.x + said.width, 'the whole sentence is on the screen').toBeLessThanOrEqual(PHONE.width);
  } finally {
    await cache.stop();
    await node.stop();
  }
});
