/** The earth as a ball, in metres: the radius that receivers and other tools use, or distances would differ. */
const EARTH_RADIUS = 6_371_008.8;
const RADIANS = Math.PI / 180;
/** Metres in a degree of latitude. */
export const METRES_PER_DEGREE = EARTH_RADIUS * RADIANS;

/** From -180 up to but not including 180: a step across the date line is short, and not once around the world. */
export const shortestTurn = (degrees: number): number => degrees - 360 * Math.floor((degrees + 180) / 360);

/**
 * Metres between two positions. Steps of less than some kilometres are measured in the plane, which differs from the
 * ball by less than a millionth there and is several times faster.
 */
export function distanceBetween(aLat: number, aLon: number, bLat: number, bLon: number): number {
  const north = bLat - aLat;
  const east = shortestTurn(bLon - aLon);
  if (Math.abs(north) + Math.abs(east) < 0.05 && Math.abs(aLat) < 80) {
    const x = east * Math.cos((aLat + north / 2) * RADIANS);
    return METRES_PER_DEGREE * Math.sqrt(north * north + x * x);
  }
  const sinNorth = Math.sin((north * RADIANS) / 2);
  const sinEast = Math.sin((east * RADIANS) / 2);
  const half = sinNorth * sinNorth + Math.cos(aLat * RADIANS) * Math.cos(bLat * RADIANS) * sinEast * sinEast;
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(half)));
}

/** Degrees clockwise from north, from 0 up to but not including 360, at the first position towards the second. */
export function bearing(aLat: number, aLon: number, bLat: number, bLon: number): number {
  const east = (bLon - aLon) * RADIANS;
  const y = Math.sin(east) * Math.cos(bLat * RADIANS);
  const x =
    Math.cos(aLat * RADIANS) * Math.sin(bLat * RADIANS) -
    Math.sin(aLat * RADIANS) * Math.cos(bLat * RADIANS) * Math.cos(east);
  return (Math.atan2(y, x) / RADIANS + 360) % 360;
}

/** A flat map around a position: metres to the east and to the north of it. Good for some tens of kilometres. */
export interface Plane {
  x(lon: number): number;
  y(lat: number): number;
  lat(y: number): number;
  lon(x: number): number;
}

export function planeAround(lat: number, lon: number): Plane {
  // At the poles a degree of longitude has no length; a plane there still needs a width.
  const perDegree = METRES_PER_DEGREE * Math.max(1e-6, Math.cos(lat * RADIANS));
  return {
    x: (other) => shortestTurn(other - lon) * perDegree,
    y: (other) => (other - lat) * METRES_PER_DEGREE,
    lat: (y) => lat + y / METRES_PER_DEGREE,
    lon: (x) => shortestTurn(lon + x / perDegree),
  };
}

/** The position so many metres away in a direction (degrees clockwise from north). */
export function placeFrom(lat: number, lon: number, heading: number, metres: number): [lat: number, lon: number] {
  const plane = planeAround(lat, lon);
  return [
    Math.max(-90, Math.min(90, plane.lat(Math.cos(heading * RADIANS) * metres))),
    plane.lon(Math.sin(heading * RADIANS) * metres),
  ];
}
