/**
 * JSON.parse keeps the last of two equal keys without a word; a checker in front of us may have looked at the first.
 * Undefined when the text is not JSON or an object names a key twice.
 */
export function parseStrictJson(text: string): { readonly value: unknown } | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return hasDuplicateKey(text) ? undefined : { value };
}

/** Expects valid JSON. A string is a key when a colon follows it. */
function hasDuplicateKey(text: string): boolean {
  const tokens = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g;
  const open: Set<string>[] = [];
  for (const [token, colon] of text.matchAll(tokens)) {
    if (token === '{' || token === '[') open.push(new Set());
    else if (token === '}' || token === ']') open.pop();
    else if (colon !== undefined) {
      const key = JSON.parse(token.slice(0, -colon.length)) as string;
      const keys = open.at(-1)!;
      if (keys.has(key)) return true;
      keys.add(key);
    }
  }
  return false;
}
