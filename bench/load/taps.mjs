import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { addressOf } from './viewers.mjs';

/**
 * @typedef {object} Phone a signed-in phone that taps
 * @property {string} cookie
 */
/**
 * @typedef {object} Race
 * @property {string} eventId
 * @property {readonly string[]} racerIds
 */
/**
 * @typedef {object} TapPlace
 * @property {number} port
 * @property {'ours' | 'peer'} kind
 * @property {string} path
 * @property {number} length for peers: how long the frame's text is to be, like ours
 * @property {readonly Race[]} races
 * @property {readonly Phone[]} phones
 */

/** @typedef {{ id: string; topic: number; resolve: () => void; reject: (error: unknown) => void }} Waiting */

const FIRST_ADDRESS = 900_000;
/** The most commands of one request. */
const MOST_TOGETHER = 100;

/** Makes taps and sends them, each from one of the phones, over connections that stay open. @param {TapPlace} place */
export function createTapper(place) {
  const phones = place.phones.map(({ cookie }, index) => ({
    cookie,
    agent: new Agent({ keepAlive: true, localAddress: addressOf(FIRST_ADDRESS + index * 16), noDelay: true }),
    waiting: /** @type {Waiting[]} */ ([]),
    isSending: false,
  }));
  const deviceId = randomUUID();
  const taken = place.races.map(() => 0);
  let next = 0;

  /** Racer after racer, line after line: each tap counts, so that viewers, who are sent rows, get it. @param {string} id @param {number} topic */
  function makeCommand(id, topic) {
    const { eventId, racerIds } = /** @type {Race} */ (place.races[topic]);
    const number = /** @type {number} */ (taken[topic]);
    taken[topic] = number + 1;
    const wall = Date.now();
    const racerId = racerIds[number % racerIds.length];
    const hasStarted = Math.floor(number / racerIds.length) % 2 === 1;
    return {
      id,
      deviceId,
      captured: { wall, monotonic: performance.now(), origin: performance.timeOrigin },
      eventId,
      type: 'tap.record',
      line: hasStarted ? 'finish' : 'start',
      run: 1,
      racerId,
    };
  }

  /**
   * Pushoff accepts the waiting taps of a phone together, as its sync client sends them. @param {readonly Waiting[]}
   * waiting
   */
  function bodyOf(waiting) {
    if (place.kind === 'ours') {
      const commands = waiting.map(({ id, topic }) => makeCommand(id, topic));
      return JSON.stringify({ protocol: 1, commands, observations: [], keys: {} });
    }
    const { id } = /** @type {Waiting} */ (waiting[0]);
    const text = JSON.stringify({ type: 'changes', changes: [{ seq: next + 1, commandId: id, pad: '' }] });
    return text.replace('"pad":"', `"pad":"${'x'.repeat(Math.max(0, place.length - text.length))}`);
  }

  /** @param {(typeof phones)[number]} phone @param {readonly Waiting[]} waiting */
  function post(phone, waiting, body = bodyOf(waiting)) {
    const { cookie, agent } = phone;
    return new Promise((resolve, reject) => {
      const call = request(
        {
          port: place.port,
          host: '127.0.0.1',
          method: 'POST',
          path: place.path,
          agent,
          headers: {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
            ...(cookie !== '' && { cookie }),
          },
        },
        (response) => {
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (chunk) => (text += chunk));
          response.on('end', () => {
            const isWell = response.statusCode === 200 || response.statusCode === 201;
            const accepted = text.split('"accepted"').length - 1;
            if (isWell && (place.kind === 'peer' || accepted === waiting.length)) resolve(undefined);
            else reject(new Error(`A tap was answered with ${response.statusCode}: ${text.slice(0, 300)}`));
          });
        },
      );
      call.on('error', (/** @type {NodeJS.ErrnoException} */ error) => {
        // A connection that was idle while this load was held may be closed: the tap is sent again and not lost.
        if (call.reusedSocket && error.code === 'ECONNRESET') post(phone, waiting, body).then(resolve, reject);
        else reject(error);
      });
      call.end(body);
    });
  }

  /**
   * One request at a time from each phone; taps made meanwhile go with the next. @param {(typeof phones)[number]} phone
   */
  async function drain(phone) {
    phone.isSending = true;
    while (phone.waiting.length > 0) {
      const waiting = phone.waiting.splice(0, MOST_TOGETHER);
      try {
        await post(phone, waiting);
        for (const { resolve } of waiting) resolve();
      } catch (error) {
        for (const { reject } of waiting) reject(error);
      }
    }
    phone.isSending = false;
  }

  /** Resolves when the tap is answered. @param {string} id @param {number} topic @returns {Promise<void>} */
  return function send(id, topic) {
    const phone = /** @type {(typeof phones)[number]} */ (phones[next % phones.length]);
    next += 1;
    return new Promise((resolve, reject) => {
      const tapped = { id, topic, resolve, reject };
      if (place.kind === 'peer') {
        post(phone, [tapped]).then(() => resolve(), reject);
        return;
      }
      phone.waiting.push(tapped);
      if (!phone.isSending) void drain(phone);
    });
  };
}
