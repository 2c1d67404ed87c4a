// The load: viewers and phones in one process, on a core of its own, controlled over IPC.
import { randomUUID } from 'node:crypto';
import { createTapper } from './taps.mjs';
import { createViewers } from './viewers.mjs';

/** @typedef {import('./frames.mjs').Sent} Sent */
/** @typedef {{ name: 'open'; place: import('./viewers.mjs').Place; taps: import('./taps.mjs').TapPlace }} Open */
/** @typedef {{ name: 'connect'; viewers: number }} Connect */
/** @typedef {{ name: 'tap'; ms: number; inFlight?: number; rate?: number; topics?: number; from?: number; most?: number }} Tap */
/** @typedef {Open | Connect | Tap | { name: 'close' }} Order */

const DRAIN_MS = 60_000;
const LONGEST_MS = 60_000;
const LEAST_TURNS = 4;
let spinning = true;
/** A sleeping client would be woken by every write of the server, which costs the server more than the write. */
function spin() {
  if (spinning) setImmediate(spin);
}
spin();

/** @type {ReturnType<typeof createViewers> | undefined} */
let viewers;
/** @type {ReturnType<typeof createTapper> | undefined} */
let send;

/**
 * Taps for a while, either with a fixed number in flight (the next is sent when all viewers have one), or at a fixed
 * rate.
 * @param {Tap} order
 */
async function tap({ ms, inFlight = 0, rate = 0, topics = 1, from = 0, most = Infinity }) {
  const crowd = /** @type {NonNullable<typeof viewers>} */ (viewers);
  const watching = Array.from({ length: topics }, (_, index) => crowd.watching(from + index));
  crowd.startCounting();
  let sent = 0;
  let answered = 0;
  let seen = 0;
  let lastSeenAt = 0;
  let answerMs = 0;
  /** @type {unknown} */
  let failure;
  const began = performance.now();
  /** The first taps are all sent at once: a window with little more than those shows a burst and no rate. */
  function isOver() {
    const passed = performance.now() - began;
    if (failure !== undefined || passed >= LONGEST_MS || sent >= most) return true;
    return passed >= ms && sent >= inFlight * LEAST_TURNS;
  }

  function tapOnce() {
    const id = randomUUID();
    const index = sent % topics;
    const watchers = /** @type {number} */ (watching[index]);
    const at = performance.now();
    sent += 1;
    if (watchers > 0) crowd.underWay.set(id, { id, at, left: watchers });
    void awaitAnswer(id, from + index, at, watchers);
  }
  /** @param {string} id @param {number} topic @param {number} at @param {number} watchers */
  async function awaitAnswer(id, topic, at, watchers) {
    try {
      await send?.(id, topic);
    } catch (error) {
      failure = error;
      return;
    }
    answered += 1;
    answerMs += performance.now() - at;
    // Without viewers only the answer is waited for.
    if (watchers === 0) countSeen();
  }
  function countSeen() {
    seen += 1;
    lastSeenAt = performance.now();
    if (inFlight > 0 && !isOver()) tapOnce();
  }
  crowd.whenSeenByAll(countSeen);
  if (inFlight > 0) for (let index = 0; index < Math.min(inFlight, most); index += 1) tapOnce();
  else while (!isOver()) await pace(began + (sent * 1000) / rate, tapOnce);
  while (!isOver()) await turn();
  const deadline = performance.now() + DRAIN_MS;
  while ((seen < sent || answered < sent) && performance.now() < deadline && failure === undefined) await turn();
  if (failure !== undefined) throw failure;
  const { deliveries, frames, bytes, missing, doubled, lost } = crowd.count;
  const seconds = (lastSeenAt - began) / 1000;
  return {
    sent,
    answered,
    seen,
    seconds,
    deliveries,
    frames,
    frameBytes: frames === 0 ? 0 : bytes / frames,
    answerMs: answerMs / Math.max(1, answered),
    // Changes whose number no viewer got, and taps that were sent and never arrived.
    missing: missing + sent - seen,
    doubled,
    lost,
    isSteady: sent >= Math.min(inFlight * LEAST_TURNS, most),
    p50: crowd.percentile(0.5),
    p99: crowd.percentile(0.99),
  };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** @param {number} moment @param {() => void} work */
async function pace(moment, work) {
  while (performance.now() < moment) await turn();
  work();
}

/** @param {Order} order */
async function obey(order) {
  switch (order.name) {
    case 'open':
      viewers = createViewers(order.place);
      send = createTapper(order.taps);
      return {};
    case 'connect':
      return viewers?.connect(order.viewers);
    case 'tap':
      return tap(order);
    case 'close':
      spinning = false;
      viewers?.close();
      process.disconnect();
      return {};
  }
}

/** @param {unknown} error */
const fail = (error) => process.send?.({ error: error instanceof Error ? error.stack : String(error) });
process.on('uncaughtException', fail);
process.on('message', (/** @type {Order} */ order) => {
  obey(order).then((answer) => order.name !== 'close' && process.send?.({ answer }), fail);
});
process.on('disconnect', () => process.exit(0));
