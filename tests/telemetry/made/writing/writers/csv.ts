import type { Chance } from '../chance.ts';
import type { Value } from '../formats.ts';
import type { Made } from '../recording.ts';
import { isoOf, two, valueOf, type Writer, writtenAs } from './file.ts';

type Unit = readonly [name: string, perOwn: number, shift?: number];

/** Units that loggers write: so many of them make one of the recording's own. */
const UNITS: Readonly<Record<Value, readonly Unit[]>> = {
  speed: [
    ['m/s', 1],
    ['km/h', 3.6],
    ['kph', 3.6],
    ['mph', 3_600 / 1_609.344],
    ['kn', 3_600 / 1_852],
    ['knots', 3_600 / 1_852],
  ],
  distance: [
    ['m', 1],
    ['km', 0.001],
    ['mi', 1 / 1_609.344],
    ['ft', 1 / 0.304_8],
  ],
  elevation: [
    ['m', 1],
    ['ft', 1 / 0.304_8],
  ],
  heartRate: [['bpm', 1]],
  cadence: [['rpm', 1]],
  power: [['W', 1]],
  temperature: [
    ['°C', 1],
    ['C', 1],
    ['°F', 1.8, 32],
  ],
};

/** Runners' watches count steps, two to a turn; a boat's strokes are what they are. */
const TURNS = {
  running: [
    ['rpm', 1],
    ['spm', 2],
  ],
  rowing: [['spm', 1]],
} as const;

function unitsOf(value: Value, { sport: { name } }: Made): readonly Unit[] {
  return value === 'cadence' && (name === 'running' || name === 'rowing') ? TURNS[name] : UNITS[value];
}

/** Names as FIT has them: programs that only unpack such a file write them, with its own seconds and places. */
const NAMES_OF_FIT: Readonly<Record<Value, string>> = {
  speed: 'enhanced_speed',
  distance: 'distance',
  elevation: 'enhanced_altitude',
  heartRate: 'heart_rate',
  cadence: 'cadence',
  power: 'power',
  temperature: 'temperature',
};
const FIT_BEGINS = Date.UTC(1989, 11, 31);
const SEMICIRCLES = 2 ** 31 / 180;
const WHOLE: readonly Value[] = ['heartRate', 'cadence', 'power'];

function columnsOfFit(made: Made): Column[] {
  const { rows, values } = made;
  const place = (of: 'lat' | 'lon') => (at: number) => String(Math.round(rows[at]![of] * SEMICIRCLES));
  return [
    {
      name: 'timestamp',
      unit: '',
      write: (at) => String(Math.round((msOf(made, rows[at]!.time) - FIT_BEGINS) / 1_000)),
    },
    { name: 'position_lat', unit: '', write: place('lat') },
    { name: 'position_long', unit: '', write: place('lon') },
    ...[...values].map((value) => ({
      name: NAMES_OF_FIT[value],
      unit: '',
      write: (at: number) => valueOf(made, at, value).toFixed(WHOLE.includes(value) ? 0 : 3),
    })),
  ];
}

const NAMES: Readonly<Record<Value, readonly string[]>> = {
  speed: ['Speed', 'speed', 'GPS Speed', 'Vehicle Speed', 'Velocity', 'Ground Speed', 'Geschwindigkeit'],
  distance: ['Distance', 'distance', 'Total Distance', 'Strecke'],
  elevation: ['Altitude', 'Elevation', 'ele', 'Height', 'Höhe'],
  heartRate: ['Heart Rate', 'heartRate', 'hr', 'Puls'],
  cadence: ['Cadence', 'cad', 'cadence'],
  power: ['Power', 'watts', 'power'],
  temperature: ['Temperature', 'temp', 'atemp'],
};

/** Whose unit nobody needs to write: the positions show it. */
const SHOWN_BY_PLACES: readonly Value[] = ['speed', 'distance'];

type Style = 'brackets' | 'square' | 'row' | 'suffix' | 'none';

interface Column {
  readonly name: string;
  readonly unit: string;
  readonly write: (at: number) => string;
}

export const writeCsv: Writer = (made, chance) => {
  const { rows } = made;
  const isUnpacked = made.hasPlaces && made.rate <= 1 && chance.is(0.1);
  // Without places nothing tells a unit, and the page asks for it.
  const styles: readonly Style[] = [
    'brackets',
    'brackets',
    'square',
    'row',
    'suffix',
    ...(made.hasPlaces ? ['none' as const] : []),
  ];
  const style = isUnpacked ? 'none' : chance.pick(styles);
  const delimiter = chance.pick([',', ',', ';', '\t']);
  const hasCommas = delimiter !== ',' && chance.is(0.5);
  const clock = chance.pick(CLOCKS.filter(({ isDated }) => isDated || chance.is(0.5)));
  const columns = isUnpacked ? columnsOfFit(made) : columnsOf(made, chance, clock, style);
  const isLapped = made.laps.length > 0;
  if (isLapped) columns.push({ name: 'Lap', unit: '', write: (at) => String(lapOf(made, at)) });
  const cell = (text: string) => (hasCommas && /^-?\d+\.\d+$/.test(text) ? text.replace('.', ',') : text);
  const title = (column: Column) => titleOf(column, style);
  const lines = [
    ...(chance.is(0.15) ? ['# made by chance'] : []),
    columns.map(title).join(delimiter),
    ...(style === 'row' ? [columns.map(({ unit }) => unit).join(delimiter)] : []),
    ...rows.map((_, at) => columns.map(({ write }) => cell(write(at))).join(delimiter)),
  ];
  const text = `${chance.is(0.2) ? '\uFEFF' : ''}${lines.join(chance.pick(['\n', '\r\n']))}\n`;
  return {
    name: 'made.csv',
    content: text,
    written: writtenAs(made, { hasDate: isUnpacked || clock.isDated }),
  };
};

