import { type Channel, CHANNEL_NAMES, CHANNELS } from './channels.ts';
import { type Recording, sampleCount } from './recording.ts';
import { segmentsOf } from './segments.ts';

/** What an export needs of a recording, or of a run's source with its samples. */
export type Exportable = Pick<Recording, 'samples' | 'breaks' | 'clocks'>;

/**
 * What the clock of the world said at time 0, in milliseconds; null when nothing trustworthy says so. The date in a movie's
 * head is in a zone that nobody noted: a track that claims a wrong hour is worse than one that claims none.
 */
function startOf({ clocks }: Exportable): number | null {
  const clock = clocks.find(({ method }) => method === 'sample-time' || method === 'payload-time');
  return clock?.at ?? null;
}

/**
 * GPX 1.1: one track, its segments, times where the clock of the world is known, and what Garmin's extension holds. Fixes
 * without a place are left out, and none of the lines goes across such a hole.
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
  // The extension's schema knows bytes only; whoever checks against it would refuse the file for a half beat.
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

/** Control characters cannot stand in XML at all, not even escaped, nor can halves of characters. */
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
 * Every channel as a column, in units of its own, so that a spreadsheet and our own reader read it. The cells are numbers
 * that were written here and the header's words are ours: no text of anybody's can become a spreadsheet's formula.
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
  // The mark at the front: without it a spreadsheet takes the signs of the units for its own system's alphabet.
  return `\u{FEFF}${lines.join('\r\n')}\r\n`;
}

/** As finely as it is kept, and no more. */
function plain(value: number, channel: Channel): string {
  return shortest(value, DECIMALS[channel]);
}

const DECIMALS = Object.fromEntries(
  CHANNEL_NAMES.map((name) => [name, Math.max(0, Math.round(-Math.log10(CHANNELS[name].step)))]),
) as Readonly<Record<Channel, number>>;

/** Never in powers of ten, which GPX does not know; empty where nothing was measured. */
function shortest(value: number, decimals: number): string {
  if (Number.isNaN(value)) return '';
  const scale = 10 ** decimals;
  const units = Math.round(value * scale);
  if (units === 0) return '0';
  const rounded = units / scale;
  return Math.abs(rounded) < 1e-6 ? rounded.toFixed(decimals) : String(rounded);
}
