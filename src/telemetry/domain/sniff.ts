/** Texts with a format of their own. */
export type LogKind = 'gpx' | 'tcx' | 'kml' | 'nmea' | 'igc' | 'srt' | 'vbo';
export type FileKind = 'fit' | 'movie' | 'gzip' | 'zip' | 'text' | LogKind;

/** Bytes at a file's beginning that are looked at. */
const SNIFF_BYTES = 16_384;
/** Bytes of them that no text may spoil; damage behind them is the reader's affair. */
const SURE_BYTES = 4_096;

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
  const inXml = XML_ROOTS.get(rootOf(text) ?? '');
  if (inXml !== undefined) return inXml;
  const byLines = kindOfLines(text);
  if (byLines !== null) return byLines;
  // Other XML, a web page, JSON: asking for its time column would not help the user.
  return /^\s*[<{]/.test(text) ? null : 'text';
}

const latin = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to));

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
  for (let at = start; at < bytes.length; at += 1) {
    const byte = bytes[at]!;
    // Some loggers fill their cells up with zeros; a text of two bytes for each letter has them too.
    if (byte === 0 && text !== '') continue;
    // Tab, line feed, form feed and carriage return are the only control characters in texts.
    if ((byte < 0x20 && !(byte >= 9 && byte <= 13)) || byte === 0x7f) return at < SURE_BYTES ? null : text;
    text += String.fromCharCode(byte);
  }
  return text;
}

/** The names of the root elements, in lower case. */
const XML_ROOTS: ReadonlyMap<string, LogKind> = new Map([
  ['gpx', 'gpx'],
  ['trainingcenterdatabase', 'tcx'],
  ['kml', 'kml'],
]);

/** A receiver's sentence, or that of another device on a boat's bus; some loggers write their own time in front. */
const SENTENCE = /^[^$!]{0,40}[$!](?:P[A-Z\d]{3,6}|[A-Z]{2}[A-Z\d]{3})[,*]/;
/** One that a receiver alone writes: a bus without one tells no place. */
const RECEIVERS = /\$[A-Z]{2}(?:GGA|RMC|GLL|VTG|GSA|GSV|ZDA),/;
const FLIGHT_FIX = /^B\d{13}[NS]\d{8}[EW][AV]/;
const FLIGHT_DATE = /^HFDTE/;
const FLIGHT_RECORD = /^[A-L][A-Z\d]/;
const SUBTITLE_TIMES = /^\d{1,3}:\d\d:\d\d[,.]\d{3}(?: -->|$)/;
const DRONE_PLACE = /\blat(?:itude)? ?: ?-?\d.{0,80}\blongt?(?:itude)? ?: ?-?\d|\bGPS ?\( ?-?\d{1,3}\.\d/i;
const VBO_SECTION = /^\[(?:header|column names)\]$/i;
/** Least part of the lines that are of a format. */
const MOST_LINES = 0.5;
const NEARLY_ALL = 0.8;

/**
 * The format of a text by the share of its lines that belong to it, not by its first ones: notes of a logger, comments,
 * empty lines and sentences of other devices may stand before and between.
 */
function kindOfLines(text: string): LogKind | null {
  const whole = text.split(/\r\n|\n|\r/);
  // The last line may be cut.
  if (text.length >= SNIFF_BYTES / 2) whole.pop();
  const lines = whole.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
  const count = (form: RegExp) => lines.filter((line) => form.test(line)).length;
  if (lines.some((line) => VBO_SECTION.test(line))) return 'vbo';
  const sentences = count(SENTENCE);
  if (sentences > 0 && sentences >= lines.length * MOST_LINES && (sentences > 1 || RECEIVERS.test(text))) return 'nmea';
  const isFlight = count(FLIGHT_FIX) > 0 || lines.some((line) => FLIGHT_DATE.test(line));
  if (isFlight && count(FLIGHT_RECORD) >= lines.length * NEARLY_ALL) return 'igc';
  if (/^\d{1,6}$/.test(lines[0] ?? '') && SUBTITLE_TIMES.test(lines[1] ?? '')) return 'srt';
  return count(DRONE_PLACE) > 1 ? 'srt' : null;
}

const ROOT = /^<(?:[\w.-]{1,60}:)?([\w.-]{1,60})[\s/>]/;
const DOCTYPE = /^<!DOCTYPE\s{1,20}(?:[\w.-]{1,60}:)?([\w.-]{1,60})[\s[>]/i;
const GPX_WITHIN = /<(?:[\w.-]{1,60}:)?gpx[\s/>]/i;

/** The name of the first element, in lower case; a declaration, comments and a DOCTYPE may stand before it. */
function rootOf(text: string): string | null {
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf('<', at);
    if (open === -1 || text.slice(at, open).trim() !== '') return null;
    const closing = text.startsWith('<?', open) ? '?>' : text.startsWith('<!--', open) ? '-->' : null;
    if (closing !== null) {
      const close = text.indexOf(closing, open);
      if (close === -1) return null;
      at = close + closing.length;
      continue;
    }
    // The entities of a DOCTYPE may fill all bytes that are looked at; the reader refuses the file and says why.
    const declared = DOCTYPE.exec(text.slice(open, open + 200))?.[1]?.toLowerCase();
    if (declared !== undefined && XML_ROOTS.has(declared)) return declared;
    if (text.startsWith('<!', open)) return GPX_WITHIN.test(text.slice(open)) ? 'gpx' : null;
    return ROOT.exec(text.slice(open, open + 200))?.[1]?.toLowerCase() ?? null;
  }
  return null;
}
