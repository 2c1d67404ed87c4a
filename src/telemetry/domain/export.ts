import { type Channel, CHANNEL_NAMES, CHANNELS } from './channels.ts';
import { type Recording, sampleCount } from './recording.ts';
import { segmentsOf } from './segments.ts';

/** The parts of a recording, or of a run's source with its samples, that an export needs. */
export type Exportable = Pick<Recording, 'samples' | 'breaks' | 'clocks'>;

/**
 * UTC at time 0, in milliseconds; null without a trustworthy clock. The date in a movie's head is in an unknown time
 * zone: a track with a wrong hour is worse than one without times.
 */
function startOf({ clocks }: Exportable): number | null {
  const clock = clocks.find(({ method }) => method === 'sample-time' || method === 'payload-time');
  return clock?.at ?? null;
}

/**
 * GPX 1.1: one track, its segments, times where UTC is known, and the fields of Garmin's extension. Fixes without a
 * position are left out, and no line goes across such a hole.
 */
export function toGpx(recording: Exportable, name: string): string {
  const { samples, breaks } = recording;
  const { lat, lon } = samples.channels;
  const start = startOf(recording);
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<gpx version="1.1" creator="Pushoff" xmlns="http://www.topografix.com/GPX/1/1"' +
      ' xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1">',
    `<trk><name>${escapeXml(name)}</name>`,
  ];
  if (lat !== undefined && lon !== undefined) {
    for (const [from, to] of segmentsOf(sampleCount(samples), breaks)) {
      let isOpen = false;
      for (let index = from; index < to; index += 1) {
        const isPlace = !Number.isNaN(lat[index]!) && !Number.isNaN(lon[index]!);
        if (isPlace !== isOpen) lines.push(isPlace ? '<trkseg>' : '</trkseg>');
        if (isPlace) lines.push(trackPoint(recording, start, index));
        isOpen = isPlace;
      }
      if (isOpen) lines.push('</trkseg>');
    }
  }
  lines.push('</trk>', '</gpx>', '');
  return lines.join('\n');
}

function trackPoint({ samples: { time, channels } }: Exportable, start: number | null, index: number): string {
  const element = (tag: string, channel: Channel) => {
    const value = channels[channel]?.[index] ?? NaN;
    return Number.isNaN(value) ? '' : `<${tag}>${plain(value, channel)}</${tag}>`;
  };
  // The extension's schema allows bytes only: a validating reader would refuse the file for half a beat.
  const whole = (tag: string, channel: Channel, least: number, most: number) => {
    const value = Math.round(channels[channel]?.[index] ?? NaN);
    return value >= least && value <= most ? `<${tag}>${value}</${tag}>` : '';
  };
  const moment = start === null ? NaN : start + time[index]! * 1000;
  const at = Number.isNaN(moment) ? '' : `<time>${new Date(Math.round(moment)).toISOString()}</time>`;
  const garmin = [
    element('gpxtpx:atemp', 'temperature'),
    whole('gpxtpx:hr', 'heartRate', 1, 255),
    whole('gpxtpx:cad', 'cadence', 0, 254),
  ].join('');
  const extensions =
    whole('power', 'power', 0, 10_000) +
    (garmin === '' ? '' : `<gpxtpx:TrackPointExtension>${garmin}</gpxtpx:TrackPointExtension>`);
  const place = `lat="${plain(channels.lat![index]!, 'lat')}" lon="${plain(channels.lon![index]!, 'lon')}"`;
  const inside = `${element('ele', 'elevation')}${at}${extensions === '' ? '' : `<extensions>${extensions}</extensions>`}`;
  return inside === '' ? `<trkpt ${place}/>` : `<trkpt ${place}>${inside}</trkpt>`;
}

const XML_SIGNS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Control characters and lone surrogates cannot stand in XML at all, not even escaped. */
function escapeXml(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll(/[&<>"']/g, (sign) => XML_SIGNS[sign]!);
}

const COLUMN_NAMES: Readonly<Record<Channel, string>> = {
  lat: 'lat (deg)',
  lon: 'lon (deg)',
  elevation: 'elevation (m)',
  speed: 'speed (m/s)',
  distance: 'distance (m)',
  heartRate: 'heart rate (bpm)',
  cadence: 'cadence (rpm)',
  power: 'power (W)',
  temperature: 'temperature (°C)',
  heading: 'heading (deg)',
  fix: 'gps fix',
  precision: 'precision (DOP)',
  accelX: 'accel x (m/s²)',
  accelY: 'accel y (m/s²)',
  accelZ: 'accel z (m/s²)',
  throttle: 'throttle (%)',
  brake: 'brake (%)',
  engineSpeed: 'rpm',
  lean: 'lean angle (deg)',
};

/**
 * Every channel as a column, with its unit, so that a spreadsheet and the app's own reader read it. All cells are
 * numbers and all headers the app's own words: no foreign text can become a spreadsheet's formula.
 */
export function toCsv(recording: Exportable): string {
  const { samples, breaks } = recording;
  const { time, channels } = samples;
  const names = CHANNEL_NAMES.filter((name) => channels[name] !== undefined);
  const start = startOf(recording);
  const head = [
    'time (s)',
    ...(start === null ? [] : ['utc (ms)']),
    'segment id',
    ...names.map((name) => COLUMN_NAMES[name]),
  ];
  const lines = [head.join(',')];
  segmentsOf(sampleCount(samples), breaks).forEach(([from, to], segment) => {
    for (let index = from; index < to; index += 1) {
      const seconds = time[index]!;
      const cells = [shortest(seconds, 4)];
      if (start !== null) cells.push(shortest(start + seconds * 1000, 1));
      cells.push(String(segment));
      for (const name of names) cells.push(plain(channels[name]![index]!, name));
      lines.push(cells.join(','));
    }
  });
  // The byte order mark: without it a spreadsheet reads the units' signs in its system's own encoding.
  return `\u{FEFF}${lines.join('\r\n')}\r\n`;
}

/** A value with as many decimals as are stored, and no more. */
const plain = (value: number, channel: Channel): string => shortest(value, DECIMALS[channel]);

const DECIMALS = Object.fromEntries(
  CHANNEL_NAMES.map((name) => [name, Math.max(0, Math.round(-Math.log10(CHANNELS[name].step)))]),
) as Readonly<Record<Channel, number>>;

/** The shortest text of a value, never in exponent form, which GPX does not allow; empty where nothing was measured. */
function shortest(value: number, decimals: number): string {
  if (Number.isNaN(value)) return '';
  const scale = 10 ** decimals;
  const units = Math.round(value * scale);
  if (units === 0) return '0';
  const rounded = units / scale;
  return Math.abs(rounded) < 1e-6 ? rounded.toFixed(decimals) : String(rounded);
}
