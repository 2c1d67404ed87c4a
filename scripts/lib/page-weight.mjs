import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { PSEUDO } from './pseudo-language.mjs';
import { languageOfBuild } from './translated.mjs';

/** The parts with which the app can time. */
export const timerParts = ['app/event/timer-page.tsx', 'sync/web-ports.ts', 'sync/sync-client.ts'];

/**
 * The code that a viewer with one bar of signal downloads before a page is live, compressed as the server sends it. A
 * larger page fails the build.
 * @type {Readonly<Record<string, { mostKb: number; roots: readonly string[] }>>}
 */
const pageBudgets = {
  "viewer's page": {
    mostKb: 85,
    roots: ['src/client/viewer.html'],
  },
  "organiser's home page": {
    mostKb: 150,
    roots: ['src/client/index.html', 'features/home/home-page.tsx', 'sync/web-ports.ts', 'sync/sync-client.ts'],
  },
  "organiser's timer": {
    mostKb: 150,
    roots: ['src/client/index.html', ...timerParts],
  },
};

const MOST_SHOWN = 8;
/** By how much a page may be larger in a language with longer words. */
const MORE_KB = 2;

/** @typedef {import('vite').Rollup.OutputChunk} Chunk */

/**
 * Files with a content hash in their name never change, so they are compressed once, at the slowest and best setting.
 */
const COMPRESSED = /^assets\/.*\.(?:js|css)$/;

/**
 * Writes each file a second time as the server sends it, and measures the pages by that.
 * @returns {import('vite').Plugin}
 */
export function pageWeight() {
  return {
    name: 'pushoff:page-weight',
    apply: 'build',
    // A failure any earlier would make later plugins fail for want of the output, and hide the reason.
    async writeBundle({ dir = '' }, bundle) {
      const outputs = Object.values(bundle);
      const chunks = outputs.filter((output) => output.type === 'chunk');
      const weighed = reach(
        chunks,
        Object.values(pageBudgets).flatMap(({ roots }) => roots),
      );
      // In another language the rest is compressed when it is asked for: the build would take twice as long.
      const files = outputs.filter(
        (file) =>
          COMPRESSED.test(file.fileName) && (languageOfBuild === undefined || weighed.has(/** @type {any} */ (file))),
      );
      const sizes = new Map(await Promise.all(files.map(async (file) => compress(dir, file))));
      for (const [page, { mostKb, roots }] of Object.entries(pageBudgets)) {
        const found = weigh(chunks, roots, sizes);
        const most = languageOfBuild === undefined ? mostKb : mostKb + MORE_KB;
        // Nobody downloads a language that nobody speaks.
        if (found.kb <= most || languageOfBuild === PSEUDO) continue;
        const largest = found.parts.slice(0, MOST_SHOWN).map(({ name, kb }) => `\n  ${kb.toFixed(1)} KB  ${name}`);
        this.error(
          `The ${page} has ${found.kb.toFixed(2)} KB of compressed JavaScript and may have ${most}. The most of it:${largest.join('')}`,
        );
      }
    },
  };
}

/**
 * @param {string} folder @param {Chunk | import('vite').Rollup.OutputAsset} file
 * @returns {Promise<[name: string, kb: number]>}
 */
async function compress(folder, file) {
  const bytes = await promisify(brotliCompress)(file.type === 'chunk' ? file.code : file.source);
  await writeFile(join(folder, `${file.fileName}.br`), bytes);
  return [file.fileName, bytes.length / 1024];
}

/** @param {readonly Chunk[]} chunks @param {readonly string[]} roots @param {ReadonlyMap<string, number>} sizes */
function weigh(chunks, roots, sizes) {
  /** @type {Map<string, number>} */
  const parts = new Map();
  let kb = 0;
  for (const chunk of reach(chunks, roots)) {
    const size = sizes.get(chunk.fileName) ?? 0;
    kb += size;
    const modules = Object.entries(chunk.modules);
    const length = modules.reduce((sum, [, { renderedLength }]) => sum + renderedLength, 0);
    for (const [id, { renderedLength }] of modules) {
      const name = nameOf(id);
      parts.set(name, (parts.get(name) ?? 0) + (size * renderedLength) / Math.max(1, length));
    }
  }
  const largest = Array.from(parts, ([name, part]) => ({ name, kb: part })).sort((one, other) => other.kb - one.kb);
  return { kb, parts: largest };
}

/**
 * The chunks that begin with one of these modules, and everything that they import.
 * @param {readonly Chunk[]} chunks @param {readonly string[]} roots
 */
export function reach(chunks, roots) {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  /** @type {Set<Chunk>} */
  const reached = new Set();
  const waiting = roots.map((root) => {
    const found = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(root));
    if (found === undefined) throw new Error(`No chunk begins with ${root}: the page's weight cannot be told.`);
    return found;
  });
  for (let chunk = waiting.pop(); chunk !== undefined; chunk = waiting.pop()) {
    if (reached.has(chunk)) continue;
    reached.add(chunk);
    for (const name of chunk.imports) waiting.push(/** @type {Chunk} */ (byName.get(name)));
  }
  return reached;
}

/** A package, or a file of the product. @param {string} id */
function nameOf(id) {
  const inPackage = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1];
  return inPackage ?? id.replace(/.*\/src\//, 'src/');
}
