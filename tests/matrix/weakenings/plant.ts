import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromRoot } from '../../../scripts/lib/project.mjs';
import { type Declaration, readDeclarations } from './declarations.ts';
import { readTokens, type Token } from './tokens.ts';
import type { Edit, Weakening } from './weakening.ts';

/** Files by their path from the root of the repository. */
export type Sources = ReadonlyMap<string, string>;

const ROOMS = ['src/domain', 'src/protocol', 'src/server', 'src/telemetry'];

export function readSources(): Sources {
  const files = ROOMS.flatMap((room) =>
    readdirSync(fromRoot(room), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => join(room, name).replaceAll('\\', '/')),
  );
  return new Map(files.map((file) => [file, readFileSync(fromRoot(file), 'utf8')]));
}

/** The files that a weakening changes, with the change. */
export function plant(weakening: Weakening, sources: Sources): Sources {
  const changed = new Map<string, string>();
  for (const edit of [weakening, weakening.again ?? []].flat()) {
    const present = changed.size === 0 ? sources : new Map([...sources, ...changed]);
    const { file, start, end, names, between } = findPlace(edit, present);
    const code = present.get(file)!;
    const left = code.slice(between.start, between.end).trim();
    const instead = rename(edit.replace, names).replace(ANYTHING, () => left);
    changed.set(file, code.slice(0, start) + instead + code.slice(end));
  }
  return changed;
}

/** The place of a check in the source, and the names of its local variables there. */
export interface Place {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly names: ReadonlyMap<string, string>;
  /** The source at the place of the ellipsis. */
  readonly between: { readonly start: number; readonly end: number };
  /** The names that are local variables of the guard. */
  readonly locals: readonly string[];
  readonly declaration: Declaration;
}

/**
 * Finds a check by the name of its guard, and inside by its tokens. Spaces, line breaks, quotes, final commas and the
 * file are free; so are the names of local variables, unless the exact tokens are found. An ellipsis stands for
 * anything inside the same brackets.
 */
export function findPlace({ guard, find }: Pick<Edit, 'guard' | 'find'>, sources: Sources): Place {
  const words = readTokens(find);
  const gap = words.findIndex(({ text }) => text === ANYTHING);
  const [first, then] = gap === -1 ? [words, []] : [words.slice(0, gap), words.slice(gap + 1)];
  // Only files that may declare the guard are parsed: parsing all of them takes seconds.
  const guards = [...sources].flatMap(([file, code]) =>
    namesIn(code).has(guard)
      ? declarationsIn(code)
          .filter(({ name }) => name === guard)
          .map((declaration) => ({ file, declaration, tokens: tokensOf(code, declaration) }))
      : [],
  );
  if (guards.length === 0) throw new Error(`Nothing is called ${guard} any more. What stood there:\n${find}`);
  const search = (mayRename: boolean) =>
    guards.flatMap(({ file, declaration, tokens }) =>
      tokens.flatMap((_, at): Place[] => {
        const met = matchBoth(first, then, tokens, at, mayRename ? declaration.locals : NONE);
        if (met === null) return [];
        const locals = [...met.names.values()].filter((name) => declaration.locals.has(name));
        return [{ file, declaration, start: tokens[at]!.start, ...met, locals }];
      }),
    );
  const exact = search(false);
  const places = exact.length > 0 ? exact : search(true);
  if (places.length !== 1)
    throw new Error(`${guard} has ${places.length} places like this one, instead of one:\n${find}`);
  return places[0]!;
}

const ANYTHING = '…';
const NONE: ReadonlySet<string> = new Set();
const named = new Map<string, ReadonlySet<string>>();
const declared = new Map<string, Declaration[]>();
const tokenised = new WeakMap<Declaration, Token[]>();

/** What is declared anywhere in a file, also inside of a guard. */
function namesIn(code: string): ReadonlySet<string> {
  const known =
    named.get(code) ??
    new Set(Array.from(code.matchAll(/\b(?:function|const|let|class)\s+([\w$]+)/g), ([, name = '']) => name));
  named.set(code, known);
  return known;
}

function declarationsIn(code: string): Declaration[] {
  const known = declared.get(code) ?? readDeclarations(code);
  declared.set(code, known);
  return known;
}

function tokensOf(code: string, declaration: Declaration): Token[] {
  const { start, end } = declaration;
  const known =
    tokenised.get(declaration) ??
    readTokens(code.slice(start, end)).map((token) => ({
      ...token,
      start: token.start + start,
      end: token.end + start,
    }));
  tokenised.set(declaration, known);
  return known;
}

