/** Writes GoPro files: payloads of telemetry once a second, and a movie around them. */

export interface GpsPoint {
  readonly lat: number;
  readonly lon: number;
  readonly elevation?: number;
  readonly speed?: number;
  /** Milliseconds since 1970; kept with the point in GPS9 only. */
  readonly utc?: number;
  readonly fix?: number;
  readonly precision?: number;
}

export interface GpsPayload {
  readonly points: readonly GpsPoint[];
  /** The value of GPSU; default: the first point's time. */
  readonly utc?: number;
  readonly durationMs?: number;
}

export interface GoProClip {
  readonly payloads: readonly GpsPayload[];
  /** 'none': a camera that records motion, but no positions. */
  readonly stream?: 'GPS5' | 'GPS9' | 'both' | 'none';
  readonly device?: string;
  readonly firmware?: string;
  /** The model in the index, as MAX and later cameras write it. */
  readonly model?: string;
  readonly creationTime?: number;
  readonly index?: 'front' | 'end';
  /** Offsets and the size of the data in 64 bits. */
  readonly isWide?: boolean;
  /** Bytes of something else between two payloads. */
  readonly gap?: number;
  /** How many bytes of other sensors a payload holds beside the positions. */
  readonly ballast?: number;
  /** Bytes by which the ballast varies from payload to payload, as the number of a sensor's samples does. */
  readonly ballastVaries?: number;
  /** The pictures are zeros: a track with a duration that plays nothing. */
  readonly video?: { readonly framesPerSecond: number; readonly frames: number };
  /** Seconds by which the telemetry begins later than the movie; less than zero cuts its beginning off. */
  readonly shift?: number;
}

type Bytes = Uint8Array<ArrayBuffer>;
const TIMESCALE = 1000;
const YEAR_2000 = Date.UTC(2000, 0, 1);
const DAY_MS = 86_400_000;
const SECONDS_1904_TO_1970 = 2_082_844_800;

