import { ok, refuse, type Result } from '../../domain/result.ts';

export type JsonRefusal = 'invalid-json' | 'payload-too-large';

/**
 * JSON.parse silently keeps the last of two equal keys; a checker in front of us may have read the first. Refused when
 * the text is not JSON, an object names a key twice, or the text is deeper or has more parts than anything we send: a
 * megabyte of brackets or keys takes a hundred times as long to parse as a megabyte of taps.
 */
export function parseStrictJson(text: string, most: MostParts = MOST): Result<unknown, JsonRefusal> {
  const keys = countKeysIn(text, most);
  if (typeof keys !== 'number') return refuse(keys);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refuse('invalid-json');
  }
  return countKeys(value) === keys ? ok(value) : refuse('invalid-json');
}

const DEEPEST = 64;
/**
 * Limits above real bodies: a list of 500 racers with 30 groups each has 1,000 brackets and 2,000 keys; the largest run
 * 6,000, 16,000 and 45,000 commas. The one object with many keys holds a device's guest keys, never a thousand.
 */
const MOST = { brackets: 7_000, keys: 25_000, keysOfOne: 5_000, commas: 50_000 };
export type MostParts = typeof MOST;
/**
 * Of a request with commands, whose parts cost more than those of a run. The largest command has 500 racers with 30
 * groups and all details: 1,500 brackets, 6,000 keys, 20,500 commas. A page that sends more at once sends half of them.
 */
export const MOST_IN_COMMANDS: MostParts = { brackets: 3_000, keys: 12_000, keysOfOne: 5_000, commas: 24_000 };

function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inner = Array.isArray(value) ? (value as unknown[]) : Object.values(value);
  let count = Array.isArray(value) ? 0 : inner.length;
  for (const each of inner) count += countKeys(each);
  return count;
}

const BACKSLASH = 0x5c;

/** Counts keys in the text, by the colons behind them. */
function countKeysIn(text: string, most: MostParts): number | JsonRefusal {
  const found = { brackets: 0, keys: 0, commas: 0 };
  /** Key counts of the open objects, from the outermost. */
  const keysAt: number[] = [0];
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case 0x22: // "
        at = endOfString(text, at);
        if (at === -1) return 'invalid-json';
        break;
      case 0x3a: // :
        keysAt[depth]! += 1;
        if (++found.keys > most.keys || keysAt[depth]! > most.keysOfOne) return 'payload-too-large';
        break;
      case 0x2c: // ,
        if (++found.commas > most.commas) return 'payload-too-large';
        break;
      case 0x5b: // [
      case 0x7b: // {
        if (++depth > DEEPEST) return 'invalid-json';
        if (++found.brackets > most.brackets) return 'payload-too-large';
        keysAt[depth] = 0;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        if (--depth < 0) return 'invalid-json';
        break;
    }
  }
  return found.keys;
}

/** Index of the end of the string that begins at `start`; -1 if it does not end. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
  return -1;
}
