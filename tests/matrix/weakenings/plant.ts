import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromRoot } from '../../../scripts/lib/project.mjs';
import { type Declaration, readDeclarations } from './declarations.ts';
import { readTokens, type Token } from './tokens.ts';
import type { Edit, Weakening } from './weakening.ts';

/** Files by their path from the root of the repository. */
export type Sources = ReadonlyMap<string, string>;

const ROOMS = ['src/domain', 'src/protocol', 'src/server'];

export function readSources(): Sources {
  const files = ROOMS.flatMap((room) =>
    readdirSync(fromRoot(room), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => join(room, name).replaceAll('\\', '/')),
  );
  return new Map(files.map((file) => [file, readFileSync(fromRoot(file), 'utf8')]));
}

/** The files that a weakening changes, as they are with it. */
export function plant(weakening: Weakening, sources: Sources): Sources {
  const changed = new Map<string, string>();
  for (const edit of [weakening, weakening.again ?? []].flat()) {
    const { file, start, end, names } = findPlace(edit, new Map([...sources, ...changed]));
    const code = changed.get(file) ?? sources.get(file)!;
    changed.set(file, code.slice(0, start) + rename(edit.replace, names) + code.slice(end));
  }
  return changed;
}

/** A place where a check stands, and what its local variables are called there. */
export interface Place {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly names: ReadonlyMap<string, string>;
  /** Those of them that are local variables of the guard. */
  readonly locals: readonly string[];
  readonly declaration: Declaration;
}

/**
 * By the name of what the check stands in, and there by its words. Spaces, line breaks, quotes, final commas and the file
 * are free; so are the names of local variables, unless the words as they are given are found.
 */
export function findPlace({ guard, find }: Pick<Edit, 'guard' | 'find'>, sources: Sources): Place {
  const wanted = readTokens(find);
  const guards = [...sources].flatMap(([file, code]) =>
    code.includes(guard)
      ? declarationsIn(code)
          .filter(({ name }) => name === guard)
          .map((declaration) => ({ file, declaration, tokens: tokensOf(code, declaration) }))
      : [],
  );
  if (guards.length === 0) throw new Error(`Nothing is called ${guard} any more. What stood there:\n${find}`);
  const search = (mayRename: boolean) =>
    guards.flatMap(({ file, declaration, tokens }) =>
      tokens.flatMap((_, at): Place[] => {
        const met = match(wanted, tokens, at, mayRename ? declaration.locals : NONE);
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

const NONE: ReadonlySet<string> = new Set();
const declared = new Map<string, Declaration[]>();

function declarationsIn(code: string): Declaration[] {
  const known = declared.get(code) ?? readDeclarations(code);
  declared.set(code, known);
  return known;
}

function tokensOf(code: string, { start, end }: Declaration): Token[] {
  return readTokens(code.slice(start, end)).map((token) => ({
    ...token,
    start: token.start + start,
    end: token.end + start,
  }));
}

function match(
  wanted: readonly Token[],
  tokens: readonly Token[],
  from: number,
  locals: ReadonlySet<string>,
): { readonly end: number; readonly names: ReadonlyMap<string, string> } | null {
  const names = new Map<string, string>();
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
  return at === from ? null : { end: tokens[at - 1]!.end, names };
}

const CLOSES: ReadonlySet<string> = new Set([')', ']', '}']);

/** A name behind a point, or before the colon of an object: it belongs to the object, and is no variable. */
function isMember(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1]?.text;
  if (before === '.' && tokens[at - 2]?.text !== '.') return true;
  if (tokens[at + 1]?.text !== ':') return false;
  return before === undefined || ((before === '{' || before === ',') && opensWith(tokens, at) === '{');
}

/** The bracket inside which a word stands; undefined in a piece that begins behind it. */
function opensWith(tokens: readonly Token[], at: number): string | undefined {
  let depth = 0;
  for (let back = at - 1; back >= 0; back -= 1) {
    const { text } = tokens[back]!;
    if (CLOSES.has(text)) depth += 1;
    else if (['(', '[', '{'].includes(text) && (depth -= 1) < 0) return text;
  }
  return undefined;
}

/** `{ name }`, which says what it is called in the object and where it is from. */
export function isShorthand(tokens: readonly Token[], at: number): boolean {
  const [before, here, after] = [tokens[at - 1]?.text, tokens[at], tokens[at + 1]?.text];
  if (here?.isName !== true || (before !== '{' && before !== ',') || (after !== '}' && after !== ',')) return false;
  return opensWith(tokens, at) === '{';
}

/** Gives variables other names, as an editor does it: `{ name }` becomes `{ name: other }`. */
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