interface Met {
  readonly end: number;
  /** The first token after the match. */
  readonly next: number;
  readonly names: ReadonlyMap<string, string>;
}

/** Matches the first tokens, and the others after them in the same brackets. */
function matchBoth(
  first: readonly Token[],
  then: readonly Token[],
  tokens: readonly Token[],
  from: number,
  locals: ReadonlySet<string>,
): (Omit<Met, 'next'> & Pick<Place, 'between'>) | null {
  const begun = match(first, tokens, from, locals, new Map());
  if (begun === null) return null;
  if (then.length === 0) return { ...begun, between: { start: begun.end, end: begun.end } };
  let depth = 0;
  for (let at = begun.next; at < tokens.length && depth >= 0; at += 1) {
    const met = depth === 0 ? match(then, tokens, at, locals, begun.names) : null;
    if (met !== null) return { ...met, between: { start: begun.end, end: tokens[at]!.start } };
    const { text } = tokens[at]!;
    if (OPENS.has(text)) depth += 1;
    else if (CLOSES.has(text)) depth -= 1;
  }
  return null;
}

function match(
  wanted: readonly Token[],
  tokens: readonly Token[],
  from: number,
  locals: ReadonlySet<string>,
  known: ReadonlyMap<string, string>,
): Met | null {
  const names = new Map(known);
  let at = from;
  for (const [index, want] of wanted.entries()) {
    const have = tokens[at];
    const isFinalComma = want.text === ',' && have?.text !== ',' && (have === undefined || CLOSES.has(have.text));
    if (isFinalComma) continue;
    if (have === undefined) return null;
    if (have.text === ',' && CLOSES.has(tokens[at + 1]?.text ?? '') && want.text === tokens[at + 1]!.text) {
      at += 2;
      continue;
    }
    const renamed = isShorthand(wanted, index) && have.text === want.text && tokens[at + 1]?.text === ':';
    if (renamed) {
      const name = tokens[at + 2]?.text ?? '';
      if (!locals.has(name) || (names.get(want.text) ?? name) !== name) return null;
      names.set(want.text, name);
      at += 2;
    } else if (want.isName && have.isName && !isMember(wanted, index)) {
      const name = names.get(want.text) ?? (want.text === have.text || locals.has(have.text) ? have.text : null);
      if (name !== have.text || isMember(tokens, at)) return null;
      names.set(want.text, name);
    } else if (want.text !== have.text) return null;
    at += 1;
  }
  return at === from ? null : { end: tokens[at - 1]!.end, next: at, names };
}

const OPENS: ReadonlySet<string> = new Set(['(', '[', '{']);
const CLOSES: ReadonlySet<string> = new Set([')', ']', '}']);

/** A name after a dot, or before the colon of an object literal: a member of an object, not a variable. */
function isMember(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1]?.text;
  if (before === '.' && tokens[at - 2]?.text !== '.') return true;
  if (tokens[at + 1]?.text !== ':') return false;
  return before === undefined || ((before === '{' || before === ',') && opensWith(tokens, at) === '{');
}

/** The bracket around a token; undefined in a piece that begins after it. */
function opensWith(tokens: readonly Token[], at: number): string | undefined {
  let depth = 0;
  for (let back = at - 1; back >= 0; back -= 1) {
    const { text } = tokens[back]!;
    if (CLOSES.has(text)) depth += 1;
    else if (OPENS.has(text) && (depth -= 1) < 0) return text;
  }
  return undefined;
}

/** `{ name }`, which is both the member's name and the variable. */
function isShorthand(tokens: readonly Token[], at: number): boolean {
  const [before, here, after] = [tokens[at - 1]?.text, tokens[at], tokens[at + 1]?.text];
  if (here?.isName !== true || (before !== '{' && before !== ',') || (after !== '}' && after !== ',')) return false;
  return opensWith(tokens, at) === '{';
}

/** Renames variables as an editor does: `{ name }` becomes `{ name: other }`. */
export function rename(code: string, names: ReadonlyMap<string, string>): string {
  const tokens = readTokens(code);
  let written = '';
  let at = 0;
  for (const [index, { text, start, end, isName }] of tokens.entries()) {
    const name = isName && !isMember(tokens, index) ? names.get(text) : undefined;
    const isKept = name === undefined || name === text;
    written += code.slice(at, start);
    written += isKept ? code.slice(start, end) : isShorthand(tokens, index) ? `${text}: ${name}` : name;
    at = end;
  }
  return written + code.slice(at);
}
