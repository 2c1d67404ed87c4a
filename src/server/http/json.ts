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
  return isSuspicious(text) ? undefined : { value };
}

/** Deeper than anything of ours, and cheap to walk. */
const DEEPEST = 64;

/** Expects valid JSON. A string is a key when a colon follows it. Too deep counts as well. */
function isSuspicious(text: string): boolean {
  const tokens = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g;
  const open: Set<string>[] = [];
  for (const [token, colon] of text.matchAll(tokens)) {
    if (token === '{' || token === '[') {
      if (open.length >= DEEPEST) return true;
      open.push(new Set());
    } else if (token === '}' || token === ']') open.pop();
    else if (colon !== undefined) {
      const key = JSON.parse(token.slice(0, -colon.length)) as string;
      const keys = open.at(-1)!;
      if (keys.has(key)) return true;
      keys.add(key);
    }
  }
  return false;
}
