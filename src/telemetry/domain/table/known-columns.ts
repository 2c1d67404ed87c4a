import type { Channel } from '../channels.ts';
import { findUnit, isUnit, type Unit } from './units.ts';

/**
 * Meanings beside the channels: a lap's number, a date apart from its time, the time zone, the hemispheres, a piece of a
 * session, a fresh position.
 */
export type Meaning = Channel | 'time' | Unmeasured;
type Unmeasured = 'date' | 'zone' | 'lap' | 'fragment' | 'gpsUpdate' | 'northSouth' | 'eastWest';

/** Where a value was measured; the satellites' is taken before a computed one, and that before the engine's. */
export type Origin = 'user' | 'gps' | 'unknown' | 'calc' | 'obd';

export interface KnownColumn {
  readonly index: number;
  readonly name: string;
  readonly meaning: Meaning;
  readonly unit: Unit | null;
  readonly origin: Origin;
  /** How usual the name is for this meaning: 0 for the most usual. */
  readonly order: number;
}

/** Names as `simplify` leaves them. */
const NAMES: Readonly<Record<Meaning, string>> = {
  time: `time|timestamp|time stamp|utc|utc time|time utc|unix time|unix timestamp|epoch|epoch time|datetime|date time|date/time|
    date and time|elapsed time|elapsed|time elapsed|session time|time of day|local time|lcl time|secs|seconds|t|cts|zeit|zeitstempel|
    uhrzeit|datum zeit|datum uhrzeit|datum/zeit|datum/uhrzeit|laufzeit|dauer|temps|heure|horodatage|tiempo|hora|tempo|ora|
    ts|clock|temps écoulé|durée|date heure|date et heure|fecha hora|fecha y hora|tiempo transcurrido|data ora|data e ora|durata|tijd`,
  date: 'date|utc date|lcl date|local date|datum|fecha|giorno|jour|data',
  zone: 'utcofst|utc offset|utc ofst|time zone|timezone',
  lat: 'lat|latitude|position lat|latitude n/s|lat n/s|breite|breitengrad|geografische breite|geographische breite|latitud|latitudine|breedtegraad',
  lon: `lon|long|lng|longitude|position long|position lon|longitude e/w|lon e/w|länge|laenge|längengrad|laengengrad|geografische länge|
    geographische länge|longitud|longitudine|lengtegraad`,
  elevation:
    'alt|altitude|elevation|ele|elev|height|enhanced altitude|alt b|höhe|hoehe|höhe über nn|höhe ü nn|altitud|quota|altitude above sea level|elevación|altitudine|hoogte',
  speed: `speed|velocity|ground speed|speed over ground|gnd spd|spd|sog|enhanced speed|speed gps|2d speed|3d speed|speed 2d|speed 3d|geschwindigkeit|geschw|tempo gps|vitesse|
    velocidad|velocità|velocidade|snelheid|vehicle speed|vehspd|car speed|wheel speed`,
  distance: `distance|dist|dst|distance traveled|distance travelled|total distance|distance on gps speed|distance on vehicle speed|
    distanz|strecke|entfernung|distancia|distanza|afstand`,
  heartRate:
    'hr|hrate|heart rate|beats per minute|heartrate|heartratebpm|heart|pulse|bpm|herzfrequenz|herzrate|puls|hf|fréquence cardiaque|pouls|fc|pulso|frecuencia cardíaca|frequenza cardiaca|frequência cardíaca|hartslag',
  cadence:
    'cad|cadence|stroke rate|strokerate|strokes per minute|stroke cadence|run cadence|running cadence|bike cadence|cycling cadence|schlagfrequenz|zugfrequenz|trittfrequenz|kadenz|schrittfrequenz|cadencia|cadenza|cadans',
  power: 'power|watts|watt|pwr|leistung|puissance|potencia|potenza|vermogen',
  temperature: 'temp|temperature|atemp|air temperature|ambient temperature|logger temperature|temperatur|temperatura',
  heading: 'heading|bearing|course|course over ground|cog|track angle|trk|hdg|direction|kurs|richtung|azimuth',
  fix: 'fix|fix type|gps fix',
  precision: 'hdop|dop|coordinate precision|pdop|precision',
  accelX: `longitudinal acc|longitudinal acceleration|acceleration longitudinal|long acc|lon acc|lonacc|longacc|long accel|linealg|linearg|inlineacc|inline acc|
    accel x|acceleration x|acc x|accx|x acceleration|gforce x|g force x|längsbeschleunigung|g lon`,
  accelY: `lateral acc|lateral acceleration|acceleration lateral|lat acc|latacc|lat accel|lateralacc|lateralg|accel y|acceleration y|acc y|accy|
    y acceleration|gforce y|g force y|querbeschleunigung|g lat`,
  accelZ:
    'vertical acc|vertical acceleration|verticalacc|vertacc|accel z|acceleration z|acc z|accz|z acceleration|gforce z|g force z',
  throttle: 'throttle|throttle pos|throttle position|tps|accelerator pos|accelerator pedal|gaspedal|drosselklappe',
  brake: 'brake|brake pos|brake position|brake pedal|brake pressure|bremse|bremsdruck',
  engineSpeed: 'rpm|e1 rpm|engine speed|engine rpm|drehzahl|motordrehzahl',
  lean: 'lean|lean angle|bank|bank angle|schräglage|neigung',
  lap: 'lap|laps|lapindex|lap count|lap number|lap no|lap nr|lap index|lap id|runde|rundennummer|runden nr',
  fragment: 'fragment id|segment id|track segment',
  gpsUpdate: 'gps update',
  northSouth: 'n/s|ns|n s|north/south|lat dir|latitude dir|lat hemisphere|latitude hemisphere',
  eastWest: 'e/w|ew|e w|east/west|lon dir|longitude dir|lon hemisphere|longitude hemisphere',
};

