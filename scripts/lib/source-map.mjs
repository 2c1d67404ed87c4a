import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { DOORS } from '../lint/walls.mjs';

/**
 * A source file of `src` without its tests: its lines, and the files of `src` that it imports, types and late parts included.
 * `late` are those of them that it loads when they are needed, or as a worker.
 * @typedef {{ file: string; lines: number; text: string; imports: readonly string[]; late: readonly string[] }} Source
 */

/** Static, dynamic and type imports, and exports from another file. */
const SPECIFIER = /\b(?:from|import)\s*(\(?)\s*'(\.[^'?]+)/g;
const SOURCE = /\.(ts|tsx)$/;
const TEST = /\.test\.tsx?$/;

/** @param {string} root a checkout @returns {Map<string, Source>} by path below it, with forward slashes */
export function readSources(root) {
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .map((name) => join('src', name))
    .filter((name) => SOURCE.test(name) && !TEST.test(name));
  return new Map(
    files.map((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      const found = listImports(root, file, text);
      const late = found.filter(({ isLate }) => isLate).map(({ to }) => to);
      const imports = [...new Set(found.map(({ to }) => to))];
      const path = toSlashes(file);
      return [path, { file: path, lines: text.split('\n').length - 1, text, imports, late }];
    }),
  );
}

/** The files of the checkout that a file imports. @param {string} root @param {string} file @param {string} text */
export const listImports = (root, file, text) =>
  Array.from(text.matchAll(SPECIFIER), ([, call, to]) => ({ to: join(dirname(file), to ?? ''), isLate: call === '(' }))
    .filter(({ to }) => SOURCE.test(to) && existsSync(join(root, to)))
    .map(({ to, isLate }) => ({ to: toSlashes(to), isLate }));

/** @param {string} path */
const toSlashes = (path) => relative('', path).split(sep).join('/');

/** Folders that import each other. @param {Map<string, Source>} sources @param {(file: string) => string} roomOf */
export function mutualPairs(sources, roomOf) {
  /** @type {Map<string, Set<string>>} */
  const arrows = new Map();
  for (const { file, imports } of sources.values()) {
    const room = roomOf(file);
    for (const other of imports.map(roomOf)) {
      if (other === room) continue;
      arrows.set(room, (arrows.get(room) ?? new Set()).add(other));
    }
  }
  return [...arrows].flatMap(([room, others]) =>
    [...others].filter((other) => room < other && arrows.get(other)?.has(room)).map((other) => [room, other]),
  );
}

/** Every folder that has sources, with those below it. @param {Map<string, Source>} sources */
export function listFolders(sources) {
  const folders = new Set();
  for (const file of sources.keys()) {
    for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) folders.add(folder);
  }
  return /** @type {string[]} */ ([...folders]).toSorted();
}

/**
 * Folders, or files beside them, of one folder that import each other. Doors of telemetry do not count: they compose both sides.
 * @param {Map<string, Source>} all
 */
export function listPairs(all) {
  const sources = new Map([...all].filter(([file]) => !DOORS.includes(file)));
  return listFolders(sources).flatMap((folder) => {
    const depth = folder.split('/').length + 1;
    const inside = new Map([...sources].filter(([file]) => file.startsWith(`${folder}/`)));
    return mutualPairs(inside, (file) => file.split('/').slice(0, depth).join('/'));
  });
}

/** Files that reach themselves again by imports: the groups of Tarjan's algorithm. @param {Map<string, Source>} sources */
export function findCircles(sources) {
  /** @type {Map<string, { index: number; low: number; onStack: boolean }>} */
  const seen = new Map();
  /** @type {string[]} */
  const stack = [];
  /** @type {string[][]} */
  const circles = [];
  /** @param {string} file */
  const visit = (file) => {
    const own = { index: seen.size, low: seen.size, onStack: true };
    seen.set(file, own);
    stack.push(file);
    for (const next of sources.get(file)?.imports ?? []) {
      const known = seen.get(next);
      if (known === undefined) own.low = Math.min(own.low, visit(next));
      else if (known.onStack) own.low = Math.min(own.low, known.index);
    }
    if (own.low === own.index) {
      const circle = stack.splice(stack.indexOf(file));
      for (const each of circle) /** @type {{ onStack: boolean }} */ (seen.get(each)).onStack = false;
      if (circle.length > 1) circles.push(circle.toSorted());
    }
    return own.low;
  };
  for (const file of sources.keys()) if (!seen.has(file)) visit(file);
  return circles.toSorted((one, other) => other.length - one.length);
}

/** How often a component, or the file it stands in, calls a hook. @param {Source} source */
export const countHooks = ({ text }) => Array.from(text.matchAll(/(?<!function )\buse[A-Z]\w*(?:<[^()]*>)?\(/g)).length;
