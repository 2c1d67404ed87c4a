import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join, relative, resolve, sep } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin } from 'vite';
import { checkEmbedScript } from './scripts/lib/embed-script.mjs';
import { pageChunks } from './scripts/lib/page-chunks.mjs';
import { pageWeight } from './scripts/lib/page-weight.mjs';
import { preloadParts, SERIES_PAGE, seriesParts, TIMER_PAGE } from './scripts/lib/timer-page.mjs';
import { languageOfBuild, pageName, translated } from './scripts/lib/translated.mjs';
import { askFirst } from './src/client/features/series/ask-first.ts';
import { type Release, type ReleaseFile, shellPathOf } from './src/client/service-worker/release-files.ts';
import { NONCE_MARK } from './src/protocol/page-data.ts';
import { SCHEMA_HEADER, SCHEMA_VERSION } from './src/protocol/schema-version.ts';
import { SERIES_KEY_HEADER } from './src/protocol/series-paths.ts';

const server = `http://127.0.0.1:${process.env['PUSHOFF_DEV_SERVER_PORT'] ?? '3001'}`;
/** The oldest browsers that the README promises; index.html tells older ones. */
const TARGET = ['chrome111', 'edge111', 'firefox128', 'safari16'];
const PAGE = resolve('src/client/index.html');
const VIEWER_PAGE = resolve('src/client/viewer.html');

/** Every page carries the names of all files of its parts, 4 KB with full ones: only a part itself is called something. */
const chunkFileNames = ({ isDynamicEntry }: { readonly isDynamicEntry: boolean }): string =>
  isDynamicEntry ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js';

export default defineConfig({
  root: 'src/client',
  plugins: [
    translated(),
    viewerPage(),
    importPart(),
    react(),
    tailwindcss(),
    pageWeight(),
    zipInPage(),
    embedParts(),
    serviceWorker(),
  ],
  html: { cspNonce: NONCE_MARK },
  // Another language is built into the same folder, which has the files that are the same in every language already.
  ...(languageOfBuild !== undefined && { publicDir: false }),
  build: {
    outDir: '../../dist/client',
    // The folder is new, and languages are built into it one after the other.
    emptyOutDir: false,
    target: TARGET,
    assetsInlineLimit: 0,
    // Browsers without it load a moment later; the polyfill would be on every spectator's phone.
    // A part of a single file is in its own list too: `import-part.ts` has to know the files of every part.
    modulePreload: { polyfill: false, resolveDependencies: (file, files) => (files.length > 0 ? files : [file]) },
    rolldownOptions: {
      input: [PAGE, VIEWER_PAGE],
      output: { codeSplitting: { groups: pageChunks }, chunkFileNames },
    },
  },
  server: {
    host: process.env['HOST'] ?? '127.0.0.1',
    port: Number(process.env['PORT'] ?? 3000),
    strictPort: true,
    // The host goes on as the browser sent it: the server refuses a request whose origin is another host.
    proxy: {
      '^/api/': { target: server },
      '^/healthz$': { target: server },
      '^/live(\\?|$)': { target: server, ws: true },
    },
  },
  // The viewer's page is made by the build: without a list Vite would look for its file, and bundle no package ahead.
  optimizeDeps: { entries: ['index.html'] },
});

/** The second page of the build is the first with another script: there is no file of it that could fall behind. */
function viewerPage(): Plugin {
  return {
    name: 'pushoff:viewer-page',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (id === VIEWER_PAGE ? id : undefined),
    async load(id) {
      return id === VIEWER_PAGE ? (await readFile(PAGE, 'utf8')).replace('/main.tsx', '/viewer.tsx') : undefined;
    },
  };
}

/** Vite has each `import()` call a helper of its own, which leaves a part that did not arrive to the browser. */
function importPart(): Plugin {
  return {
    name: 'pushoff:import-part',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (id === '\0vite/preload-helper.js' ? resolve('src/client/loading/import-part.ts') : undefined),
  };
}

/**
 * write-excel-file compresses sheets of more than 160 KB in workers made from a blob, which the content policy forbids:
 * a workbook of 500 racers would never be finished. Compressing in the page takes a tenth of a second.
 */
function zipInPage(): Plugin {
  const MODULE = /write-excel-file\/modules\/zip\/zipToArrayBuffer\.js$/;
  const IMPORT = "import { zip } from 'fflate';";
  return {
    name: 'pushoff:zip-in-page',
    transform(source, id) {
      if (!MODULE.test(id)) return undefined;
      if (!source.includes(IMPORT)) throw new Error(`${id} does not import zip as it did: look at it again.`);
      const inPage = "import { zipSync } from 'fflate'; const zip = (files, done) => done(null, zipSync(files));";
      return { code: source.replace(IMPORT, inPage), map: null };
    },
  };
}

/** The board in a frame, in every language, and the script that puts it on pages of other sites: neither is the app. */
function embedParts(): Plugin {
  let outDir = '';
  return {
    name: 'pushoff:embed-parts',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    async closeBundle(error?: Error) {
      if (error) return;
      await buildAlone(resolve('src/client/embed/board.ts'), outDir, 'embed-board', [translated()]);
      if (languageOfBuild !== undefined) return;
      await buildAlone(resolve('src/client/embed/script.ts'), outDir, 'embed');
      await checkEmbedScript(join(outDir, 'embed.js'));
    },
  };
}

