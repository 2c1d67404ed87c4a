import { connect } from 'node:net';
import { createReader, eachFrame, PING, PONG, toClientFrame } from './frames.mjs';

/** @typedef {import('./frames.mjs').Sent} Sent */
/** @typedef {import('./frames.mjs').Message} Message */

/**
 * @typedef {object} Place the port of the viewers and their first messages
 * @property {number} port
 * @property {string} path
 * @property {'plain' | 'ours' | 'socket.io'} kind
 * @property {readonly string[]} topics for ours: the message that follows an event, one for each event
 */

/**
 * @typedef {object} Viewer
 * @property {import('node:net').Socket} socket
 * @property {number} topic
 * @property {number} seq the last number that it has
 * @property {boolean} isOpen whether the handshake is over
 * @property {boolean} isReady
 * @property {Buffer | null} rest of a frame that came in parts
 */

const TOGETHER = 200;
const PER_ADDRESS = 16;
const PATIENCE_MS = 120_000;
const END_OF_HEAD = Buffer.from('\r\n\r\n');
const RESOLUTION = 10;
const MOST_MS = 120_000;

/** One buffer for all sockets: each read is handled before the next. */
const shared = Buffer.allocUnsafe(256 * 1024);

/** Servers limit by address, and spectators do not share one: loopback has sixteen million. @param {number} index */
export function addressOf(index) {
  const place = Math.floor(index / PER_ADDRESS);
  return `127.${1 + (place >> 14)}.${1 + ((place >> 7) & 127)}.${1 + (place & 127)}`;
}

