import { setImmediate as nextRound } from 'node:timers/promises';

/** A value that is read only when its turn has come. */
type Lazy = () => Promise<unknown>;

/** A part of a document: a value, a value that is still to be read, or a list that is read while it is written. */
type DocumentPart = Lazy | AsyncIterable<unknown> | object | string | number | boolean | null | undefined;
export type StreamedDocument = Readonly<Record<string, DocumentPart>>;

const CHUNK_CHARACTERS = 32 * 1024;

/**
 * Writes the text of `JSON.stringify(document, null, 2)` a piece at a time: of a long list only the present item is in
 * memory. Other work gets its turn after each piece. If a part cannot be read, the text ends without its last brace.
 */
export async function* writeJson(document: StreamedDocument): AsyncGenerator<string> {
  let text = '';
  for await (const piece of writeParts(document)) {
    text += piece;
    if (text.length < CHUNK_CHARACTERS) continue;
    yield text;
    text = '';
    await nextRound();
  }
  yield `${text}\n`;
}

const STEP = '  ';

async function* writeParts(document: StreamedDocument): AsyncGenerator<string> {
  yield '{';
  let separator = `\n${STEP}`;
  for (const [name, part] of Object.entries(document)) {
    const value = typeof part === 'function' ? await part() : part;
    if (value === undefined) continue;
    yield `${separator}${JSON.stringify(name)}: `;
    yield* isList(value) ? writeList(value) : writeValue(value, STEP);
    separator = `,\n${STEP}`;
  }
  yield '\n}';
}

async function* writeList(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  let isEmpty = true;
  for await (const item of items) {
    yield `${isEmpty ? '[' : ','}\n${STEP}${STEP}`;
    isEmpty = false;
    yield* writeValue(item, STEP + STEP);
  }
  yield isEmpty ? '[]' : `\n${STEP}]`;
}

/** A single event can be megabytes: it is written in pieces too. */
function* writeValue(value: unknown, indent: string): Generator<string> {
  if (sizeOf(value) < MOST_TOGETHER) {
    yield asText(value, indent);
    return;
  }
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  let separator = open;
  for (const part of partsOf(value as object)) {
    const [name, only] = Object.entries(part)[0]!;
    if (sizeOf(part) < MOST_TOGETHER) {
      // The text between the part's brackets.
      const text = asText(part, indent).slice(1, -indent.length - 2);
      if (text === '') continue;
      yield `${separator}${text}`;
    } else {
      yield `${separator}\n${indent}${STEP}${Array.isArray(part) ? '' : `${JSON.stringify(name)}: `}`;
      yield* writeValue(only, indent + STEP);
    }
    separator = ',';
  }
  yield separator === open ? open + close : `\n${indent}${close}`;
}

/**
 * Splits an array or object into parts that are small, or that hold one large value. Stringifying every number on its
 * own would cost a hundred times what the whole list costs.
 */
function* partsOf(value: object): Generator<object> {
  const isArray = Array.isArray(value);
  let together: [name: string, inner: unknown][] = [];
  let size = 0;
  const take = () => {
    const taken = isArray ? together.map(([, inner]) => inner) : Object.fromEntries(together);
    [together, size] = [[], 0];
    return taken;
  };
  for (const name of Object.keys(value)) {
    const inner = (value as Readonly<Record<string, unknown>>)[name];
    const more = sizeOf(inner);
    if (together.length > 0 && size + more + 1 >= MOST_TOGETHER) yield take();
    together.push([name, inner]);
    size += more;
  }
  yield take();
}

/** Every line break in the text is one of indentation: JSON escapes those inside strings. */
function asText(value: unknown, indent: string): string {
  return (JSON.stringify(value, null, STEP) ?? 'null').replaceAll('\n', `\n${indent}`);
}

/** Most values that are stringified at once. */
const MOST_TOGETHER = 500;

/** Counts values, up to `most`: above that only "large" matters. */
function sizeOf(value: unknown, most: number = MOST_TOGETHER): number {
  let count = 1;
  if (typeof value !== 'object' || value === null) return count;
  for (const inner of Object.values(value) as unknown[]) {
    count += sizeOf(inner, most - count);
    if (count >= most) return count;
  }
  return count;
}

function isList(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}
