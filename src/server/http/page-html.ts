import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import { NONCE_MARK, type PageBlock, type RenderedText } from '../../protocol/page-data.ts';
import type { AppContext } from './context.ts';

const BOOT_MARK = '<!--boot-->';
const ROOT_MARK = '<div id="root"></div>';
const PICTURE = 'property="og:image" content="/';

export interface PageContent extends RenderedText {
  /** Data that the page was rendered from, as JSON. */
  readonly data: string;
}

/**
 * Page as it is sent, compressed at most once, however many requests ask for it. The nonce is made with the page: text
 * in the page was written before its author could know the nonce.
 */
export interface Page {
  readonly html: string;
  readonly nonce: string;
  compress(): Promise<Buffer>;
}

/** Length of a long page: more effort makes it hardly shorter, and takes twice as long. */
const LONG = 1_000_000;

export function createPage(html: string, nonce: string): Page {
  let compressed: Promise<Buffer> | undefined;
  const level = html.length > LONG ? constants.Z_BEST_SPEED : constants.Z_DEFAULT_COMPRESSION;
  return { html, nonce, compress: () => (compressed ??= promisify(gzip)(html, { level })) };
}

/** Compression makes a board of 500 racers a tenth of its size, for a phone with one bar of signal. */
export async function sendPage(c: AppContext, { html, nonce, compress }: Page): Promise<Response> {
  c.set('nonce', nonce);
  c.header('Vary', 'Accept-Encoding', { append: true });
  if (!/\bgzip\b/.test(c.req.header('accept-encoding') ?? '')) return c.html(html);
  c.header('Content-Type', 'text/html; charset=UTF-8');
  c.header('Content-Encoding', 'gzip');
  const bytes = await compress();
  return c.body(new Uint8Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.length));
}

/** Template of the client's own page: the content policy allows no inline script, so only data is written into it. */
export interface PageTemplate {
  fill(block: PageBlock, content?: PageContent): Page;
}

export function createPageTemplate(html: string, publicUrl: string): PageTemplate {
  // Link previews load a picture only from a full address.
  const template = html.replaceAll(PICTURE, (start) => `${start.slice(0, -1)}${publicUrl}/`);
  return {
    fill(block, content) {
      const nonce = randomBytes(16).toString('base64');
      // Nonces are filled in before any user's text is in the page.
      const own = template.replaceAll(NONCE_MARK, nonce);
      const page = content === undefined ? own : describe(own, content);
      return createPage(
        page.replace(BOOT_MARK, () => bootBlock(block, content?.data)),
        nonce,
      );
    },
  };
}

function describe(template: string, { body, title, description }: PageContent): string {
  const name = escapeHtml(title);
  const text = escapeHtml(description);
  return template
    .replace(/<title>[^<]*<\/title>/, () => `<title>${name} · Pushoff</title>`)
    .replace(/(<meta\s+name="description"\s+content=")[^"]*/, (_, start: string) => start + text)
    .replace(/(<meta\s+property="og:title"\s+content=")[^"]*/, (_, start: string) => start + name)
    .replace(/(<meta\s+property="og:description"\s+content=")[^"]*/, (_, start: string) => start + text)
    .replace(ROOT_MARK, () => `<div id="root">${body}</div>`);
}

function bootBlock(block: PageBlock, page: string | undefined): string {
  const own = JSON.stringify(block);
  return jsonBlock(page === undefined ? own : `${own.slice(0, -1)},"page":${page}}`);
}

/** `<` is escaped so that no value ends the block; the line separators, because some readers of JSON refuse them. */
export function jsonBlock(text: string): string {
  const json = text.replaceAll(/[<\u{2028}\u{2029}]/gu, escapeJson);
  return `<script type="application/json" id="boot">${json}</script>`;
}

function escapeJson(character: string): string {
  return String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!);