/** @param {Place} place */
export function createViewers(place) {
  /** @type {Viewer[]} */
  const all = [];
  /** @type {Map<string, Sent>} */
  const underWay = new Map();
  const latencies = new Uint32Array(MOST_MS * RESOLUTION);
  const count = { deliveries: 0, frames: 0, bytes: 0, missing: 0, doubled: 0, lost: 0 };
  const hellos = place.topics.map(toClientFrame);
  const read = createReader((id) => underWay.get(id));
  let isClosing = false;
  /** @type {(viewer: Viewer) => void} */
  let onReady = () => {};
  /** @type {(tap: Sent) => void} */
  let onSeenByAll = () => {};

  /** @param {number} index */
  function open(index) {
    const topic = place.topics.length === 0 ? 0 : index % place.topics.length;
    const socket = connect({
      port: place.port,
      host: '127.0.0.1',
      localAddress: addressOf(index),
      noDelay: true,
      onread: {
        buffer: shared,
        callback(size) {
          receive(viewer, size);
          return true;
        },
      },
    });
    /** @type {Viewer} */
    const viewer = { socket, topic, seq: 0, isOpen: false, isReady: false, rest: null };
    all.push(viewer);
    socket.on('error', (error) => lose(error.message));
    socket.on('close', () => lose('closed'));
    socket.write(
      `GET ${place.path} HTTP/1.1\r\nHost: 127.0.0.1:${place.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
    );
  }

  /** @param {string} why */
  function lose(why) {
    if (isClosing) return;
    count.lost += 1;
    if (count.lost === 1) console.error(`A viewer was lost: ${why}`);
  }

  /** @param {Viewer} viewer @param {number} size */
  function receive(viewer, size) {
    if (viewer.isOpen && viewer.rest === null) {
      const done = take(viewer, shared, size);
      if (done < size) viewer.rest = Buffer.from(shared.subarray(done, size));
      return;
    }
    const fresh = shared.subarray(0, size);
    let bytes = viewer.rest === null ? Buffer.from(fresh) : Buffer.concat([viewer.rest, fresh]);
    if (!viewer.isOpen) {
      const end = bytes.indexOf(END_OF_HEAD);
      viewer.rest = bytes;
      if (end === -1) return;
      const head = bytes.toString('latin1', 0, end);
      if (!head.startsWith('HTTP/1.1 101')) throw new Error(`A viewer was refused: ${head} ${bytes.subarray(end)}`);
      viewer.isOpen = true;
      bytes = bytes.subarray(end + END_OF_HEAD.length);
      if (place.kind === 'ours') viewer.socket.write(/** @type {Buffer} */ (hellos[viewer.topic]));
      if (place.kind === 'plain') ready(viewer);
    }
    const done = take(viewer, bytes, bytes.length);
    viewer.rest = done < bytes.length ? bytes.subarray(done) : null;
  }

  /** @param {Viewer} viewer @param {Buffer} buffer @param {number} size */
  function take(viewer, buffer, size) {
    return eachFrame(buffer, size, (opcode, start, end) => {
      if (opcode === PING) viewer.socket.write(PONG);
      else hear(viewer, read(buffer, opcode, start, end));
    });
  }

  /** @param {Viewer} viewer @param {Message} message */
  function hear(viewer, message) {
    switch (message.kind) {
      case 'changes':
        return see(viewer, message);
      case 'whole':
        // A reader that fell behind gets the whole event, and skips the single changes.
        viewer.seq = message.last;
        return ready(viewer);
      case 'open':
        return void viewer.socket.write(toClientFrame('40'));
      case 'welcome':
        return ready(viewer);
      case 'ping':
        return void viewer.socket.write(toClientFrame('3'));
      case 'gone':
        throw new Error(`A viewer was turned away: ${message.bytes}`);
      case 'other':
    }
  }

  /** @param {Viewer} viewer @param {Message} message */
  function see(viewer, { first, last, taps, bytes }) {
    count.frames += 1;
    count.bytes += bytes.length;
    if (place.kind === 'ours') {
      if (first > viewer.seq + 1) count.missing += first - viewer.seq - 1;
      if (first <= viewer.seq) count.doubled += viewer.seq - first + 1;
      viewer.seq = last;
    }
    if (taps.length === 0) return;
    const now = performance.now();
    for (const tap of taps) {
      count.deliveries += 1;
      const step = Math.min(latencies.length - 1, Math.round((now - tap.at) * RESOLUTION));
      latencies[step] = /** @type {number} */ (latencies[step]) + 1;
      tap.left -= 1;
      if (tap.left > 0) continue;
      underWay.delete(tap.id);
      onSeenByAll(tap);
    }
  }

  /** @param {Viewer} viewer */
  function ready(viewer) {
    if (viewer.isReady) return;
    viewer.isReady = true;
    onReady(viewer);
  }

  return {
    count,
    underWay,
    /** @param {number} topic */
    watching: (topic) => all.reduce((sum, viewer) => sum + Number(viewer.topic === topic), 0),
    /** @param {number} target how many there are to be in the end */
    connect(target) {
      const began = performance.now();
      const from = all.length;
      let left = target - from;
      if (left === 0) return Promise.resolve({ connections: 0, seconds: 0 });
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`${left} of ${target} viewers were not let in`)), PATIENCE_MS);
        onReady = () => {
          left -= 1;
          if (all.length < target) open(all.length);
          if (left > 0) return;
          clearTimeout(timer);
          const seconds = (performance.now() - began) / 1000;
          resolve({ connections: target - from, seconds });
        };
        for (let index = 0; index < Math.min(TOGETHER, target - from); index += 1) open(all.length);
      });
    },
    /** @param {(tap: Sent) => void} listener */
    whenSeenByAll(listener) {
      onSeenByAll = listener;
    },
    startCounting() {
      Object.assign(count, { deliveries: 0, frames: 0, bytes: 0, missing: 0, doubled: 0 });
      latencies.fill(0);
    },
    /** In milliseconds. @param {number} part */
    percentile(part) {
      const wanted = Math.ceil(count.deliveries * part);
      let seen = 0;
      for (let step = 0; step < latencies.length; step += 1) {
        seen += /** @type {number} */ (latencies[step]);
        if (seen >= wanted && seen > 0) return step / RESOLUTION;
      }
      return 0;
    },
    close() {
      isClosing = true;
      for (const { socket } of all) socket.destroy();
    },
  };
}
