import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { embedPaths } from '../../protocol/embeds.ts';
import { NONCE_MARK } from '../../protocol/page-data.ts';
import { rangeOf } from './byte-range.ts';
import type { AppContext } from './context.ts';

/**
 * Files of the client's build, read once: a few megabytes, answered from memory and compressed at most once per
 * encoding.
 */
export interface ClientFiles {
  /** Pages by the code of their language. English is always there. */
  readonly pages: ReadonlyMap<string, ClientPages>;
  /** Adds the files of languages that were built meanwhile. Files that pages have loaded stay as they are. */
  readNew(): Promise<void>;
  respond(c: AppContext): Promise<Response | undefined>;
}

interface ClientPages {
  readonly html: string;
  /** The app's page with the timer's code in its preloads. */
  readonly timerHtml: string;
  /** The app's page with the code of a series' standings in its preloads. */
  readonly seriesHtml: string;
  /** The page that loads the viewer's entry instead. */
  readonly viewerHtml: string;
}

export const ENGLISH = 'en';

const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.jpg': 'image/jpeg',
  '.json': 'application/json; charset=utf-8',
  '.mp4': 'video/mp4',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.vtt': 'text/vtt; charset=utf-8',
  '.webp': 'image/webp',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.woff2': 'font/woff2',
};
const compressible = /^(text|image\/svg|application)/;

/** Page of a language as the build names it: `index.html` in English, `index.de.html` in German. */
const BUILT_PAGE = /^\/(index|timer|series|viewer)(?:\.([a-z]{2,3}(?:-[A-Z]{2})?))?\.html$/;
const PAGES = { index: 'html', timer: 'timerHtml', series: 'seriesHtml', viewer: 'viewerHtml' } as const;
type BuiltPage = keyof typeof PAGES;
const noPages: ClientPages = { html: '', timerHtml: '', seriesHtml: '', viewerHtml: '' };
/** Path of the page without a viewer in it, for the service worker to keep. */
const SHELL_PATH = /^\/shell(?:\.[\w-]+)?\.html$/;
/** Suffix of a file that the build compressed, with more effort than a request has time for. */
const COMPRESSED = '.br';
const WORKER_PATH = /^\/sw(?:\.[\w-]+)?\.js$/;

interface StoredFile {
  readonly body: Buffer;
  readonly type: string;
  readonly etag: string;
  readonly isHashed: boolean;
  readonly encoded: Map<string, Promise<Buffer>>;
}

export async function loadClientFiles(folder: string): Promise<ClientFiles> {
  const files = new Map<string, StoredFile>();
  const pages = new Map<string, ClientPages>();

  async function readNew(): Promise<void> {
    const found = new Map<string, ClientPages>([[ENGLISH, noPages]]);
    const compressed = new Map<string, Buffer>();
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const file = join(entry.parentPath, entry.name);
      const built = `/${relative(folder, file).split(sep).join('/')}`;
      const [, page, language = ENGLISH] = BUILT_PAGE.exec(built) ?? [];
      const path = page === undefined ? built : built.replace('/index.', '/shell.');
      if (files.has(path)) continue;
      const body = await readFile(file);
      if (page !== undefined) {
        found.set(language, { ...(found.get(language) ?? noPages), [PAGES[page as BuiltPage]]: body.toString('utf8') });
        // The other pages are only sent filled in, never as files.
        if (page !== 'index') continue;
      }
      if (built.endsWith(COMPRESSED)) {
        compressed.set(built.slice(0, -COMPRESSED.length), body);
        continue;
      }
      files.set(path, {
        body,
        type: mediaTypes[extname(path)] ?? 'application/octet-stream',
        etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
        isHashed: path.startsWith('/assets/'),
        encoded: new Map(),
      });
    }
    for (const [path, body] of compressed) files.get(path)?.encoded.set('br', Promise.resolve(body));
    for (const [language, { html, timerHtml, seriesHtml, viewerHtml }] of found) {
      // A language whose own page is still to come is not there yet.
      if (pages.has(language) || (html === '' && language !== ENGLISH)) continue;
      // A build without the other pages has one for all.
      pages.set(language, {
        html,
        timerHtml: timerHtml || html,
        seriesHtml: seriesHtml || html,
        viewerHtml: viewerHtml || html,
      });
    }
  }
  await readNew();
  return {
    pages,
    readNew,
    async respond(c) {
      const file = files.get(c.req.path);
      if (file === undefined) return undefined;
      c.header('Cache-Control', file.isHashed ? 'public, max-age=31536000, immutable' : 'public, no-cache');
      // The service worker puts a new nonce into the shell that it keeps each time.
      if (SHELL_PATH.test(c.req.path)) c.set('nonce', NONCE_MARK);
      // The one script that pages of other sites load.
      if (c.req.path === embedPaths.script) c.header('Cross-Origin-Resource-Policy', 'cross-origin');
      if (WORKER_PATH.test(c.req.path)) c.header('Service-Worker-Allowed', '/');
      c.header('ETag', file.etag);
      c.header('Vary', 'Accept-Encoding');
      if (c.req.header('if-none-match') === file.etag) return c.body(null, 304);
      c.header('Content-Type', file.type);
      if (file.type.startsWith('video/')) return sendPart(c, file.body);
      const encoding = compressible.test(file.type) ? chooseEncoding(c.req.header('accept-encoding')) : undefined;
      if (encoding === undefined) return c.body(new Uint8Array(file.body));
      c.header('Content-Encoding', encoding);
      return c.body(new Uint8Array(await encode(file, encoding)));
    },
  };
}

/** Parts of a file are sent: Safari plays no video from a server without them. */
function sendPart(c: AppContext, body: Buffer): Response {
  c.header('Accept-Ranges', 'bytes');
  const range = rangeOf(c.req.header('range'), body.length);
  if (range === 'whole') return c.body(new Uint8Array(body));
  if (range === 'none') {
    c.header('Content-Range', `bytes */${body.length}`);
    return c.body(null, 416);
  }
  const { first, last } = range;
  c.header('Content-Range', `bytes ${first}-${last}/${body.length}`);
  return c.body(new Uint8Array(body.subarray(first, last + 1)), 206);
}

const encoders: Readonly<Record<string, (body: Buffer) => Promise<Buffer>>> = {
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (body) => promisify(gzip)(body),
};

function chooseEncoding(accepted: string | undefined): string | undefined {
  const offered = (accepted ?? '').split(',').map((part) => part.trim().split(';')[0]);
  return ['br', 'gzip'].find((encoding) => offered.includes(encoding));
}

function encode(file: StoredFile, encoding: string): Promise<Buffer> {
  const known = file.encoded.get(encoding) ?? encoders[encoding]!(file.body);
  file.encoded.set(encoding, known);
  return known;
}
