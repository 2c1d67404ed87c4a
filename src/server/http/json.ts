/**
 * JSON.parse keeps the last of two equal keys without a word; a checker in front of us may have looked at the first.
 * Undefined when the text is not JSON, an object names a key twice, or it is deeper than anything we send.
 */
export function parseStrictJson(text: string): { readonly value: unknown } | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return countKeys(value) === countKeysIn(text) ? { value } : undefined;
}

/** Deeper than anything of ours, and cheap to walk. */
const DEEPEST = 64;

/** No number where it is too deep. */
function countKeys(value: unknown, depth = 0): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (depth >= DEEPEST) return Number.NaN;
  const inner = Array.isArray(value) ? (value as unknown[]) : Object.values(value);
  let count = Array.isArray(value) ? 0 : inner.length;
  for (const each of inner) count += countKeys(each, depth + 1);
  return count;
}

const strings = /"(?:[^"\\]|\\.)*"\s*:?/g;

/** Of valid JSON, as it is written: a string is a key when a colon follows it. */
function countKeysIn(text: string): number {
  let count = 0;
  for (const string of text.match(strings) ?? []) if (string.endsWith(':')) count += 1;
  return count;
}
