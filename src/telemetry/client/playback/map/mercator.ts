/** The plane that the map is drawn on: the whole world is 1 wide and 1 high, north at the top (Web Mercator). */

const EQUATOR_METRES = 40_075_016.686;
/** Greatest latitude of the plane: nearer to the poles it would be infinite. */
const MOST_LAT = 85.051_128_779_8;
/** Tiles and zoom levels count from a world of 256 pixels. */
export const TILE_SIZE = 256;

export const worldX = (lon: number): number => (lon + 180) / 360;

export function worldY(lat: number): number {
  const bounded = Math.min(MOST_LAT, Math.max(-MOST_LAT, lat));
  return 0.5 - Math.asinh(Math.tan((bounded * Math.PI) / 180)) / (2 * Math.PI);
}

export const latOf = (y: number): number => (Math.atan(Math.sinh((0.5 - y) * 2 * Math.PI)) * 180) / Math.PI;

export const lonOf = (x: number): number => x * 360 - 180;

/** Metres on the ground of one unit of the plane, at this y. */
export const metresPerWorld = (y: number): number => EQUATOR_METRES * Math.cos((latOf(y) * Math.PI) / 180);