function columnsOf(made: Made, chance: Chance, clock: Clock, style: Style): Column[] {
  const { rows, values, hasPlaces, sport } = made;
  const columns: Column[] = clock.columns(made);
  if (hasPlaces) {
    const [lat, lon] = chance.pick([
      ['Latitude', 'Longitude'],
      ['lat', 'lon'],
      ['GPS Latitude', 'GPS Longitude'],
      ['lat', 'lng'],
      ['Breite', 'Länge'],
    ] as const);
    columns.push({ name: lat, unit: '°', write: (at) => rows[at]!.lat.toFixed(7) });
    columns.push({ name: lon, unit: '°', write: (at) => rows[at]!.lon.toFixed(7) });
  }
  for (const value of values) {
    const isPlain = style === 'none' && !(hasPlaces && SHOWN_BY_PLACES.includes(value));
    const units = unitsOf(value, made);
    const [unit, scale, shift = 0] = isPlain ? units[0]! : chance.pick(units);
    // A kilometre in whole metres, a mile in whole feet.
    const more = value === 'speed' ? 2 : value === 'distance' ? 1 : 0;
    const digits = WHOLE.includes(value) ? 0 : Math.max(1, Math.ceil(Math.log10(1 / scale))) + more;
    const write = (at: number) => (valueOf(made, at, value) * scale + shift).toFixed(digits);
    const isStroke = value === 'cadence' && sport.name === 'rowing' && chance.is(0.5);
    columns.push({ name: isStroke ? 'Stroke Rate' : chance.pick(NAMES[value]), unit, write });
  }
  return columns;
}

/** For example 'Speed (km/h)', 'speed_kmh', or the name alone where the unit stands in a row below, or nowhere. */
function titleOf({ name, unit }: Column, style: Style): string {
  if (unit === '' || style === 'none' || style === 'row') return name;
  if (style === 'suffix') {
    const short = unit.replaceAll(/[/°]/g, '').toLowerCase();
    return short === '' ? name : `${name.replace(' ', '_')}_${short}`;
  }
  return style === 'square' ? `${name} [${unit}]` : `${name} (${unit})`;
}

/** The lap of a row: the row on the line is the first of the next one. */
function lapOf({ laps }: Made, at: number): number {
  const behind = laps.slice(1, -1).filter((bound) => at >= bound).length;
  return behind + 1;
}

interface Clock {
  readonly isDated: boolean;
  readonly columns: (made: Made) => Column[];
}

const msOf = ({ start }: Made, time: number): number => Math.round(start + time * 1_000);

function timeOfDay(made: Made, time: number): string {
  const date = new Date(msOf(made, time));
  const ms = made.rate > 1 ? `.${String(date.getUTCMilliseconds()).padStart(3, '0')}` : '';
  return `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}${ms}`;
}

const CLOCKS: readonly Clock[] = [
  {
    // Without a zone: the page takes it for its own time.
    isDated: true,
    columns: (made) => [
      {
        name: 'DateTime',
        unit: '',
        write: (at) => isoOf(made, made.rows[at]!.time).replace('T', ' ').replace('Z', ''),
      },
    ],
  },
  {
    isDated: true,
    columns: (made) => [{ name: 'time', unit: '', write: (at) => isoOf(made, made.rows[at]!.time) }],
  },
  {
    isDated: true,
    columns: (made) => [
      { name: 'Timestamp', unit: 's', write: (at) => (msOf(made, made.rows[at]!.time) / 1_000).toFixed(3) },
    ],
  },
  {
    isDated: true,
    columns: (made) => [{ name: 'utc', unit: 'ms', write: (at) => String(msOf(made, made.rows[at]!.time)) }],
  },
  {
    isDated: true,
    columns: (made) => [
      { name: 'Date', unit: '', write: (at) => new Date(msOf(made, made.rows[at]!.time)).toISOString().slice(0, 10) },
      { name: 'Time', unit: '', write: (at) => timeOfDay(made, made.rows[at]!.time) },
    ],
  },
  {
    isDated: false,
    columns: (made) => [{ name: 'Elapsed Time', unit: 's', write: (at) => made.rows[at]!.time.toFixed(3) }],
  },
  {
    isDated: false,
    columns: (made) => [{ name: 'Time', unit: '', write: (at) => timeOfDay(made, made.rows[at]!.time) }],
  },
];
