import { randomUUID } from 'node:crypto';
import { Refusal } from '../lib/project.mjs';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {{ name: string; group: string; started?: number; finished?: number }} Racer seconds before the recording */

export const EVENT = 'Tuesday 10 · Mill Lane';

/**
 * Invented racers. The first three start before the recording begins, so that the film shows times of minutes and not
 * of seconds; their taps are sent like every tap that a phone sends late.
 * @type {Record<'eli' | 'farah' | 'dana' | 'chioma' | 'kenji' | 'lucia', Racer>}
 */
export const racers = {
  eli: { name: 'Eli Brandt', group: 'Masters', started: 1100, finished: 1100 - 764.02 },
  farah: { name: 'Farah Haddad', group: 'Women', started: 1040, finished: 1040 - 782.77 },
  dana: { name: 'Dana Petrov', group: 'Women', started: 700 },
  chioma: { name: 'Chioma Okafor', group: 'U18' },
  kenji: { name: 'Kenji Mori', group: 'Masters' },
  lucia: { name: 'Lucía Ferrer', group: 'Women' },
};

/**
 * Signs the coach up on this page, logs in, and puts the racers into the event.
 * @param {Page} page any page of the product
 * @param {string} [email]
 */
export async function prepareRace(page, email = 'coach@example.org') {
  const coach = { username: 'Coach', email, password: randomUUID() };
  await call(page, '/api/account/sign-up', coach);
  await call(page, '/api/account/login', coach);

  const now = Date.now();
  const phone = { deviceId: randomUUID(), origin: now - 3_600_000 };
  /** @param {number} secondsAgo */
  const readingAt = (secondsAgo) => {
    const wall = now - secondsAgo * 1000;
    return { wall, monotonic: wall - phone.origin, origin: phone.origin };
  };
  /** @param {object} body @param {number} [secondsAgo] */
  const command = (body, secondsAgo = 1800) => ({
    id: randomUUID(),
    deviceId: phone.deviceId,
    captured: readingAt(secondsAgo),
    ...body,
  });

  const eventId = randomUUID();
  // Racers who are added together are listed in the order of their ids.
  const ids = Object.keys(racers).map(() => randomUUID());
  ids.sort();
  const entered = Object.values(racers).map((racer, index) => ({ ...racer, racerId: ids[index] }));
  const taps = entered.flatMap(({ racerId, started, finished }) => [
    ...(started === undefined ? [] : [{ racerId, line: 'start', ago: started }]),
    ...(finished === undefined ? [] : [{ racerId, line: 'finish', ago: finished }]),
  ]);
  await send(page, {
    commands: [
      ...entered.map(({ racerId, name, group }) => command({ type: 'racer.create', racerId, name, groups: [group] })),
      command({ type: 'event.create', eventId, name: EVENT, timeZone: findEvening(now) }),
      command({
        type: 'entries.add',
        eventId,
        racers: entered.map(({ racerId, name, group }) => ({ racerId, name, groups: [group], bib: null })),
      }),
      ...taps.map(({ racerId, line, ago }) => command({ type: 'tap.record', eventId, line, run: 1, racerId }, ago)),
    ],
    // The phone's clock equals the server's: both run on this machine.
    observations: taps.map(({ ago }) => ({ reading: readingAt(ago), common: readingAt(ago).wall, uncertainty: 2 })),
  });
}

/**
 * A time zone where it is between six and seven in the evening, the hour of club races, whenever the film is recorded.
 * @param {number} now
 */
function findEvening(now) {
  const ahead = (18 - new Date(now).getUTCHours() + 24) % 24;
  // `Etc` zones are named by how far they are behind Greenwich.
  return ahead <= 12 ? `Etc/GMT-${ahead}` : `Etc/GMT+${24 - ahead}`;
}

/** @param {Page} page @param {{ commands: object[]; observations: object[] }} batch */
async function send(page, batch) {
  const { answers } = await call(page, '/api/commands', { protocol: 1, keys: {}, ...batch });
  const refused = answers.find((/** @type {{ status: string }} */ { status }) => status !== 'accepted');
  if (refused) throw new Refusal(`The race could not be prepared: ${JSON.stringify(refused)}`);
}

/**
 * Calls the API from the page, so that the page is signed in afterwards.
 * @param {Page} page
 * @param {string} path
 * @param {object} body
 */
async function call(page, path, body) {
  const { ok, text } = await page.evaluate(
    async ([to, json]) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(to, { method: 'POST', headers, body: json });
      return { ok: answer.ok, text: await answer.text() };
    },
    /** @type {const} */ ([path, JSON.stringify(body)]),
  );
  if (!ok) throw new Refusal(`${path} answered ${text}`);
  return JSON.parse(text);
}
