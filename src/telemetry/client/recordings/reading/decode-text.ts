const MARKS: readonly (readonly [label: string, bytes: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** The encoding of a text: by its byte order mark, by its own declaration, by what fits. */
export function encodingOf(head: Uint8Array): string {
  const marked = MARKS.find(([, bytes]) => bytes.every((byte, at) => head[at] === byte));
  if (marked !== undefined) return marked[0];
  // Without a mark, every other byte of plain letters is zero.
  if (head[0] !== 0 && head[1] === 0) return 'utf-16le';
  if (head[0] === 0 && head[1] !== 0) return 'utf-16be';
  const beginning = new TextDecoder('latin1').decode(head.subarray(0, 200));
  const said = /^\s*<\?xml[^>]*\bencoding=["']([\w.:-]+)["']/i.exec(beginning)?.[1];
  if (said !== undefined && isEncoding(said)) return said;
  return isUtf8(head) ? 'utf-8' : 'windows-1252';
}

function isEncoding(label: string): boolean {
  try {
    new TextDecoder(label);
    return true;
  } catch {
    return false;
  }
}

/** The last character may be cut in the middle. */
function isUtf8(head: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}
