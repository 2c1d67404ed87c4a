import type { Value } from '../formats.ts';
import { valueOf, type Writer, writtenAs } from './file.ts';

/** Seconds from 1970 to FIT's own beginning. */
const EPOCH = Date.UTC(1989, 11, 31) / 1_000;
const SEMICIRCLES = 2 ** 31 / 180;
const SPORTS = { running: 1, cycling: 2, rowing: 15, skiing: 13, motor: 24 };
/** A compressed header has five bits for the seconds since the message before. */
const LONGEST_COMPRESSED = 31;

interface Field {
  readonly number: number;
  readonly type: 'u8' | 's8' | 'enum' | 'u16' | 'u32' | 's32' | 'f32';
}

const TYPES = {
  enum: { code: 0x00, size: 1, none: 0xff },
  u8: { code: 0x02, size: 1, none: 0xff },
  s8: { code: 0x01, size: 1, none: 0x7f },
  u16: { code: 0x84, size: 2, none: 0xff_ff },
  u32: { code: 0x86, size: 4, none: 0xff_ff_ff_ff },
  s32: { code: 0x85, size: 4, none: 0x7f_ff_ff_ff },
  f32: { code: 0x88, size: 4, none: NaN },
} as const;

/** The bytes of a file as they grow. */
function createOutput() {
  let bytes = new Uint8Array(1 << 14);
  let length = 0;
  return {
    add(...values: readonly number[]): void {
      if (length + values.length > bytes.length) {
        const larger = new Uint8Array(2 * bytes.length + values.length);
        larger.set(bytes);
        bytes = larger;
      }
      bytes.set(values, length);
      length += values.length;
    },
    take: () => bytes.slice(0, length),
  };
}

const scratch = new DataView(new ArrayBuffer(4));

function bytesOf(type: Field['type'], value: number, isLittle: boolean): number[] {
  const { size, none } = TYPES[type];
  const known = Number.isNaN(value) ? none : value;
  if (type === 'f32') scratch.setFloat32(0, known, isLittle);
  else if (size === 4) scratch.setUint32(0, Math.round(known) >>> 0, isLittle);
  else if (size === 2) scratch.setUint16(0, Math.round(known), isLittle);
  else scratch.setUint8(0, Math.round(known) & 0xff);
  return Array.from({ length: size }, (_, at) => scratch.getUint8(at));
}

/** CRC-16 by its polynomial, bit by bit. */
function checksumOf(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >> 1) ^ 0xa0_01 : sum >> 1;
  }
  return sum;
}

const text = (words: string, size: number): number[] =>
  Array.from({ length: size }, (_, at) => (at < size - 1 ? (words.codePointAt(at) ?? 0) : 0));

/** Fields of a record: number, type, and what stands in it for a value. */
const FIELDS: Readonly<Record<Value, readonly (readonly [field: Field, write: (value: number) => number])[]>> = {
  speed: [
    [{ number: 6, type: 'u16' }, (value) => value * 1_000],
    [{ number: 73, type: 'u32' }, (value) => value * 1_000],
  ],
  distance: [[{ number: 5, type: 'u32' }, (value) => value * 100]],
  elevation: [
    [{ number: 2, type: 'u16' }, (value) => (value + 500) * 5],
    [{ number: 78, type: 'u32' }, (value) => (value + 500) * 5],
  ],
  heartRate: [[{ number: 3, type: 'u8' }, (value) => value]],
  cadence: [[{ number: 4, type: 'u8' }, (value) => value]],
  power: [[{ number: 7, type: 'u16' }, (value) => value]],
  temperature: [[{ number: 13, type: 's8' }, (value) => value]],
};

/** Local numbers of the messages in this file. */
const LOCAL = { fileId: 0, record: 1, compressed: 2, event: 4, lap: 5, session: 6, fix: 7, developer: 8, field: 9 };

