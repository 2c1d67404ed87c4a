/** An element of a page, read without a browser. React and browsers both write well-formed HTML. */
export interface Element {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (Element | string)[];
}

const VOID = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr']);
const RAW = new Set(['script', 'style']);
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u{A0}' };
const TOKEN = /<!--.*?-->|<!doctype[^>]*>|<(\/?)([a-zA-Z][\w-]*)((?:\s+[^\s=/>]+(?:="[^"]*")?)*)\s*(\/?)>/gs;

export function parseHtml(html: string): Element {
  const root = { tag: '', attributes: {}, children: [] as (Element | string)[] };
  const open = [root];
  let at = 0;
  for (let token = TOKEN.exec(html); token !== null; token = TOKEN.exec(html)) {
    const [whole, end, name = '', attributes = '', closed] = token;
    if (token.index > at) addText(open.at(-1)!.children, decode(html.slice(at, token.index)));
    at = token.index + whole.length;
    const tag = name.toLowerCase();
    if (tag === '') continue;
    if (end === '/') {
      const from = open.findLastIndex((element) => element.tag === tag);
      if (from > 0) open.length = from;
      continue;
    }
    const element = { tag, attributes: readAttributes(attributes), children: [] };
    open.at(-1)!.children.push(element);
    if (RAW.has(tag)) {
      const close = html.indexOf(`</${tag}`, at);
      TOKEN.lastIndex = at = close === -1 ? html.length : html.indexOf('>', close) + 1;
    } else if (!VOID.has(tag) && closed !== '/') open.push(element);
  }
  TOKEN.lastIndex = 0;
  return root;
}

/** React parts a text by comments: it is still one text. */
function addText(children: (Element | string)[], text: string): void {
  const last = children.at(-1);
  if (typeof last === 'string') children[children.length - 1] = last + text;
  else children.push(text);
}

function readAttributes(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/([^\s=]+)(?:="([^"]*)")?/g)];
  return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, decode(value)]));
}

const decode = (text: string): string =>
  text.replaceAll(/&(?:#x([\da-fA-F]+)|#(\d+)|(\w+));/g, (all, hex, number, name) =>
    hex !== undefined
      ? String.fromCodePoint(Number.parseInt(hex, 16))
      : number !== undefined
        ? String.fromCodePoint(Number(number))
        : (ENTITIES[name] ?? all),
  );

/** The text of an element, without what is for screen readers alone. */
export function textOf(element: Element | string): string {
  if (typeof element === 'string') return element;
  if (RAW.has(element.tag) || classesOf(element).includes('sr-only')) return '';
  return element.children.map(textOf).join('');
}

export const classesOf = ({ attributes }: Element): string[] => (attributes['class'] ?? '').split(/\s+/);

export function findAll(element: Element, fits: (element: Element) => boolean): Element[] {
  return element.children.flatMap((child) =>
    typeof child === 'string' ? [] : [...(fits(child) ? [child] : []), ...findAll(child, fits)],
  );
}

export const byTag = (element: Element, tag: string): Element[] => findAll(element, (each) => each.tag === tag);

/** Sections by the text of their heading. */
export function sectionsOf(page: Element): { readonly title: string; readonly section: Element }[] {
  return byTag(page, 'section').map((section) => ({
    title: byTag(section, 'h2').map(textOf)[0] ?? '',
    section,
  }));
}
