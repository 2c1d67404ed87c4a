import type { Check, CheckTools, Finding } from './check.ts';

export type Outcome =
  | { readonly is: 'done'; readonly finding: Finding }
  /** `cause`: the browser's own name for it, for the report. */
  | { readonly is: 'broken'; readonly says: string; readonly cause: string };

/** The part of a document that says whether the page is seen. */
export interface Visibility extends EventTarget {
  readonly visibilityState: DocumentVisibilityState;
}

/** Runs a check to its end, or until it is stopped, the page is hidden or it takes too long. Never throws. */
export async function runCheck(
  check: Check,
  tools: Omit<CheckTools, 'signal'>,
  stop: AbortSignal,
  page: Visibility = document,
): Promise<Outcome> {
  const over = new AbortController();
  const end = (cause: string) => over.abort(new DOMException(cause, cause));
  const onStop = () => end('stopped');
  // A browser slows a hidden page down or stops it: what was measured then says nothing.
  const onHidden = () => page.visibilityState === 'hidden' && end('hidden');
  const limit = check.withinMs === undefined ? undefined : setTimeout(() => end('timeout'), check.withinMs);
  stop.addEventListener('abort', onStop);
  page.addEventListener('visibilitychange', onHidden);
  const { signal } = over;
  try {
    if (stop.aborted) onStop();
    const ended = new Promise<never>((_, reject) => {
      if (signal.aborted) reject(signal.reason);
      signal.addEventListener('abort', () => reject(signal.reason));
    });
    const finding = await Promise.race([signal.aborted ? ended : check.run({ ...tools, signal }), ended]);
    return { is: 'done', finding };
  } catch (problem) {
    const cause = problem instanceof Error ? problem.name : String(problem);
    return { is: 'broken', says: wordsFor(cause), cause };
  } finally {
    end('over');
    clearTimeout(limit);
    stop.removeEventListener('abort', onStop);
    page.removeEventListener('visibilitychange', onHidden);
  }
}

function wordsFor(cause: string): string {
  switch (cause) {
    case 'stopped':
      return 'Stopped. Nothing was measured.';
    case 'hidden':
      return 'The page was hidden, so nothing was measured. Keep it open and start again.';
    case 'timeout':
      return 'That took too long. Close other apps and start again.';
    case 'NotAllowedError':
    case 'SecurityError':
      return 'The browser refused. Allow it in the settings of the browser for this page, then start again.';
    case 'NotFoundError':
    case 'DevicesNotFoundError':
      return 'This device has no camera that a page may use.';
    case 'NotReadableError':
    case 'TrackStartError':
      return 'The camera is busy. Close the other app that uses it, then start again.';
    default:
      return 'This check broke off. The report says how. Start it again.';
  }
}
