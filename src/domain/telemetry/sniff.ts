/** Texts with a format of their own. */
export type LogKind = 'gpx' | 'tcx' | 'kml' | 'nmea' | 'igc' | 'srt' | 'vbo';
export type FileKind = 'fit' | 'movie' | 'gzip' | 'zip' | 'text' | LogKind;

/** Bytes at a file's beginning that are looked at. */
export const SNIFF_BYTES = 4_096;

const MOVIE_BOXES = new Set(['ftyp', 'moov', 'mdat', 'skip', 'wide', 'free', 'pnot']);

/** The kind of a file by its first bytes, whatever its name says; null for a kind that cannot be read here. */
export function sniff(firstBytes: Uint8Array): FileKind | null {
  const bytes = firstBytes.subarray(0, SNIFF_BYTES);
  if (latin(bytes, 8, 12) === '.FIT') return 'fit';
  if (MOVIE_BOXES.has(latin(bytes, 4, 8))) return 'movie';
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return 'gzip';
  if (latin(bytes, 0, 4) === 'PK\u0003\u0004') return 'zip';
  const text = toText(bytes);
  if (text === null) return null;
  for (const kind of ['gpx', 'tcx', 'kml'] as const) if (isXmlOf(text, XML_ROOTS[kind])) return kind;
  for (const [kind, beginning] of BEGINNINGS) if (beginning.test(text)) return kind;
  // Other XML, a web page, JSON: asking for its time column would not help the user.
  return /^\s*[<{]/.test(text) ? null : 'text';
}

function latin(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to));
}

/** Text good enough to recognise a format: other characters than ASCII stay unread. Null for bytes that no text has. */
function toText(bytes: Uint8Array): string | null {
  const isLittle = bytes[0] === 0xff && bytes[1] === 0xfe;
  if (isLittle || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    let text = '';
    for (let at = 2; at + 1 < bytes.length; at += 2) {
      const [low, high] = isLittle ? [bytes[at]!, bytes[at + 1]!] : [bytes[at + 1]!, bytes[at]!];
      text += high === 0 ? String.fromCharCode(low) : '?';
    }
    return text;
  }
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  if (start === bytes.length) return null;
  let text = '';
  for (const byte of bytes.subarray(start)) {
    // Some loggers fill their cells up with zeros; a text of two bytes for each letter has them too.
    if (byte === 0 && text !== '') continue;
    // Tab, line feed, form feed and carriage return are the only control characters in texts.
    if ((byte < 0x20 && !(byte >= 9 && byte <= 13)) || byte === 0x7f) return null;
    text += String.fromCharCode(byte);
  }
  return text;
}

const XML_ROOTS = { gpx: 'gpx', tcx: 'TrainingCenterDatabase', kml: 'kml' } as const;

/** Each is tried on the first few thousand characters only. */
const BEGINNINGS: readonly (readonly [LogKind, RegExp])[] = [
  ['nmea', /^[^$\n]{0,40}\$(?:G[A-Z]|BD|QZ|P)[A-Z\d]{3,6},[^\n]*\n[^$\n]{0,40}\$[A-Z]{4,8}/],
  ['igc', /^A[A-Z\d]{3}[^\n]*\n(?:[^\n]*\n){0,60}?(?:HFDTE|B\d{13}[NS])/],
  ['srt', /^\s{0,20}\d{1,6}\s{1,4}\d\d:\d\d:\d\d[,.]\d{3} --> /],
  ['vbo', /^(?:File created on [^\n]*\s{1,8})?\[header\]/i],
];

/** The first element has this name; a declaration, comments and a DOCTYPE may stand before it. */
function isXmlOf(text: string, root: string): boolean {
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf('<', at);
    if (open === -1 || text.slice(at, open).trim() !== '') return false;
    const closing = text.startsWith('<?', open) ? '?>' : text.startsWith('<!--', open) ? '-->' : null;
    if (closing !== null) {
      const close = text.indexOf(closing, open);
      if (close === -1) return false;
      at = close + closing.length;
      continue;
    }
    // The entities of a DOCTYPE may fill all bytes that are looked at; the reader refuses the file and says why.
    const name = `([\\w.-]{1,60}:)?${root}`;
    if (new RegExp(`^<!DOCTYPE\\s+${name}[\\s[>]`, 'i').test(text.slice(open, open + 200))) return true;
    if (text.startsWith('<!', open)) return new RegExp(`<${name}[\\s/>]`, 'i').test(text.slice(open));
    return new RegExp(`^<${name}[\\s/>]`, 'i').test(text.slice(open, open + 100));
  }
  return false;
}
