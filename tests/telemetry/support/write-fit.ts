import { checksum } from '../../../src/telemetry/domain/fit/checksum.ts';

/** Base types as FIT numbers them, each with its size. */
const TYPE = {
  enum: 0x00,
  sint8: 0x01,
  uint8: 0x02,
  string: 0x07,
  byte: 0x0d,
  sint16: 0x83,
  uint16: 0x84,
  sint32: 0x85,
  uint32: 0x86,
  float32: 0x88,
} as const;

type TypeName = keyof typeof TYPE;

const SIZES: Readonly<Record<TypeName, number>> = {
  enum: 1,
  sint8: 1,
  uint8: 1,
  string: 1,
  byte: 1,
  sint16: 2,
  uint16: 2,
  sint32: 4,
  uint32: 4,
  float32: 4,
};

export interface FitField {
  readonly field: number;
  readonly type: TypeName;
  /** The length of a string or of bytes. */
  readonly length?: number;
}

interface DeveloperField {
  readonly field: number;
  readonly developer: number;
  readonly type: TypeName;
}

export interface FitDefinition {
  readonly local: number;
  readonly global: number;
  readonly fields: readonly FitField[];
  readonly developerFields?: readonly DeveloperField[];
  readonly isBigEndian?: boolean;
}

type FitValue = number | string | readonly number[];

const EPOCH_MS = 631_065_600_000;

/** Seconds as FIT counts them. */
export function fitTime(iso: string): number {
  return (Date.parse(iso) - EPOCH_MS) / 1_000;
}

export function semicircles(degrees: number): number {
  return Math.round((degrees * 2 ** 31) / 180);
}

/** Writes one FIT file message by message; bytes can be put in between to break it. */
export function createFitWriter(options: { readonly headerSize?: 12 | 14 } = {}) {
  const body: number[] = [];
  const definitions = new Map<number, FitDefinition>();

  const put = (type: TypeName, value: FitValue, length: number, isLittle: boolean) => {
    if (typeof value === 'string') {
      const bytes = new TextEncoder().encode(value);
      for (let at = 0; at < length; at += 1) body.push(bytes[at] ?? 0);
      return;
    }
    if (typeof value !== 'number') {
      for (let at = 0; at < length; at += 1) body.push(value[at] ?? 0xff);
      return;
    }
    const size = SIZES[type];
    const view = new DataView(new ArrayBuffer(size));
    if (type === 'float32') view.setFloat32(0, value, isLittle);
    else if (size === 4) view.setUint32(0, value, isLittle);
    else if (size === 2) view.setUint16(0, value, isLittle);
    else view.setUint8(0, value);
    for (let at = 0; at < size; at += 1) body.push(view.getUint8(at));
  };
  const putFields = (definition: FitDefinition, values: readonly FitValue[]) => {
    const all = [...definition.fields, ...(definition.developerFields ?? [])];
    for (const [index, field] of all.entries()) {
      const length = ('length' in field ? field.length : undefined) ?? SIZES[field.type];
      put(field.type, values[index] ?? 0, length, definition.isBigEndian !== true);
    }
  };

  const writer = {
    define(definition: FitDefinition) {
      const { local, global, fields, developerFields = [], isBigEndian = false } = definition;
      definitions.set(local, definition);
      body.push(0x40 | (developerFields.length > 0 ? 0x20 : 0) | local, 0, isBigEndian ? 1 : 0);
      body.push(...(isBigEndian ? [global >> 8, global & 0xff] : [global & 0xff, global >> 8]), fields.length);
      for (const { field, type, length } of fields) body.push(field, length ?? SIZES[type], TYPE[type]);
      if (developerFields.length > 0) body.push(developerFields.length);
      for (const { field, type, developer } of developerFields) body.push(field, SIZES[type], developer);
      return writer;
    },
    write(local: number, values: readonly FitValue[]) {
      body.push(local);
      putFields(definitions.get(local)!, values);
      return writer;
    },
    /** Writes a record with the low five bits of the time in its header. */
    writeCompressed(local: number, time: number, values: readonly FitValue[]) {
      body.push(0x80 | (local << 5) | (time & 0x1f));
      putFields(definitions.get(local)!, values);
      return writer;
    },
    putBytes(...bytes: number[]) {
      body.push(...bytes);
      return writer;
    },
    /** `statedSize` is what the header says, right or wrong. */
    finish({ statedSize = body.length }: { readonly statedSize?: number } = {}): Uint8Array<ArrayBuffer> {
      const headerSize = options.headerSize ?? 14;
      const bytes = new Uint8Array(headerSize + body.length + 2);
      const view = new DataView(bytes.buffer);
      bytes.set([headerSize, 0x20]);
      view.setUint16(2, 2_140, true);
      view.setUint32(4, statedSize, true);
      bytes.set(new TextEncoder().encode('.FIT'), 8);
      if (headerSize === 14) view.setUint16(12, checksum(bytes, 0, 12), true);
      bytes.set(body, headerSize);
      view.setUint16(bytes.length - 2, checksum(bytes, 0, bytes.length - 2), true);
      return bytes;
    },
  };
  return writer;
}

export interface RideOptions {
  readonly count: number;
  readonly start: string;
  readonly headerSize?: 12 | 14;
  readonly isBigEndian?: boolean;
}

export const RIDE_FIELDS: readonly FitField[] = [
  { field: 253, type: 'uint32' },
  { field: 0, type: 'sint32' },
  { field: 1, type: 'sint32' },
  { field: 78, type: 'uint32' },
  { field: 73, type: 'uint32' },
  { field: 5, type: 'uint32' },
  { field: 3, type: 'uint8' },
  { field: 4, type: 'uint8' },
  { field: 7, type: 'uint16' },
  { field: 13, type: 'sint8' },
];

/** A ride of one record a second, as a current bike computer writes it. */
export function writeRide({
  count,
  start,
  headerSize = 14,
  isBigEndian = false,
}: RideOptions): Uint8Array<ArrayBuffer> {
  const writer = createFitWriter({ headerSize });
  const from = fitTime(start);
  writer.define({
    local: 0,
    global: 0,
    isBigEndian,
    fields: [
      { field: 0, type: 'enum' },
      { field: 1, type: 'uint16' },
      { field: 2, type: 'uint16' },
      { field: 4, type: 'uint32' },
    ],
  });
  writer.write(0, [4, 1, 3_121, from]);
  writer.define({ local: 1, global: 20, isBigEndian, fields: RIDE_FIELDS });
  for (let at = 0; at < count; at += 1) writer.write(1, rideRecord(from, at));
  const lap: readonly FitField[] = [
    { field: 253, type: 'uint32' },
    { field: 2, type: 'uint32' },
    { field: 7, type: 'uint32' },
    { field: 8, type: 'uint32' },
  ];
  const end = from + count - 1;
  writer.define({ local: 2, global: 19, isBigEndian, fields: lap });
  writer.write(2, [end, from, (count - 1) * 1_000, (count - 1) * 1_000]);
  writer.define({ local: 3, global: 18, isBigEndian, fields: lap });
  writer.write(3, [end, from, (count - 1) * 1_000, (count - 1) * 1_000]);
  return writer.finish();
}

/** What record number `at` of a ride holds. */
export function rideRecord(from: number, at: number): number[] {
  return [
    from + at,
    semicircles(47.3 + at * 1e-4),
    semicircles(8.5 - at * 5e-5),
    (410 + at * 0.2 + 500) * 5,
    11_230 + (at % 50),
    at * 1_123,
    120 + (at % 60),
    80 + (at % 20),
    200 + (at % 100),
    21,
  ];
}
