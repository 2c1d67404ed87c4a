import { inflateSync } from 'node:zlib';

/**
 * Reads the frames of a WebSocket server: headers by hand, and payloads only once for all viewers who get the same
 * bytes.
 */

const TEXT = 1;
const BINARY = 2;
export const PING = 9;

/**
 * @typedef {object} Sent one tap on its way
 * @property {string} id
 * @property {number} at when it was sent
 * @property {number} left how many viewers do not have it yet
 */

/**
 * @typedef {object} Message the parsed content of a frame
 * @property {Buffer} bytes
 * @property {'changes' | 'whole' | 'open' | 'welcome' | 'ping' | 'gone' | 'other'} kind
 * @property {number} first the number of the first change in it; of a whole, the number that it stands at
 * @property {number} last
 * @property {readonly Sent[]} taps those of ours that it brings
 */

const KEPT = 8;

/**
 * Thousands of viewers get the same bytes: comparing them with the last frame is much cheaper than parsing them again.
 * @param {(id: string) => Sent | undefined} findTap
 */
export function createReader(findTap) {
  /** @type {Message[]} */
  const known = [];
  let at = 0;

  /** @param {Buffer} buffer @param {number} opcode @param {number} start @param {number} end @returns {Message} */
  return function read(buffer, opcode, start, end) {
    const length = end - start;
    for (let step = 0; step < known.length; step += 1) {
      const message = known[(at - step + KEPT) % KEPT];
      if (message === undefined || message.bytes.length !== length) continue;
      if (buffer.compare(message.bytes, 0, length, start, end) === 0) return message;
    }
    const bytes = Buffer.from(buffer.subarray(start, end));
    const text = (opcode === BINARY ? inflateSync(bytes) : bytes).toString();
    const message = { bytes, ...understand(text, findTap) };
    at = (at + 1) % KEPT;
    known[at] = message;
    return message;
  };
}

const nothing = { first: 0, last: 0, taps: [] };

/** @param {string} text @param {(id: string) => Sent | undefined} findTap @returns {Omit<Message, 'bytes'>} */
function understand(text, findTap) {
  // Socket.IO writes the type of a message as a number before the JSON.
  if (text.startsWith('0{')) return { kind: 'open', ...nothing };
  if (text.startsWith('40')) return { kind: 'welcome', ...nothing };
  if (text === '2') return { kind: 'ping', ...nothing };
  const wrapped = text.startsWith('42');
  const value = JSON.parse(wrapped ? text.slice(2) : text);
  const message = wrapped ? value[1] : value;
  if (message.type === 'event') return { kind: 'whole', first: message.event.seq, last: message.event.seq, taps: [] };
  if (message.type === 'gone') return { kind: 'gone', ...nothing };
  if (message.type === 'rows') {
    const { after, seq, rows } = message;
    const taps = rows.flatMap((/** @type {{ taps: { id: string }[] }} */ row) =>
      row.taps.flatMap(({ id }) => findTap(id) ?? []),
    );
    return { kind: 'changes', first: after + 1, last: seq, taps };
  }
  if (message.type !== 'changes') return { kind: 'other', ...nothing };
  const { changes } = message;
  const taps = changes.flatMap(
    (/** @type {{ tapId?: string; commandId?: string }} */ { tapId, commandId }) =>
      findTap(tapId ?? commandId ?? '') ?? [],
  );
  return { kind: 'changes', first: changes[0].seq, last: changes.at(-1).seq, taps };
}

/**
 * Calls for every whole frame in the buffer; returns where the first unfinished one begins.
 * @param {Buffer} buffer
 * @param {number} end
 * @param {(opcode: number, start: number, end: number) => void} onFrame
 */
export function eachFrame(buffer, end, onFrame) {
  let at = 0;
  while (at + 2 <= end) {
    const opcode = byteAt(buffer, at) & 15;
    let length = byteAt(buffer, at + 1) & 127;
    let start = at + 2;
    if (length === 126) {
      if (at + 4 > end) break;
      length = (byteAt(buffer, at + 2) << 8) | byteAt(buffer, at + 3);
      start = at + 4;
    } else if (length === 127) {
      if (at + 10 > end) break;
      length = Number(buffer.readBigUInt64BE(at + 2));
      start = at + 10;
    }
    if (start + length > end) break;
    if (opcode === TEXT || opcode === BINARY || opcode === PING) onFrame(opcode, start, start + length);
    else if (opcode === 8)
      throw new Error(`The server closed a viewer: ${buffer.toString('utf8', start, start + length)}`);
    at = start + length;
  }
  return at;
}

/** @param {Buffer} buffer @param {number} at */
const byteAt = (buffer, at) => /** @type {number} */ (buffer[at]);

/** A client masks what it sends; a mask of zeros leaves the text as it is. @param {string} text */
export function toClientFrame(text) {
  const length = Buffer.byteLength(text);
  const start = length < 126 ? 6 : 8;
  const frame = Buffer.alloc(start + length);
  frame[0] = 0x81;
  if (start === 6) {
    frame[1] = 0x80 | length;
  } else {
    frame[1] = 0x80 | 126;
    frame.writeUInt16BE(length, 2);
  }
  frame.write(text, start);
  return frame;
}

export const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);