export const writeFit: Writer = (made, chance) => {
  const { rows, sport, pieces, laps, hasPlaces, rate } = made;
  const isLittle = chance.is(0.7);
  const isFast = rate > 1;
  // A camera's receiver writes its fixes apart, with places, speeds and heights alone.
  const values: readonly Value[] = isFast ? ['speed', 'elevation'] : [...made.values];
  const byApp = !isFast && made.values.has('speed') && chance.is(0.15);
  const isCompressed = !isFast && !byApp && chance.is(0.15);
  const body = createOutput();
  const define = (local: number, global: number, fields: readonly Field[], developer: readonly number[] = []) => {
    body.add(
      0x40 | (developer.length > 0 ? 0x20 : 0) | local,
      0,
      isLittle ? 0 : 1,
      ...bytesOf('u16', global, isLittle),
      fields.length,
    );
    for (const { number, type } of fields) body.add(number, TYPES[type].size, TYPES[type].code);
    if (developer.length > 0) body.add(developer.length / 3, ...developer);
  };
  const say = (head: number, fields: readonly Field[], numbers: readonly number[]) =>
    body.add(head, ...fields.flatMap(({ type }, at) => bytesOf(type, numbers[at] ?? NaN, isLittle)));
  const stamp = (time: number) => Math.floor(made.start / 1_000 + time + 1e-6) - EPOCH;
  const begin = stamp(rows[0]!.time);

  const about: Field[] = [
    { number: 0, type: 'enum' },
    { number: 1, type: 'u16' },
    { number: 4, type: 'u32' },
  ];
  define(LOCAL.fileId, 0, about);
  say(LOCAL.fileId, about, [4, 255, begin]);

  const place: Field[] =
    hasPlaces && !isFast
      ? [
          { number: 0, type: 's32' },
          { number: 1, type: 's32' },
        ]
      : [];
  const measured = isFast
    ? []
    : values
        .filter((value) => !(byApp && value === 'speed'))
        .map((value) => ({ value, way: chance.pick(FIELDS[value]) }));
  const time: Field = { number: 253, type: 'u32' };
  const fields = [...place, ...measured.map(({ way: [field] }) => field)];
  if (byApp) {
    body.add(
      0x40 | LOCAL.developer,
      0,
      isLittle ? 0 : 1,
      ...bytesOf('u16', 207, isLittle),
      1,
      3,
      1,
      0x02,
      LOCAL.developer,
      0,
    );
    body.add(0x40 | LOCAL.field, 0, isLittle ? 0 : 1, ...bytesOf('u16', 206, isLittle), 6);
    body.add(0, 1, 0x02, 1, 1, 0x02, 2, 1, 0x02, 3, 12, 0x07, 8, 8, 0x07, 15, 1, 0x02);
    body.add(LOCAL.field, 0, 0, TYPES.f32.code, ...text('wheel', 12), ...text('km/h', 8), 6);
  }
  define(LOCAL.record, 20, [time, ...fields], byApp ? [0, 4, 0] : []);
  if (isCompressed) define(LOCAL.compressed, 20, fields);
  const event: Field[] = [time, { number: 0, type: 'enum' }, { number: 1, type: 'enum' }];
  define(LOCAL.event, 21, event);
  const fix: Field[] = [
    time,
    { number: 0, type: 'u16' },
    { number: 1, type: 's32' },
    { number: 2, type: 's32' },
    { number: 3, type: 'u32' },
    { number: 4, type: 'u32' },
  ];
  if (isFast) define(LOCAL.fix, 160, fix);

  const summary: Field[] = [
    time,
    { number: 2, type: 'u32' },
    { number: 7, type: 'u32' },
    { number: 8, type: 'u32' },
    { number: 9, type: 'u32' },
  ];
  define(LOCAL.lap, 19, summary);
  const session: Field[] = [...summary, { number: 5, type: 'enum' }];
  define(LOCAL.session, 18, session);
  const totals = (from: number, to: number) => {
    const seconds = (rows[to]!.time - rows[from]!.time) * 1_000;
    const metres = (rows[to]!.distance - rows[from]!.distance) * 100;
    return [stamp(rows[to]!.time), stamp(rows[from]!.time), seconds, seconds, metres];
  };

  say(LOCAL.event, event, [begin, 0, 0]);
  rows.forEach((row, at) => {
    if (at > 0 && pieces.includes(at)) {
      say(LOCAL.event, event, [stamp(rows[at - 1]!.time), 0, 4]);
      say(LOCAL.event, event, [stamp(row.time), 0, 0]);
    }
    const now = stamp(row.time);
    const where = [row.lat * SEMICIRCLES, row.lon * SEMICIRCLES];
    if (isFast) {
      const ms = Math.round((made.start / 1_000 + row.time - EPOCH - now) * 1_000);
      if (ms === 0) say(LOCAL.record, [time], [now]);
      say(LOCAL.fix, fix, [now, ms, ...where, (row.elevation + 500) * 5, row.speed * 1_000]);
      return;
    }
    const numbers = [
      ...(hasPlaces ? where : []),
      ...measured.map(({ value, way: [, write] }) => write(valueOf(made, at, value))),
    ];
    const before = at === 0 ? -Infinity : stamp(rows[at - 1]!.time);
    if (isCompressed && now - before < LONGEST_COMPRESSED && at % 50 !== 0)
      say(0x80 | (LOCAL.compressed << 5) | (now & 0x1f), fields, numbers);
    else say(LOCAL.record, [time, ...fields], [now, ...numbers]);
    if (byApp) body.add(...bytesOf('f32', row.speed * 3.6, isLittle));
    const lap = laps.indexOf(at);
    if (lap > 0) say(LOCAL.lap, summary, totals(laps[lap - 1]!, at));
  });
  say(LOCAL.session, session, [...totals(0, rows.length - 1), SPORTS[sport.name]]);

  const messages = body.take();
  const file = createOutput();
  const isLong = chance.is(0.8);
  file.add(
    isLong ? 14 : 12,
    0x20,
    ...bytesOf('u16', 2_132, true),
    ...bytesOf('u32', messages.length, true),
    0x2e,
    0x46,
    0x49,
    0x54,
  );
  if (isLong) file.add(...bytesOf('u16', checksumOf(file.take()), true));
  const head = file.take();
  const whole = new Uint8Array(head.length + messages.length + 2);
  whole.set(head);
  whole.set(messages, head.length);
  whole.set(bytesOf('u16', checksumOf(whole.subarray(0, -2)), true), whole.length - 2);
  return {
    name: 'made.fit',
    content: whole,
    written: writtenAs(made, { values: new Set(values), laps: isFast ? [] : laps }),
  };
};