interface Known {
  readonly meaning: Meaning;
  readonly order: number;
}

const KNOWN: ReadonlyMap<string, Known> = new Map(
  (Object.entries(NAMES) as [Meaning, string][]).flatMap(([meaning, names]) =>
    names.split(/\|\s*/).map((name, order) => [fold(name), { meaning, order }] as const),
  ),
);

/** Columns whose name is their unit. */
const BY_UNIT: ReadonlyMap<string, 'speed' | 'time' | 'distance'> = new Map([
  ...['kph', 'kmh', 'km/h', 'mph', 'm/s'].map((unit) => [unit, 'speed'] as const),
  ...['minutes', 'milliseconds'].map((unit) => [unit, 'time'] as const),
  ...['km', 'kilometers', 'miles'].map((unit) => [unit, 'distance'] as const),
]);

/** The meaning of a header's cell; null when it is not known. */
export function recognise(cell: string, index: number): KnownColumn | null {
  if (cell.length > 80) return null;
  // For example heartRate, GForceX.
  const whole = cell
    .trim()
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  const isObd = whole.endsWith('*obd');
  const bracketed = /^(.*)[([]([^()[\]]*)[)\]]$/.exec(isObd ? whole.slice(0, -4).trim() : whole);
  const written = bracketed?.[2] ?? '';
  const outside = bracketed?.[1]?.trimEnd() ?? (isObd ? whole.slice(0, -4) : whole);
  const measured = BY_UNIT.get(outside.trim());
  if (measured !== undefined) {
    const unit = unitOf(measured, outside);
    return { index, name: cell, meaning: measured, unit, origin: isObd ? 'obd' : 'unknown', order: 0 };
  }

  const name = fold(simplify(outside));
  // Heights above the sea ('AltMSL') come from satellites too.
  const withoutGps = name.replace(/^gps | gps$| msl$/, '');
  const isEngines = isObd || /^(?:vehicle|car|wheel) |^vehspd/.test(name);
  const origin: Origin = isEngines ? 'obd' : withoutGps === name ? 'unknown' : 'gps';
  const known = KNOWN.get(name) ?? KNOWN.get(withoutGps);
  const { base, suffix } = known === undefined ? splitUnit(withoutGps) : { base: '', suffix: '' };
  const found = known ?? KNOWN.get(base);
  const unit = known === undefined ? suffix : written;
  if (found === undefined || !fits(found.meaning, unit)) return null;
  const inUnit = unitOf(found.meaning, unit);
  const areStrokes = inUnit?.mayBeStrokes === true && STROKES.test(name);
  return { index, name: cell, ...found, unit: areStrokes ? PER_MINUTE : inUnit, origin };
}

const STROKES = /stroke|schlag|zug/;
const PER_MINUTE: Unit = { scale: 1, offset: 0 };

/** For example speed_kmh, altitude m, speed_m_s. */
function splitUnit(name: string): { readonly base: string; readonly suffix: string } {
  const [, base = '', first = '', last = ''] = /^(.+?)(?: ([^ ]+))? ([^ ]+)$/.exec(name) ?? [];
  if (first !== '' && isUnit(`${first}/${last}`)) return { base, suffix: `${first}/${last}` };
  return isUnit(last) ? { base: first === '' ? base : `${base} ${first}`, suffix: last } : { base: '', suffix: '' };
}

/** Columns that say when, where or how something was measured, and hold no value of their own. */
export const UNMEASURED: ReadonlySet<Meaning> = new Set<Unmeasured>([
  'date',
  'zone',
  'lap',
  'fragment',
  'gpsUpdate',
  'northSouth',
  'eastWest',
]);

function isUnmeasured(meaning: Meaning): meaning is Unmeasured {
  return UNMEASURED.has(meaning);
}

export function unitOf(meaning: Meaning, written: string): Unit | null {
  return isUnmeasured(meaning) ? null : findUnit(meaning, written);
}

/** A precision in metres is no dilution of precision, and a rate per minute no speed. */
function fits(meaning: Meaning, written: string): boolean {
  return !isUnit(written) || unitOf(meaning, written) !== null || meaning === 'lap' || meaning === 'date';
}

/** Letters without their accents, which some loggers leave out. */
function fold(name: string): string {
  return name.normalize('NFD').replaceAll(/\p{Mark}/gu, '');
}

/** Dots, underscores, dashes and brackets become blanks. */
function simplify(name: string): string {
  return name.replaceAll(/[_.\-#:"()\s]+/g, ' ').trim();
}
