import { readBaseText, readBaseType } from './base-types.ts';

interface Field {
  readonly offset: number;
  readonly size: number;
  readonly baseType: number;
}

interface DeveloperField {
  readonly offset: number;
  readonly size: number;
  /** Developer and field in one number, as `describeKey` makes it. */
  readonly key: number;
}

interface Definition {
  readonly global: number;
  readonly isLittle: boolean;
  readonly size: number;
  readonly fields: ReadonlyMap<number, Field>;
  readonly developerFields: readonly DeveloperField[];
}

const TIMESTAMP = 253;

/** One message in the file; a field is read when it is asked for. */
export class Message {
  readonly #view: DataView;
  readonly #start: number;
  readonly #definition: Definition;
  /** Seconds since FIT's epoch, from the message or from its compressed header; NaN without either. */
  readonly timestamp: number;

  constructor(view: DataView, start: number, definition: Definition, compressedTime: number) {
    this.#view = view;
    this.#start = start;
    this.#definition = definition;
    const own = this.number(TIMESTAMP);
    this.timestamp = Number.isNaN(own) ? compressedTime : own;
  }

  get global(): number {
    return this.#definition.global;
  }

  get developerFields(): readonly DeveloperField[] {
    return this.#definition.developerFields;
  }

  has(name: number): boolean {
    return this.#definition.fields.has(name);
  }

  /** NaN where the field is missing or invalid. */
  number(name: number): number {
    const field = this.#definition.fields.get(name);
    if (field === undefined) return NaN;
    return readBaseType(this.#view, this.#start + field.offset, field.size, field.baseType, this.#definition.isLittle);
  }

  text(name: number): string | null {
    const field = this.#definition.fields.get(name);
    return field === undefined
      ? null
      : readBaseText(this.#view, this.#start + field.offset, field.size, field.baseType);
  }

  byte(name: number, index: number): number {
    const field = this.#definition.fields.get(name);
    return field === undefined || index >= field.size ? NaN : this.#view.getUint8(this.#start + field.offset + index);
  }

  developerNumber(field: DeveloperField, baseType: number): number {
    return readBaseType(this.#view, this.#start + field.offset, field.size, baseType, this.#definition.isLittle);
  }
}

export type MessagesEnd =
  | { readonly reason: 'whole' }
  /** The bytes ended inside of a message. */
  | { readonly reason: 'cut' }
  /** A message of a kind that was never defined: its length is unknown, so nothing after it can be found. */
  | { readonly reason: 'undefined'; readonly at: number };

export const describeKey = (developer: number, field: number): number => (developer << 8) | field;

/** Visits every message between two offsets. Each takes at least one byte, so the walk ends for any bytes. */
export function walkMessages(view: DataView, from: number, to: number, visit: (message: Message) => void): MessagesEnd {
  const definitions: (Definition | undefined)[] = [];
  let timestamp = NaN;
  let at = from;
  while (at < to) {
    const head = view.getUint8(at);
    if ((head & 0xc0) === 0x40) {
      const definition = readDefinition(view, at + 1, to, (head & 0x20) !== 0);
      if (definition === null) return { reason: 'cut' };
      definitions[head & 0x0f] = definition;
      at += definition.length;
      continue;
    }
    const isCompressed = (head & 0x80) !== 0;
    const definition = definitions[isCompressed ? (head >> 5) & 0x03 : head & 0x0f];
    if (definition === undefined) return { reason: 'undefined', at };
    if (at + 1 + definition.size > to) return { reason: 'cut' };
    if (isCompressed) timestamp = advance(timestamp, head & 0x1f);
    const message = new Message(view, at + 1, definition, isCompressed ? timestamp : NaN);
    if (!Number.isNaN(message.timestamp)) timestamp = message.timestamp;
    visit(message);
    at += 1 + definition.size;
  }
  return { reason: 'whole' };
}

/** The low five bits of the time; they roll over every 32 seconds. They mean nothing before a first whole time. */
const advance = (last: number, bits: number): number => last + ((bits - (last % 32) + 32) % 32);

/** `length` counts the header byte too. */
function readDefinition(
  view: DataView,
  at: number,
  to: number,
  hasDeveloper: boolean,
): (Definition & { length: number }) | null {
  if (at + 5 > to) return null;
  const isLittle = view.getUint8(at + 1) === 0;
  const global = view.getUint16(at + 2, isLittle);
  const count = view.getUint8(at + 4);
  let next = at + 5;
  if (next + count * 3 > to) return null;
  const fields = new Map<number, Field>();
  let size = 0;
  for (let index = 0; index < count; index += 1, next += 3) {
    const field = { offset: size, size: view.getUint8(next + 1), baseType: view.getUint8(next + 2) };
    fields.set(view.getUint8(next), field);
    size += field.size;
  }
  const developerFields: DeveloperField[] = [];
  if (hasDeveloper) {
    if (next + 1 > to) return null;
    const developerCount = view.getUint8(next);
    next += 1;
    if (next + developerCount * 3 > to) return null;
    for (let index = 0; index < developerCount; index += 1, next += 3) {
      const key = describeKey(view.getUint8(next + 2), view.getUint8(next));
      developerFields.push({ offset: size, size: view.getUint8(next + 1), key });
      size += view.getUint8(next + 1);
    }
  }
  return { global, isLittle, size, fields, developerFields, length: next - at + 1 };
}
