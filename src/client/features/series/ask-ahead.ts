import type { AskedFirst, PageOfSeries } from './ask-first.ts';
import { readSeries } from './series-calls.ts';

type Answer = ReturnType<typeof readSeries>;
interface Asked {
  readonly seriesId: string;
  readonly key: string | null;
  readonly answer: Answer;
}

let asked: Asked | null = null;

/**
 * Asks for the series in the address while the code of its page is still on its way: on a slow network each waits for the
 * other otherwise.
 */
export function askAhead({ pathname, hash }: Pick<Location, 'pathname' | 'hash'>): void {
  const [, seriesId] = /^\/series\/([\w-]{1,100})$/.exec(pathname) ?? [];
  const key = new URLSearchParams(hash.slice(1)).get('key');
  if (seriesId !== undefined) asked = { seriesId, key, answer: readSeries(seriesId, key, takeFirst(seriesId, key)) };
}

/** Answer that the head of the page has asked for; it is taken once. */
function takeFirst(seriesId: string, key: string | null): AskedFirst['response'] | undefined {
  const page = globalThis as PageOfSeries;
  const first = page.seriesAsked;
  delete page.seriesAsked;
  return first?.seriesId === seriesId && first.key === key ? first.response : undefined;
}

/** The answer that is on its way, once; null where nothing was asked ahead for this series. */
export function takeAhead(seriesId: string, key: string | null): Answer | null {
  const taken = asked;
  asked = null;
  return taken?.seriesId === seriesId && taken.key === key ? taken.answer : null;
}