/** A file at a fixed address, which shares no chunk with the app. */
async function buildAlone(input: string, outDir: string, name: string, plugins: Plugin[] = []): Promise<void> {
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins,
    build: {
      outDir,
      emptyOutDir: false,
      target: TARGET,
      modulePreload: false,
      // A script that puts its styles in itself is refused by the content policy.
      cssCodeSplit: false,
      rolldownOptions: {
        input,
        output: { format: 'iife', entryFileNames: pageName(`${name}.js`), assetFileNames: `${name}[extname]` },
      },
    },
  });
}

/** The page of this language, without a viewer in it. */
const SHELL_PATH = shellPathOf(languageOfBuild);
/** Where index.html says which release it belongs to. */
const RELEASE_MARK = '<meta name="release" content="development" />';
/** For other people's link previews, or too large to keep on every phone. */
const NOT_KEPT = [
  `/${pageName('viewer.html')}`,
  `/${pageName(TIMER_PAGE)}`,
  `/${pageName(SERIES_PAGE)}`,
  '/preview.png',
  '/sw.js',
];
const FILMS = /^\/(?:pictures\/.+|demo.*\.(?:mp4|vtt|jpg))$/;
/** One person of an installation opens this page, and not without a network. */
const FOR_OPERATORS = /^\/assets\/operator-page-/;

/**
 * After the build is whole: names the release after its files, and makes the worker that keeps them on a device. Each
 * language is a release of its own, so that a device keeps one.
 */
function serviceWorker(): Plugin {
  let root = '';
  let outDir = '';
  let built: string[] = [];
  return {
    name: 'pushoff:service-worker',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      outDir = resolve(config.root, config.build.outDir);
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const source = preloadParts(bundle);
        const series = preloadParts(
          bundle,
          seriesParts,
          askFirstScript((file) => this.emitFile(file)),
        );
        this.emitFile({ type: 'asset', fileName: pageName(TIMER_PAGE), source });
        this.emitFile({ type: 'asset', fileName: pageName(SERIES_PAGE), source: series });
        for (const page of [PAGE, VIEWER_PAGE]) bundle[basename(page)]!.fileName = pageName(basename(page));
        built = Object.values(bundle).map(({ fileName }) => `/${fileName}`);
      },
    },
    async closeBundle(error?: Error) {
      if (error) return;
      const paths = [...built, ...(await listFiles(join(root, 'public')))].filter(isKept).sort();
      const id = await nameRelease(outDir, paths);
      const pages = [basename(PAGE), basename(VIEWER_PAGE), TIMER_PAGE, SERIES_PAGE];
      for (const page of pages) await markPage(join(outDir, pageName(page)), id);
      const files = await Promise.all(paths.map((path) => describeFile(outDir, path)));
      await buildWorker(join(root, 'service-worker/worker.ts'), outDir, { id, files, shell: SHELL_PATH });
    },
  };
}

/** A file of its own: the content policy allows no script in a page. */
function askFirstScript(emit: (file: { type: 'asset'; fileName: string; source: string }) => void): string {
  const given = [SCHEMA_HEADER, SCHEMA_VERSION, SERIES_KEY_HEADER].map((each) => JSON.stringify(each));
  const source = `(${askFirst.toString()})(${given.join(', ')});\n`;
  const fileName = `assets/ask-first-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.js`;
  emit({ type: 'asset', fileName, source });
  return `<script type="module" async crossorigin src="/${fileName}" nonce="${NONCE_MARK}"></script>`;
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')}`);
}

const isKept = (path: string): boolean =>
  !NOT_KEPT.includes(path) && !FILMS.test(path) && !FOR_OPERATORS.test(path) && !/\.(?:map|br)$/.test(path);

async function nameRelease(folder: string, paths: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const path of paths) hash.update(`${path}\0`).update(await readFile(join(folder, path)));
  return hash.digest('hex').slice(0, 16);
}

async function markPage(file: string, id: string): Promise<void> {
  const html = await readFile(file, 'utf8');
  if (!html.includes(RELEASE_MARK)) throw new Error(`index.html has no ${RELEASE_MARK}`);
  await writeFile(file, html.replace(RELEASE_MARK, RELEASE_MARK.replace('development', id)));
}

/** A hashed name says its content; anything else is known by its digest. */
async function describeFile(folder: string, path: string): Promise<ReleaseFile> {
  if (path.startsWith('/assets/')) return [path];
  const digest = createHash('sha256')
    .update(await readFile(join(folder, path)))
    .digest('base64');
  return [path === `/${pageName('index.html')}` ? SHELL_PATH : path, `sha256-${digest}`];
}

/** A build of its own: the worker is one file at a fixed address, and shares no chunk with the app. */
async function buildWorker(input: string, outDir: string, release: Release): Promise<void> {
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { PUSHOFF_RELEASE: JSON.stringify(release) },
    build: {
      outDir,
      emptyOutDir: false,
      target: TARGET,
      modulePreload: false,
      rolldownOptions: { input, output: { format: 'iife', entryFileNames: pageName('sw.js') } },
    },
  });
}
