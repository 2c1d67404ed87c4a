import { setImmediate as nextRound } from 'node:timers/promises';

/** What is read only when its turn has come. */
export type Lazy = () => Promise<unknown>;

/** A part of a document: a value, one that is still to be read, or a list that is read while it is written. */
export type DocumentPart = Lazy | AsyncIterable<unknown> | object | string | number | boolean | null | undefined;
export type StreamedDocument = Readonly<Record<string, DocumentPart>>;

const CHUNK_CHARACTERS = 32 * 1024;

/**
 * The same text as `JSON.stringify(document, null, 2)`, a piece at a time: of a long list only the item at hand is in
 * memory. Other work gets its turn after each piece. Where a part cannot be read, the text ends without its last brace.
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

/** One event can be megabytes: it is not made into one text either. */
function* writeValue(value: unknown, indent: string): Generator<string> {
  if (typeof value !== 'object' || value === null || countUpTo(value, MOST_TOGETHER) < MOST_TOGETHER) {
    // No text in JSON has a line break of its own.
    yield (JSON.stringify(value, null, STEP) ?? 'null').replaceAll('\n', `\n${indent}`);
    return;
  }
  const isArray = Array.isArray(value);
  const [open, close] = isArray ? ['[', ']'] : ['{', '}'];
  const inside = indent + STEP;
  let separator = `${open}\n${inside}`;
  for (const [name, inner] of Object.entries(value)) {
    if (inner === undefined && !isArray) continue;
    yield isArray ? separator : `${separator}${JSON.stringify(name)}: `;
    yield* writeValue(inner, inside);
    separator = `,\n${inside}`;
  }
  yield `\n${indent}${close}`;
}

/** Values that are made into text in one go. */
const MOST_TOGETHER = 500;

function countUpTo(value: object, most: number): number {
  let count = 1;
  for (const inner of Object.values(value) as unknown[]) {
    count += typeof inner === 'object' && inner !== null ? countUpTo(inner, most - count) : 1;
    if (count >= most) return count;
  }
  return count;
}

function isList(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}
