import type { Collector } from '../collect.ts';
import type { Channel } from '../channels.ts';
import { areStrokes, findUnit, type Unit } from '../table/units.ts';
import { describeKey, type Message } from './messages.ts';

/** Fields of FIT's record message. */
const LAT = 0;
const LON = 1;
const ALTITUDE = 2;
const HEART_RATE = 3;
const CADENCE = 4;
const DISTANCE = 5;
const SPEED = 6;
const POWER = 7;
const SPEED_AND_DISTANCE = 8;
const TEMPERATURE = 13;
const CADENCE_256 = 52;
const CADENCE_FRACTION = 53;
const ENHANCED_SPEED = 73;
const ENHANCED_ALTITUDE = 78;

const RECORD = 20;
const DEGREES = 180 / 2 ** 31;

/** The native field that a field of a developer's app replaces. */
interface Override {
  readonly native: number;
  readonly baseType: number;
  readonly scale: number;
  readonly offset: number;
  readonly unit: Unit;
}

/** The native fields that an app may measure in place of the device. */
const MAY_OVERRIDE: ReadonlyMap<number, Channel> = new Map([
  [ALTITUDE, 'elevation'],
  [HEART_RATE, 'heartRate'],
  [CADENCE, 'cadence'],
  [DISTANCE, 'distance'],
  [SPEED, 'speed'],
  [POWER, 'power'],
  [TEMPERATURE, 'temperature'],
  [ENHANCED_SPEED, 'speed'],
  [ENHANCED_ALTITUDE, 'elevation'],
]);
const UNIT_AS_NATIVE: Unit = { scale: 1, offset: 0 };

/** Null for a unit that cannot be converted, such as minutes per kilometre: the app's values are not taken then. */
function unitOf(channel: Channel, written: string | null): Unit | null {
  if (written === null) return UNIT_AS_NATIVE;
  const isCounted = channel === 'heartRate' || channel === 'power' || channel === 'cadence';
  return findUnit(channel, written) ?? (isCounted ? UNIT_AS_NATIVE : null);
}

export interface RecordReader {
  describeField(message: Message): void;
  /** Called at the end of each file of a chain, when its sport is known. */
  endPart(samples: Collector, isOnWater: boolean): void;
  /** `hasFixes`: positions, speeds and heights come from the receiver's own messages, several in a second. */
  read(message: Message, samples: Collector, hasFixes: boolean): void;
}

export function createRecordReader(): RecordReader {
  const overrides = new Map<number, Override>();
  const distances = createDistanceCounter();
  const rates = createRateReader();
  /** Whether an app counts per minute without saying whether steps or strokes. */
  let isInSpm = false;
  return {
    describeField(message) {
      const native = message.number(15);
      const about = message.number(14);
      // Most apps leave the message out: then it is the record's.
      const channel = MAY_OVERRIDE.get(native);
      if (channel === undefined || (!Number.isNaN(about) && about !== RECORD)) return;
      const unit = unitOf(channel, message.text(8));
      if (unit === null) return;
      if (channel === 'cadence' && unit.mayBeStrokes === true) isInSpm = true;
      const key = describeKey(message.number(0), message.number(1));
      const baseType = message.number(2);
      overrides.set(key, { native, baseType, scale: message.number(6) || 1, offset: message.number(7) || 0, unit });
    },
    endPart(samples, isOnWater) {
      rates.endPart(samples, isOnWater);
      isInSpm = false;
      overrides.clear();
      distances.reset();
    },
    read(message, samples, hasFixes) {
      const byApp = readOverrides(message, overrides);
      const ofApp = (field: number) => (byApp === null ? NaN : (byApp.get(field) ?? NaN));
      const value = (field: number, scale: number, offset: number) =>
        either(ofApp(field), message.number(field) / scale - offset);

      if (!hasFixes) {
        setPlace(message, LAT, LON, samples);
        samples.set('elevation', either(value(ENHANCED_ALTITUDE, 5, 500), value(ALTITUDE, 5, 500)));
      }
      samples.set('heartRate', value(HEART_RATE, 1, 0));
      samples.set('power', value(POWER, 1, 0));
      samples.set('temperature', value(TEMPERATURE, 1, 0));
      // The fraction belongs to the device's own cadence.
      const turns = message.number(CADENCE) + (message.number(CADENCE_FRACTION) / 128 || 0);
      const own = either(turns, message.number(CADENCE_256) / 256);
      const rate = ofApp(CADENCE);
      if (isInSpm && !Number.isNaN(rate)) rates.add(samples.count() - 1, rate, own);
      samples.set('cadence', either(rate, own));
      const speed = either(value(ENHANCED_SPEED, 1_000, 0), value(SPEED, 1_000, 0));
      const distance = value(DISTANCE, 100, 0);
      const packed = message.has(SPEED_AND_DISTANCE) ? distances.read(message) : null;
      if (!hasFixes) samples.set('speed', packed === null ? speed : either(speed, packed.speed));
      samples.set('distance', packed === null ? distance : either(distance, packed.distance));
    },
  };
}

