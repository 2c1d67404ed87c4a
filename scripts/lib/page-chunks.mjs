import { resolve } from 'node:path';

/** @typedef {import('vite').Rolldown.ChunkingContext} Context */
/** Whether a module is loaded together with one of these. @typedef {(...roots: readonly string[]) => boolean} IsWith */

const VIEWER = 'viewer.html';
const APP = 'index.html';
const LOGIN = 'features/login/login-page.tsx';
const HOME = 'features/home/home-page.tsx';
const TIMER = 'app/event/timer-page.tsx';
/** What an organiser's board has beside its lists, and what is on a wall. */
const BOARDS = ['leaderboard/board/leaderboard-side.tsx', 'features/screens/start-screen.tsx'];
const SYNC = ['sync/sync-client.ts', 'sync/web-ports.ts'];

/** What the viewer's page loads once it is live. */
const LATE = [
  'app/viewer-later.tsx',
  'features/watch/viewer-late.tsx',
  'event/event-problem.tsx',
  'sync/idb-storage.ts',
  'ui/alert-question.tsx',
];
/** And what it loads on the page of a share group, or after a while, in files of their own. */
const LATE_OR_APART = [...LATE, 'features/events/viewer-group.ts', 'service-worker/register.ts'];

/**
 * The code that the viewer's page shares with parts of the whole app, one file for each part: brotli compresses one
 * file better than twenty, and each file costs a request and a kilobyte of headers. Code in one file is not in the next.
 * No page may load a file for a small part of it: login and landing load 'base' and 'later' and none of the others.
 * @type {readonly { name: string; takes: (isWith: IsWith) => boolean }[]}
 */
const inCommon = [
  { name: 'base', takes: (isWith) => isWith(VIEWER) && isWith(APP) },
  { name: 'following', takes: (isWith) => isWith(VIEWER) && isWith(...SYNC, HOME) },
  { name: 'board', takes: (isWith) => isWith(VIEWER) && isWith(TIMER) },
  {
    name: 'viewer-board',
    takes: (isWith) => isWith(VIEWER) && isWith('features/watch/viewer-board.tsx', ...BOARDS, ...LATE_OR_APART),
  },
  { name: 'later', takes: (isWith) => isWith(...LATE_OR_APART) && isWith(APP, LOGIN) },
  { name: 'storage', takes: (isWith) => isWith(...LATE) && isWith(...SYNC, HOME, TIMER) },
  { name: 'late-board', takes: (isWith) => isWith(...LATE) && isWith(...BOARDS) },
  { name: 'late', takes: (isWith) => isWith(...LATE) },
];

/** Whoever applies changes decides commands too: two files of the same words compress better as one. */
const DECIDING = /\/domain\/events\/(?:apply|changes|unknown-change|decide[^/]*|decision)\.ts$/;

/** For `output.codeSplitting.groups`. */
export const pageChunks = [
  ...inCommon.map(({ name, takes }, index) => ({
    name: (/** @type {string} */ id, /** @type {Context} */ context) =>
      takes((...roots) => isReached(id, roots, context)) ? name : null,
    debugName: name,
    priority: inCommon.length - index,
  })),
  { name: 'deciding', test: DECIDING, priority: 0 },
];

/** @type {WeakMap<Context, Map<string, ReadonlySet<string>>>} */
const known = new WeakMap();

/**
 * Whether the module is loaded together with one of the roots.
 * @param {string} id @param {readonly string[]} roots @param {Context} context
 */
function isReached(id, roots, context) {
  const reached = known.get(context) ?? new Map();
  known.set(context, reached);
  return roots.some((path) => {
    const root = resolve('src/client', path);
    const from = reached.get(root) ?? reach(root, context);
    reached.set(root, from);
    return from.has(id);
  });
}

/** @param {string} root @param {Context} context */
function reach(root, context) {
  const found = new Set([root]);
  for (const id of found) for (const next of context.getModuleInfo(id)?.importedIds ?? []) found.add(next);
  return found;
}
