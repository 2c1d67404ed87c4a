import { type AppContext, headerIn } from './context.ts';
import type { Kept } from '../results/kept-answers.ts';
import type { KeptText } from '../results/kept-text.ts';

/**
 * Sends a text with a strong ETag, or 304 where the reader has it. The compressed form is another sequence of bytes, so
 * it has a tag of its own. `Age` stands only where newer results are known: how old these are, in whole seconds, rounded up.
 */
export async function sendKept(c: AppContext, kept: Kept<KeptText>, type: string): Promise<Response> {
  const { answer: text, age } = kept;
  const isGzip = /\bgzip\b/.test(headerIn(c, 'accept-encoding') ?? '');
  const tag = `"${text.tag}${isGzip ? '-gz' : ''}"`;
  c.header('ETag', tag);
  c.header('Vary', 'Accept-Encoding, Authorization, Cookie');
  c.header('Cache-Control', 'private, no-cache');
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
