import { TILE_SIZE } from './mercator.ts';

/** The visible part of the plane: its middle, its scale, and the size of the window, in CSS pixels. */
export interface View {
  readonly x: number;
  readonly y: number;
  /** Pixels for the width of the world. */
  readonly scale: number;
  readonly width: number;
  readonly height: number;
}

export interface Bounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const LEAST_SCALE = TILE_SIZE;
/** At this scale a pixel is about a centimetre at the equator. */
const MOST_SCALE = TILE_SIZE * 2 ** 24;
/** A run that never moved is still shown with something around it. */
const FIT_MOST_SCALE = TILE_SIZE * 2 ** 20;

export const screenX = (view: View, x: number) => (x - view.x) * view.scale + view.width / 2;
export const screenY = (view: View, y: number) => (y - view.y) * view.scale + view.height / 2;
export const worldXAt = (view: View, px: number) => view.x + (px - view.width / 2) / view.scale;
export const worldYAt = (view: View, py: number) => view.y + (py - view.height / 2) / view.scale;

export function fitTo(bounds: Bounds, width: number, height: number, padding: number): View {
  const wide = Math.max(1, width - 2 * padding) / Math.max(bounds.right - bounds.left, Number.MIN_VALUE);
  const high = Math.max(1, height - 2 * padding) / Math.max(bounds.bottom - bounds.top, Number.MIN_VALUE);
  return {
    x: (bounds.left + bounds.right) / 2,
    y: (bounds.top + bounds.bottom) / 2,
    scale: Math.max(LEAST_SCALE, Math.min(FIT_MOST_SCALE, wide, high)),
    width,
    height,
  };
}

export function panBy(view: View, dx: number, dy: number): View {
  return { ...view, x: view.x - dx / view.scale, y: bound(view.y - dy / view.scale) };
}

/** The point under the pixel stays under it. */
export function zoomAt(view: View, factor: number, px: number, py: number): View {
  const scale = Math.max(LEAST_SCALE, Math.min(MOST_SCALE, view.scale * factor));
  const x = worldXAt(view, px);
  const y = worldYAt(view, py);
  return { ...view, scale, x: x - (px - view.width / 2) / scale, y: bound(y - (py - view.height / 2) / scale) };
}

const bound = (y: number): number => Math.min(1, Math.max(0, y));
