import type { Channel } from './channels.ts';
import { distanceBetween, METRES_PER_DEGREE, placeFrom } from './geo.ts';
import type { Samples } from './recording.ts';

/** The zone of the protocol: a circle around a position that others must not learn. */
export interface HiddenZone {
  readonly name: string;
  readonly at: readonly [lat: number, lon: number];
  /** Metres. Everything within the radius is hidden. */
  readonly radius: number;
}

/** Greatest shift of the hidden circle, as a share of its radius; the circle grows as much, and covers the zone. */
const SHIFT = 0.5;

/**
 * Channels that would reveal hidden positions: speed and distance add up to how far the door is from the edge, heading
 * and sideways forces draw the way there, the height tells where on a slope. Heart rate, power and the like stay.
 */
const GIVES_AWAY: readonly Channel[] = [
  'lat',
  'lon',
  'elevation',
  'speed',
  'distance',
  'heading',
  'accelX',
  'accelY',
  'accelZ',
  'lean',
  'precision',
];

/** Inside the zones nothing is left that tells a position. After a zone the distance continues from before it. */
export function hideZones(samples: Samples, zones: readonly HiddenZone[]): Samples {
  const { lat, lon } = samples.channels;
  if (lat === undefined || lon === undefined || zones.length === 0) return samples;
  const circles = zones.map(circleOf);
  const isHidden = markHidden(lat, lon, circles);
  if (!isHidden.includes(1)) return samples;
  const channels: Partial<Record<Channel, Float64Array>> = { ...samples.channels };
  for (const name of GIVES_AWAY) {
    const values = channels[name];
    if (values === undefined) continue;
    channels[name] = name === 'distance' ? leaveOut(values, isHidden) : values.map((v, i) => (isHidden[i] ? NaN : v));
  }
  return { time: samples.time, channels };
}

/** The points of a small drawing that lie outside the zones. */
export function hideInOutline(
  outline: readonly (readonly [lat: number, lon: number])[],
  zones: readonly HiddenZone[],
): [lat: number, lon: number][] {
  const circles = zones.map(circleOf);
  return outline.flatMap(([lat, lon]) => (circles.some((circle) => holds(circle, lat, lon)) ? [] : [[lat, lon]]));
}

/** Channels that draw the way even without a position. */
const DRAWS_THE_WAY: readonly string[] = ['lat', 'lon', 'heading', 'accelX', 'accelY', 'accelZ', 'lean'];

/** Removes all positions; speed and distance stay. Heights count from the start: absolute ones tell the region. */
export function removePositions({ time, channels }: Samples): Samples {
  const kept = Object.entries(channels).filter(([name]) => !DRAWS_THE_WAY.includes(name));
  const { elevation, ...rest } = Object.fromEntries(kept) as Samples['channels'];
  if (elevation === undefined) return { time, channels: rest };
  const first = elevation.find((value) => !Number.isNaN(value)) ?? 0;
  return { time, channels: { ...rest, elevation: elevation.map((value) => value - first) } };
}

interface Circle {
  readonly lat: number;
  readonly lon: number;
  readonly radius: number;
}

/**
 * A viewer who sees where tracks end can find the circle's centre. So that the centre is not the door, the circle is
 * shifted: always the same way for the same zone, or the mean of many runs would be the door. The zone's name, which
 * others never see, is part of the hash.
 */
function circleOf({ name, at: [lat, lon], radius }: HiddenZone): Circle {
  const hash = hashOf(`${name}\n${lat}\n${lon}\n${radius}`);
  const heading = ((hash & 0xff_ff) / 0x1_00_00) * 360;
  // The root spreads the shifts evenly over the disc; without it most would stay near the centre.
  const shift = Math.sqrt((hash >>> 16) / 0x1_00_00) * SHIFT * radius;
  const [shiftedLat, shiftedLon] = placeFrom(lat, lon, heading, shift);
  return { lat: shiftedLat, lon: shiftedLon, radius: radius * (1 + SHIFT) };
}

/** FNV-1a with a final mix: without it the low bits follow the last letters too closely. */
function hashOf(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01_00_01_93);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function holds(circle: Circle, lat: number, lon: number): boolean {
  // Most positions are far from most zones, and half a million are tested.
  if (Math.abs(lat - circle.lat) * METRES_PER_DEGREE > circle.radius) return false;
  return distanceBetween(circle.lat, circle.lon, lat, lon) <= circle.radius;
}

/** Samples without a position belong to the one before them, and at the start to the one after. */
function markHidden(lat: Float64Array, lon: Float64Array, circles: readonly Circle[]): Uint8Array {
  const isHidden = new Uint8Array(lat.length);
  let last = -1;
  for (let index = 0; index < lat.length; index += 1) {
    if (Number.isNaN(lat[index]!) || Number.isNaN(lon[index]!)) {
      isHidden[index] = last < 0 ? 0 : isHidden[last]!;
      continue;
    }
    isHidden[index] = circles.some((circle) => holds(circle, lat[index]!, lon[index]!)) ? 1 : 0;
    // A hole in the reception that ends in the zone may have been in it all along.
    if (isHidden[index] === 1) isHidden.fill(1, last + 1, index);
    last = index;
  }
  return isHidden;
}

function leaveOut(distance: Float64Array, isHidden: Uint8Array): Float64Array {
  const result = new Float64Array(distance.length).fill(NaN);
  let total = 0;
  let last = NaN;
  distance.forEach((value, index) => {
    if (isHidden[index] === 1) {
      last = NaN;
      return;
    }
    if (Number.isNaN(value)) return;
    if (!Number.isNaN(last)) total += Math.max(0, value - last);
    last = value;
    result[index] = total;
  });
  return result;
}
