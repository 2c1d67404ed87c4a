/** How a text ended: 'cut' when it stops before its last element does. */
export type XmlEnd = 'whole' | 'cut' | 'doctype';

export interface XmlVisitor {
  /** The name without its prefix, in lower case; `attributes` as they stand in the tag. */
  start(name: string, attributes: string): void;
  end(name: string): void;
  /** The offsets of characters in the text; `isRaw` in CDATA, where an ampersand has no special meaning. */
  text(from: number, to: number, isRaw: boolean): void;
}

const SLASH = 0x2f;
const BANG = 0x21;
const QUESTION = 0x3f;
const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const GREATER = 0x3e;

/**
 * Walks through XML and tolerates wrong nesting, unknown entities, an early end. It never looks back, so the time is
 * proportional to the length, and it refuses a DOCTYPE, with which a few lines can stand for gigabytes.
 */
export function walkXml(text: string, visitor: XmlVisitor): XmlEnd {
  let at = 0;
  let root: string | null = null;
  let isRootClosed = false;
  while (at < text.length) {
    const open = text.indexOf('<', at);
    if (open === -1) break;
    if (open > at) visitor.text(at, open, false);
    const sign = text.charCodeAt(open + 1);
    if (sign === BANG || sign === QUESTION) {
      if (isDoctype(text, open)) return 'doctype';
      const isCdata = text.startsWith('<![CDATA[', open);
      const closing = isCdata ? ']]>' : text.startsWith('<!--', open) ? '-->' : sign === QUESTION ? '?>' : '>';
      const close = text.indexOf(closing, open + 2);
      if (close === -1) return 'cut';
      if (isCdata) visitor.text(open + 9, close, true);
      at = close + closing.length;
      continue;
    }
    const close = findTagEnd(text, open + 1);
    if (close === -1) return 'cut';
    const isEnd = sign === SLASH;
    const nameEnd = findNameEnd(text, isEnd ? open + 2 : open + 1, close);
    const name = localName(text.slice(isEnd ? open + 2 : open + 1, nameEnd));
    const isEmpty = !isEnd && text.charCodeAt(close - 1) === SLASH;
    root ??= name;
    if (!isEnd) visitor.start(name, text.slice(nameEnd, isEmpty ? close - 1 : close));
    if (isEnd || isEmpty) {
      visitor.end(name);
      if (name === root) isRootClosed = true;
    }
    at = close + 1;
  }
  return isRootClosed ? 'whole' : 'cut';
}

const isDoctype = (text: string, at: number): boolean => /^<!(DOCTYPE|ENTITY)/i.test(text.slice(at, at + 10));

/** The first '>' outside of quotes. */
function findTagEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === GREATER) return at;
    if (sign !== QUOTE && sign !== APOSTROPHE) continue;
    at = text.indexOf(sign === QUOTE ? '"' : "'", at + 1);
    if (at === -1) return -1;
  }
  return -1;
}

function findNameEnd(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && text.charCodeAt(at) > 0x20 && text.charCodeAt(at) !== SLASH) at += 1;
  return at;
}

const localName = (name: string): string => name.slice(name.lastIndexOf(':') + 1).toLowerCase();

/** The value of an attribute; null without it. */
export function readAttribute(attributes: string, wanted: string): string | null {
  let at = 0;
  while (at < attributes.length) {
    const equals = attributes.indexOf('=', at);
    if (equals === -1) return null;
    const name = attributes.slice(at, equals).trim();
    let open = equals + 1;
    while (open < attributes.length && attributes.charCodeAt(open) <= 0x20) open += 1;
    const quote = attributes[open];
    if (quote !== '"' && quote !== "'") return null;
    const close = attributes.indexOf(quote, open + 1);
    if (close === -1) return null;
    if (name === wanted) return decodeEntities(attributes.slice(open + 1, close));
    at = close + 1;
  }
  return null;
}

const PREDEFINED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Decodes the five entities of XML and the numbered ones; any other stays as it was written. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return PREDEFINED[String(name).toLowerCase()] ?? whole;
    const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return point <= 0x10_ff_ff ? String.fromCodePoint(point) : whole;
  });
}