export function joinBytes(...parts: readonly Uint8Array[]): Bytes {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

export function textBytes(text: string): Bytes {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

function numbers(kind: 'u8' | 'u16' | 'i16' | 'u32' | 'i32' | 'u64', values: readonly number[]): Bytes {
  const width = { u8: 1, u16: 2, i16: 2, u32: 4, i32: 4, u64: 8 }[kind];
  const bytes = new Uint8Array(values.length * width);
  const view = new DataView(bytes.buffer);
  values.forEach((value, index) => {
    const at = index * width;
    if (kind === 'u8') view.setUint8(at, value);
    else if (kind === 'u16') view.setUint16(at, value);
    else if (kind === 'i16') view.setInt16(at, value);
    else if (kind === 'u32') view.setUint32(at, value);
    else if (kind === 'i32') view.setInt32(at, Math.round(value));
    else view.setBigUint64(at, BigInt(value));
  });
  return bytes;
}

/** A box of a movie. */
export function box(type: string, ...contents: readonly Uint8Array[]): Bytes {
  const inside = joinBytes(...contents);
  return joinBytes(numbers('u32', [inside.length + 8]), textBytes(type), inside);
}

/** An entry of GPMF. */
export function entry(key: string, type: string, size: number, values: Uint8Array): Bytes {
  const repeat = size === 0 ? 0 : values.length / size;
  const padding = new Uint8Array((4 - (values.length % 4)) % 4);
  const head = [type === '' ? 0 : type.charCodeAt(0), size];
  return joinBytes(textBytes(key), numbers('u8', head), numbers('u16', [repeat]), values, padding);
}

/** Entries inside one: their lengths are multiples of four. */
export function nest(key: string, ...entries: readonly Uint8Array[]): Bytes {
  return entry(key, '', 4, joinBytes(...entries));
}

function name(key: string, text: string): Bytes {
  return entry(key, 'c', text.length, textBytes(text));
}

function gpsTime(utc: number): string {
  const iso = new Date(utc).toISOString();
  return iso.slice(2).replaceAll(/[-:TZ]/g, '');
}

function writeGps5({ points, utc }: GpsPayload): Bytes {
  const [first] = points;
  const at = utc ?? first?.utc;
  const rows = points.flatMap(({ lat, lon, elevation = 0, speed = 0 }) => [
    lat * 1e7,
    lon * 1e7,
    elevation * 1000,
    speed * 1000,
    speed * 100,
  ]);
  return nest(
    'STRM',
    name('STNM', 'GPS (Lat., Long., Alt., 2D speed, 3D speed)'),
    entry('GPSF', 'L', 4, numbers('u32', [first?.fix ?? 3])),
    ...(at === undefined ? [] : [entry('GPSU', 'U', 16, textBytes(gpsTime(at)))]),
    entry('GPSP', 'S', 2, numbers('u16', [Math.round((first?.precision ?? 1.5) * 100)])),
    entry('SCAL', 'l', 4, numbers('i32', [1e7, 1e7, 1000, 1000, 100])),
    entry('GPS5', 'l', 20, numbers('i32', rows)),
  );
}

function writeGps9({ points }: GpsPayload): Bytes {
  const rows = points.map(({ lat, lon, elevation = 0, speed = 0, utc = YEAR_2000, precision = 1.5, fix = 3 }) => {
    const days = Math.floor((utc - YEAR_2000) / DAY_MS);
    const ms = utc - YEAR_2000 - days * DAY_MS;
    const long = [lat * 1e7, lon * 1e7, elevation * 1000, speed * 1000, speed * 100, days, ms];
    return joinBytes(numbers('i32', long), numbers('u16', [Math.round(precision * 100), fix]));
  });
  return nest(
    'STRM',
    name('STNM', 'GPS (Lat., Long., Alt., 2D, 3D, days, secs, DOP, fix)'),
    name('TYPE', 'lllllllSS'),
    entry('SCAL', 'l', 4, numbers('i32', [1e7, 1e7, 1000, 1000, 100, 1, 1000, 100, 1])),
    entry('GPS9', '?', 32, joinBytes(...rows)),
  );
}

function writePayload(payload: GpsPayload, clip: Omit<GoProClip, 'payloads'> = {}): Bytes {
  const { stream = 'GPS5', device = 'HERO11 Black', ballast = 60 } = clip;
  const moved = numbers(
    'i16',
    Array.from({ length: Math.ceil(ballast / 6) * 3 }, (_, index) => (index * 37) % 400),
  );
  return nest(
    'DEVC',
    entry('DVID', 'L', 4, numbers('u32', [1])),
    name('DVNM', device),
    nest(
      'STRM',
      name('STNM', 'Accelerometer'),
      entry('SCAL', 's', 2, numbers('i16', [417])),
      entry('ACCL', 's', 6, moved),
    ),
    ...(stream === 'GPS5' || stream === 'both' ? [writeGps5(payload)] : []),
    ...(stream === 'GPS9' || stream === 'both' ? [writeGps9(payload)] : []),
  );
}

const VERSION = numbers('u32', [0]);
const MATRIX = numbers('u32', [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000]);

function fullBox(type: string, ...contents: readonly Uint8Array[]): Bytes {
  return box(type, VERSION, ...contents);
}

interface TrackPlan {
  readonly id: number;
  readonly handler: string;
  readonly handlerName: string;
  readonly format: Uint8Array;
  readonly timescale: number;
  readonly durations: readonly number[];
  readonly sizes: readonly number[];
  readonly offsets: readonly number[];
  readonly isWide: boolean;
  readonly shift: number;
}

function writeTrack(plan: TrackPlan): Bytes {
  const { id, handler, handlerName, format, timescale, durations, sizes, offsets, isWide, shift } = plan;
  const duration = durations.reduce((sum, each) => sum + each, 0);
  const movieDuration = Math.round((duration / timescale) * TIMESCALE);
  const runs = durations.flatMap((each, index) => (index > 0 && durations[index - 1] === each ? [] : [index]));
  const stts = runs.flatMap((from, index) => [(runs[index + 1] ?? durations.length) - from, durations[from]!]);
  const late = [Math.round(shift * TIMESCALE), 0xff_ff_ff_ff, 0x1_0000, movieDuration, 0, 0x1_0000];
  const edits = shift > 0 ? [2, ...late] : [1, movieDuration, Math.round(-shift * timescale), 0x1_0000];
  const size = handler === 'vide' ? [640 << 16, 360 << 16] : [0, 0];
  return box(
    'trak',
    box('tkhd', numbers('u32', [7, 0, 0, id, 0, movieDuration, 0, 0, 0, 0]), MATRIX, numbers('u32', size)),
    ...(shift === 0 ? [] : [box('edts', fullBox('elst', numbers('u32', edits)))]),
    box(
      'mdia',
      fullBox('mdhd', numbers('u32', [0, 0, timescale, duration, 0])),
      fullBox('hdlr', textBytes('mhlr'), textBytes(handler), new Uint8Array(12), textBytes(`${handlerName}\0`)),
      box(
        'minf',
        handler === 'vide' ? box('vmhd', numbers('u32', [1, 0, 0])) : fullBox('nmhd'),
        box('dinf', fullBox('dref', numbers('u32', [1]), box('url ', numbers('u32', [1])))),
        box(
          'stbl',
          fullBox('stsd', numbers('u32', [1]), format),
          fullBox('stts', numbers('u32', [runs.length, ...stts])),
          fullBox('stsc', numbers('u32', [1, 1, 1, 1])),
          fullBox('stsz', numbers('u32', [0, sizes.length, ...sizes])),
          fullBox(isWide ? 'co64' : 'stco', numbers('u32', [offsets.length]), numbers(isWide ? 'u64' : 'u32', offsets)),
        ),
      ),
    ),
  );
}

function writeMoov(clip: GoProClip, payloads: readonly Bytes[], offsets: readonly number[]): Bytes {
  const { firmware = 'H22.01.01.10.00', model, creationTime, isWide = false, video, shift = 0 } = clip;
  const durations = clip.payloads.map(({ durationMs = 1001 }) => durationMs);
  const sum = durations.reduce((total, each) => total + each, 0);
  const created = creationTime === undefined ? 0 : Math.round(creationTime / 1000) + SECONDS_1904_TO_1970;
  const settings = nest('DEVC', name('DVNM', 'Global Settings'), name('MINF', model ?? ''));
  return box(
    'moov',
    fullBox(
      'mvhd',
      numbers('u32', [created, created, TIMESCALE, sum, 0x1_0000, 0x0100_0000, 0, 0]),
      MATRIX,
      new Uint8Array(24),
      numbers('u32', [9]),
    ),
    box('udta', box('FIRM', textBytes(firmware)), ...(model === undefined ? [] : [box('GPMF', settings)])),
    ...(video === undefined ? [] : [writeVideo(video, isWide)]),
    writeTrack({
      id: 99,
      handler: 'meta',
      handlerName: 'GoPro MET',
      format: box('gpmd', numbers('u32', [0, 1, 0])),
      timescale: TIMESCALE,
      durations,
      sizes: payloads.map(({ length }) => length),
      offsets,
      isWide,
      shift,
    }),
  );
}

function writeVideo({ framesPerSecond, frames }: NonNullable<GoProClip['video']>, isWide: boolean): Bytes {
  const timescale = 90_000;
  const head = numbers('u16', [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 640, 360, 72, 0, 72, 0, 0, 0, 1]);
  return writeTrack({
    id: 1,
    handler: 'vide',
    handlerName: 'GoPro AVC',
    format: box('avc1', head, new Uint8Array(32), numbers('u16', [24, 0xff_ff])),
    timescale,
    durations: Array.from({ length: frames }, () => Math.round(timescale / framesPerSecond)),
    sizes: Array.from({ length: frames }, () => 0),
    offsets: Array.from({ length: frames }, () => 0),
    isWide,
    shift: 0,
  });
}

/** The parts of a file with gaps between them, for files too large for memory. */
export interface Layout {
  readonly size: number;
  readonly parts: readonly { readonly offset: number; readonly bytes: Bytes }[];
}

export function layOutGoPro(clip: GoProClip): Layout {
  const { index = 'end', isWide = false, gap = 0, ballast = 60, ballastVaries = 0 } = clip;
  const payloads = clip.payloads.map((payload, at) =>
    writePayload(payload, { ...clip, ballast: ballast + ((at * 37) % (ballastVaries + 1)) }),
  );
  const ftyp = box('ftyp', textBytes('mp41'), numbers('u32', [0x2013_1018]), textBytes('mp41'));
  const headLength = isWide ? 16 : 8;
  const inside = payloads.reduce((sum, { length }) => sum + length + gap, 0);
  const mdatSize = headLength + inside;
  const mdatHead = isWide
    ? joinBytes(numbers('u32', [1]), textBytes('mdat'), numbers('u64', [mdatSize]))
    : joinBytes(numbers('u32', [mdatSize]), textBytes('mdat'));
  const placeFrom = (start: number) => {
    let at = start;
    return payloads.map(({ length }) => {
      const offset = at + gap;
      at = offset + length;
      return offset;
    });
  };
  // The length of the index does not depend on the offsets in it.
  const moovLength = writeMoov(clip, payloads, placeFrom(0)).length;
  const mdatAt = ftyp.length + (index === 'front' ? moovLength : 0);
  const offsets = placeFrom(mdatAt + headLength);
  const moov = writeMoov(clip, payloads, offsets);
  return {
    size: ftyp.length + moovLength + mdatSize,
    parts: [
      { offset: 0, bytes: ftyp },
      { offset: mdatAt, bytes: mdatHead },
      ...payloads.map((bytes, at) => ({ offset: offsets[at]!, bytes })),
      { offset: index === 'front' ? ftyp.length : mdatAt + mdatSize, bytes: moov },
    ],
  };
}

export function writeGoPro(clip: GoProClip): Bytes {
  const { size, parts } = layOutGoPro(clip);
  const bytes = new Uint8Array(size);
  for (const part of parts) bytes.set(part.bytes, part.offset);
  return bytes;
}

/**
 * Telemetry for a movie that plays: the old index becomes free space, and a new index with one more track is at the
 * end, so that nothing that the old one refers to moves.
 */
export function addTelemetry(movie: Uint8Array, clip: GoProClip): Bytes {
  const view = new DataView(movie.buffer, movie.byteOffset, movie.byteLength);
  let at = 0;
  while (at + 8 <= movie.length && String.fromCharCode(...movie.subarray(at + 4, at + 8)) !== 'moov') {
    at += Math.max(view.getUint32(at), 8);
  }
  const end = at + view.getUint32(at);
  const old = movie.slice(at + 8, end);
  const hidden = movie.slice();
  hidden.set(textBytes('free'), at + 4);
  const payloads = clip.payloads.map((payload) => writePayload(payload, clip));
  let next = movie.length + 8;
  const offsets = payloads.map(({ length }) => (next += length) - length);
  const made = writeMoov({ ...clip, isWide: false }, payloads, offsets);
  // Of the written index only the part after the movie header: the camera's name and the track.
  const ours = made.subarray(8 + new DataView(made.buffer).getUint32(8));
  const head = new DataView(old.buffer).getUint32(0);
  return joinBytes(hidden, box('mdat', ...payloads), box('moov', old.subarray(0, head), ours, old.subarray(head)));
}

/** A ride eastwards at an even speed, for tests that need any clip. */
export function ride({ seconds = 10, hz = 10, speed = 8, startUtc = Date.UTC(2024, 5, 1, 10), fixAfter = 0 } = {}) {
  const metresPerDegree = 111_195 * Math.cos((46 * Math.PI) / 180);
  return Array.from({ length: seconds }, (_, second): GpsPayload => {
    const points = Array.from({ length: hz }, (__, index): GpsPoint => {
      const time = second + index / hz;
      const fix = time < fixAfter ? 0 : 3;
      const lon = 7 + (speed * time) / metresPerDegree;
      return {
        lat: 46,
        lon,
        elevation: 500 + time,
        speed,
        utc: startUtc + time * 1000,
        fix,
        precision: fix === 0 ? 99.99 : 1.2,
      };
    });
    return { points, durationMs: 1000 };
  });
}
