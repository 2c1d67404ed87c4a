import { fromRoot } from './project.mjs';

/** @typedef {import('../../tests/simulation/planted/hub-mistakes.mjs').HubMistake} HubMistake */
/** @typedef {{ type?: string; start: number; end: number; [field: string]: unknown }} Node */

/**
 * Replaces one function by a mistake in the bundle; the sources stay unchanged. A function that no longer exists fails
 * the build: otherwise its mistake would never be planted, and nobody would notice.
 * @param {HubMistake} mistake
 * @returns {import('vite').Plugin}
 */
export function plant({ file, name, by }) {
  let isPlanted = false;
  return {
    name: 'plant',
    enforce: 'post',
    transform(code, id) {
      if (id !== fromRoot(...file.split('/'))) return null;
      const found = find(/** @type {Node} */ (/** @type {unknown} */ (this.parse(code))), name);
      if (found === undefined) return null;
      isPlanted = true;
      return { code: replace(code, found, name, by), map: null };
    },
    buildEnd(error) {
      if (!error && !isPlanted) throw new Error(`There is no function ${name} in ${file}`);
    },
  };
}

/** @param {Node} node @param {string} name @returns {Node | undefined} */
function find(node, name) {
  const own = /** @type {{ name?: string } | null | undefined} */ (node['local'] ?? node['id']);
  if ((node.type === 'FunctionDeclaration' || node.type === 'ImportSpecifier') && own?.name === name) return node;
  for (const field of Object.values(node)) {
    for (const child of Array.isArray(field) ? field : [field]) {
      const found = typeof child === 'object' && child !== null ? find(child, name) : undefined;
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** @param {string} code @param {Node} found @param {string} name @param {string} by */
function replace(code, found, name, by) {
  const kept = `${name}Original`;
  const planted = `{ const original = ${kept}; return (${by})(...arguments); }`;
  if (found.type === 'ImportSpecifier') {
    const imported = /** @type {Node} */ (found['imported']);
    const specifier = `${code.slice(imported.start, imported.end)} as ${kept}`;
    return `${code.slice(0, found.start)}${specifier}${code.slice(found.end)}\nfunction ${name}() ${planted}\n`;
  }
  const { start } = /** @type {Node} */ (found['body']);
  const { end } = /** @type {Node} */ (found['id']);
  const original = `${found['async'] === true ? 'async ' : ''}function ${kept}${code.slice(end, found.end)}`;
  return `${code.slice(0, start)}${planted}\n${original}${code.slice(found.end)}`;
}
