import { type AppContext, headerIn } from './context.ts';
import type { Kept } from '../results/kept-answers.ts';
import type { KeptText } from '../results/kept-text.ts';

/** Headers that say which caches may keep an answer, and for how long. */
interface Caching {
  readonly vary: string;
  readonly control: string;
}

const FOR_ONE_READER: Caching = { vary: 'Accept-Encoding, Authorization, Cookie', control: 'private, no-cache' };

/** Answers that any cache may give to everybody for a second, and for one more while it asks for the next. */
export const FOR_EVERYBODY: Caching = {
  vary: 'Accept-Encoding',
  control: 'public, max-age=0, s-maxage=1, stale-while-revalidate=1',
};

/**
 * Sends a text with a strong ETag, or 304 where the reader has it. The compressed form is another sequence of bytes, so
 * it has a tag of its own. `Age` stands only where newer results are known: how old these are, in whole seconds, rounded up.
 */
export async function sendKept(
  c: AppContext,
  kept: Kept<KeptText>,
  type: string,
  caching: Caching = FOR_ONE_READER,
): Promise<Response> {
  const { answer: text, age } = kept;
  const isGzip = /\bgzip\b/.test(headerIn(c, 'accept-encoding') ?? '');
  const tag = `"${text.tag}${isGzip ? '-gz' : ''}"`;
  c.header('ETag', tag);
  c.header('Vary', caching.vary);
  c.header('Cache-Control', caching.control);
  if (age > 0) c.header('Age', String(Math.ceil(age / 1000)));
  if (hasTag(headerIn(c, 'if-none-match'), tag)) return c.body(null, 304);
  c.header('Content-Type', type);
  if (isGzip) c.header('Content-Encoding', 'gzip');
  return c.body(isGzip ? await text.compress() : text.bytes);
}

/** Tags are compared without the mark of a weak one: proxies that compress put it before ours. */
function hasTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return header.split(',').some((each) => each.trim().replace(/^W\//, '') === tag);
}