function setPlace(message: Message, latField: number, lonField: number, samples: Collector): void {
  const lat = message.number(latField) * DEGREES;
  const lon = message.number(lonField) * DEGREES;
  if (!Number.isNaN(lat) && !Number.isNaN(lon) && !samples.setPosition(lat, lon)) samples.skipValue();
}

/** Fields of the message of a receiver's single fix. */
const FIX = { milliseconds: 0, lat: 1, lon: 2, altitude: 3, speed: 4, heading: 5 };

/** Whether a receiver's message has a position. */
export function hasPlace(message: Message): boolean {
  return !Number.isNaN(message.number(FIX.lat)) && !Number.isNaN(message.number(FIX.lon));
}

/** Seconds behind the message's timestamp. */
export const fractionOf = (message: Message): number => message.number(FIX.milliseconds) / 1_000 || 0;

export function readFix(message: Message, samples: Collector): void {
  setPlace(message, FIX.lat, FIX.lon, samples);
  samples.set('elevation', message.number(FIX.altitude) / 5 - 500);
  samples.set('speed', message.number(FIX.speed) / 1_000);
  samples.set('heading', message.number(FIX.heading) / 100);
}

const either = (first: number, second: number): number => (Number.isNaN(first) ? second : first);

function readOverrides(message: Message, overrides: ReadonlyMap<number, Override>): Map<number, number> | null {
  if (message.developerFields.length === 0 || overrides.size === 0) return null;
  const values = new Map<number, number>();
  for (const field of message.developerFields) {
    const override = overrides.get(field.key);
    if (override === undefined) continue;
    const { native, baseType, scale, offset, unit } = override;
    const value = message.developerNumber(field, baseType) / scale - offset;
    values.set(native, value * unit.scale + unit.offset);
  }
  return values;
}

/** Fewer records with the device's own cadence beside the app's tell nothing. */
const LEAST_COMPARED = 10;
/** An app's value above so many times the device's own counts steps. */
const STEPS_ABOVE = 1.5;

/**
 * What an app counts in 'spm' was halved as steps. It stays as it was written where the device's own cadence is as large,
 * on the water, and where nobody walks so slowly: a rower's 24 strokes are no 12 turns.
 */
function createRateReader() {
  const rows: number[] = [];
  const halves: number[] = [];
  const ratios: number[] = [];
  return {
    add(row: number, half: number, own: number): void {
      rows.push(row);
      halves.push(half);
      if (half > 0 && own > 0) ratios.push((2 * half) / own);
    },
    endPart(samples: Collector, isOnWater: boolean): void {
      const ratio = ratios.sort((a, b) => a - b)[ratios.length >> 1] ?? NaN;
      const areAsWritten =
        ratios.length >= LEAST_COMPARED ? ratio < STEPS_ABOVE : isOnWater || areStrokes(halves.map((half) => 2 * half));
      if (areAsWritten) samples.scaleAt(rows, 'cadence', 2);
      for (const list of [rows, halves, ratios]) list.length = 0;
    },
  };
}

/** Speed and distance in three bytes; the distance is modulo 256 m, so the overflows are counted. */
function createDistanceCounter() {
  let last = NaN;
  let total = 0;
  return {
    reset() {
      last = NaN;
      total = 0;
    },
    read(message: Message): { readonly speed: number; readonly distance: number } {
      const low = message.byte(SPEED_AND_DISTANCE, 0);
      const middle = message.byte(SPEED_AND_DISTANCE, 1);
      const high = message.byte(SPEED_AND_DISTANCE, 2);
      if (Number.isNaN(high) || (low === 0xff && middle === 0xff && high === 0xff))
        return { speed: NaN, distance: NaN };
      const distance = (middle >> 4) | (high << 4);
      total += Number.isNaN(last) ? distance : (distance - last) & 0xf_ff;
      last = distance;
      return { speed: (low | ((middle & 0x0f) << 8)) / 100, distance: total / 16 };
    },
  };
}
