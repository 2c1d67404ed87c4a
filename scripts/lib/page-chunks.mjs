import { resolve } from 'node:path';

/** @typedef {import('vite').Rolldown.ChunkingContext} Context */

const fileOf = (/** @type {string} */ path) => resolve('src/client', path);
const VIEWER = fileOf('viewer.html');

/** What the viewer's page loads once it is live. */
const LATE = [
  'app/viewer-later.tsx',
  'features/events/viewer-group.ts',
  'features/timer/board/viewer/viewer-late.tsx',
  'features/timer/event-problem.tsx',
  'ui/alert-question.tsx',
];

/**
 * The code that the viewer's page shares with parts of the whole app, one file for each part: brotli compresses one
 * file better than twenty. Code in one file is not in the next.
 * @type {readonly { name: string; of?: readonly string[]; parts: readonly string[] }[]}
 */
const inCommon = [
  { name: 'base', parts: ['index.html'] },
  { name: 'following', parts: ['sync/sync-client.ts', 'sync/web-ports.ts', 'features/home/home-page.tsx'] },
  { name: 'board', parts: ['features/timer/timer-page.tsx'] },
  { name: 'viewer-board', parts: ['features/timer/board/viewer-board.tsx'] },
  { name: 'later', of: LATE, parts: ['index.html', 'sync/sync-client.ts'] },
];

/** Whoever applies changes decides commands too: two files of the same words compress better as one. */
const DECIDING = /\/domain\/events\/(?:apply|changes|unknown-change|decide[^/]*|decision)\.ts$/;

/** For `output.codeSplitting.groups`. */
export const pageChunks = [
  ...inCommon.map(({ name, of, parts }, index) => ({
    name: (/** @type {string} */ id, /** @type {Context} */ context) =>
      isReached(id, of?.map(fileOf) ?? [VIEWER], context) && isReached(id, parts.map(fileOf), context) ? name : null,
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
  return roots.some((root) => {
    const from = reached.get(root) ?? reach(root, context);
    reached.set(root, from);
    return id !== root && from.has(id);
  });
}

/** @param {string} root @param {Context} context */
function reach(root, context) {
  const found = new Set([root]);
  for (const id of found) for (const next of context.getModuleInfo(id)?.importedIds ?? []) found.add(next);
  return found;
}
