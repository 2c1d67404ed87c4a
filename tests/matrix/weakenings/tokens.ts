/** The words of a piece of TypeScript, without spaces, line breaks and comments: formatting does not change them. */
export interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly isName: boolean;
}

const NAME = /[\p{ID_Start}$_][\p{ID_Continue}$]*/uy;
const NUMBER = /\d[\d._a-z]*/iy;
const BLANK = /\s+|\/\/[^\n]*|\/\*[^]*?\*\//y;
const STRING = /'(?:[^'\\\n]|\\[^])*'|"(?:[^"\\\n]|\\[^])*"/y;
const PATTERN = /\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;
/** After these a slash divides. Anywhere else it begins a regular expression. */
const ENDS_VALUE = /^(?:[)\]}]|[\p{ID_Continue}$'"`].*)$/su;
const BEFORE_VALUE = new Set(['return', 'case', 'of', 'in', 'typeof', 'await']);

export function readTokens(code: string): Token[] {
  const tokens: Token[] = [];
  const matchAt = (pattern: RegExp, at: number): string | null => {
    pattern.lastIndex = at;
    return pattern.exec(code)?.[0] ?? null;
  };
  for (let at = 0; at < code.length;) {
    const blank = matchAt(BLANK, at);
    if (blank !== null) {
      at += blank.length;
      continue;
    }
    const before = tokens.at(-1)?.text ?? '';
    const mayDivide = ENDS_VALUE.test(before) && !BEFORE_VALUE.has(before);
    const name = matchAt(NAME, at);
    const text =
      name ??
      matchAt(NUMBER, at) ??
      matchAt(STRING, at) ??
      (code[at] === '`' ? code.slice(at, endOfTemplate(code, at)) : null) ??
      (mayDivide ? null : matchAt(PATTERN, at)) ??
      code[at]!;
    tokens.push({ text: normal(text), start: at, end: at + text.length, isName: name !== null });
    at += text.length;
  }
  return tokens;
}

/** The kind of quotes is a matter of formatting. */
const normal = (text: string): string =>
  /^["']/.test(text) ? `'${text.slice(1, -1).replaceAll(/\\(["'])/g, '$1')}'` : text;

function endOfTemplate(code: string, from: number): number {
  let depth = 0;
  for (let at = from + 1; at < code.length; at += 1) {
    if (code[at] === '\\') at += 1;
    else if (code[at] === '$' && code[at + 1] === '{') depth += 1;
    else if (code[at] === '}' && depth > 0) depth -= 1;
    else if (code[at] === '`' && depth === 0) return at + 1;
  }
  return code.length;
}
