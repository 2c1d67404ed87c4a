import { reach, timerParts } from './page-weight.mjs';

/** @typedef {import('vite').Rollup.OutputBundle} Bundle */

/** The app's page for /timer, and for the standings of a series. */
export const TIMER_PAGE = 'timer.html';
export const SERIES_PAGE = 'series.html';
export const seriesParts = ['app/more-screens.tsx', 'features/series/series-page.tsx'];
const APP = 'src/client/index.html';

/**
 * The app's page, which asks for the parts of a screen together with its own code: on a slow network each part that is
 * only asked for by another one waits a round trip longer. `as="fetch"`: the answer is for `import-part.ts`, which can
 * try again where a module that did not arrive would be remembered as missing.
 * `first` goes ahead of the app's own code.
 * @param {Bundle} bundle @param {readonly string[]} roots
 */
export function preloadParts(bundle, roots = timerParts, first = '') {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const own = reach(chunks, [APP]);
  const parts = [...reach(chunks, roots)].filter((chunk) => !own.has(chunk));
  const links = parts
    .map(({ fileName }) => `<link rel="preload" as="fetch" crossorigin href="/${fileName}">`)
    .sort()
    .join('');
  const page = bundle['index.html'];
  if (page?.type !== 'asset') throw new Error('The build has no index.html');
  return String(page.source)
    .replace('<script ', () => `${first}<script `)
    .replace('</head>', () => `${links}</head>`);
}
