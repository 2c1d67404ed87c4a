import type { MapContent, MapTrack } from './content.ts';
import { drawCrosses, drawEnds, drawGate, drawMarker, drawTrack, drawZone, type Paint } from './draw.ts';
import { drawGraticule } from './graticule.ts';
import { boundsOf, type Line, wholeOf } from './line.ts';
import { worldX, worldY } from './mercator.ts';
import { nearestIndex } from './nearest.ts';
import { createTiles } from './tiles.ts';
import { type Bounds, fitTo, panBy, screenX, screenY, type View, zoomAt } from './view.ts';

export interface Picked {
  readonly trackId: string;
  readonly index: number;
}

/** The map outside React: a cursor that moves at the display's rate must not render anything. */
export interface MapEngine {
  show(content: MapContent): void;
  moveMarker(id: string, lat: number, lon: number): void;
  resize(width: number, height: number): void;
  redraw(): void;
  fit(): void;
  pan(dx: number, dy: number): void;
  zoom(factor: number, px?: number, py?: number): void;
  /** The sample nearest to a pixel of the map: of one track, or of any. */
  pick(px: number, py: number, reach: number, last: Picked | null, trackId?: string): Picked | null;
  lineOf(trackId: string): Line | null;
  view(): View;
  destroy(): void;
}

export const DARK = '(prefers-color-scheme: dark)';
const FIT_PADDING = 32;
/** Room for the map's buttons: at first no track may lie under them. */
const BUTTONS_WIDTH = 56;

export function createMapEngine(
  ground: HTMLCanvasElement,
  overlay: HTMLCanvasElement,
  onView: (view: View) => void,
): MapEngine {
  let content: MapContent = { tracks: [], markers: [], gates: [], zones: [], tileUrl: null };
  let view: View = { x: 0.5, y: 0.5, scale: 1024, width: 0, height: 0 };
  /** The map shows everything until the user moves it, also after the phone is turned. */
  let isFitted = true;
  let shownIds = '';
  const places = new Map<string, { readonly lat: number; readonly lon: number }>();
  /** Where the first track begins: across the 180th meridian everything else stands on the same side. */
  let near: number | null = null;
  let waiting: { ground: boolean; frame: number } | null = null;
  const tiles = createTiles(() => schedule(true));

  const beside = (x: number) => (near === null ? x : x - Math.round(x - near));
  const worldsAway = ({ line }: MapTrack) => {
    const first = firstOf(line);
    return first === null ? 0 : Math.round(first - beside(first));
  };
  function viewOf(track: MapTrack): View {
    const away = worldsAway(track);
    return away === 0 ? view : { ...view, x: view.x + away };
  }
  function boundsOfTrack(track: MapTrack): Bounds | null {
    const bounds = boundsOf(track.line, track.stretch ?? wholeOf(track.line));
    const away = worldsAway(track);
    return bounds && { ...bounds, left: bounds.left - away, right: bounds.right - away };
  }

  function schedule(withGround: boolean): void {
    if (waiting !== null) {
      waiting.ground ||= withGround;
      return;
    }
    waiting = { ground: withGround, frame: requestAnimationFrame(draw) };
  }

  function draw(): void {
    const withGround = waiting?.ground ?? true;
    waiting = null;
    if (view.width === 0 || view.height === 0) return;
    const style = getComputedStyle(ground);
    const paint: Paint = (colour) => (colour.startsWith('--') ? style.getPropertyValue(colour).trim() : colour);
    if (withGround) {
      drawGround(paint);
      onView(view);
    }
    drawMarkers(paint);
  }

  function begin(canvas: HTMLCanvasElement): CanvasRenderingContext2D | null {
    const context = canvas.getContext('2d');
    const density = canvas.width / view.width;
    context?.setTransform(density, 0, 0, density, 0, 0);
    context?.clearRect(0, 0, view.width, view.height);
    return context;
  }

  function drawGround(paint: Paint): void {
    const context = begin(ground);
    if (context === null) return;
    if (content.tileUrl !== null) {
      // Ground pictures are made for a light page: in the dark scheme they are dimmed.
      context.globalAlpha = matchMedia(DARK).matches ? 0.5 : 1;
      tiles.draw(context, view, content.tileUrl);
      context.globalAlpha = 1;
    } else drawGraticule(context, view, paint);
    for (const zone of content.zones) drawZone(context, view, zone, paint);
    // The first track is the main one: it lies on top.
    for (const track of content.tracks.toReversed()) {
      if (track.isScattered === true) drawCrosses(context, viewOf(track), track.line, track.colour, paint);
      else drawTrack(context, viewOf(track), track, paint);
    }
    for (const track of content.tracks.toReversed()) {
      if (track.showsEnds !== false) drawEnds(context, viewOf(track), track.line, paint);
    }
    for (const gate of content.gates) drawGate(context, view, gate, paint);
  }

  function drawMarkers(paint: Paint): void {
    const context = begin(overlay);
    if (context === null) return;
    for (const { id, colour, isGhost = false } of content.markers.toReversed()) {
      const place = places.get(id);
      if (place === undefined) continue;
      const x = screenX(view, beside(worldX(place.lon)));
      drawMarker(context, x, screenY(view, worldY(place.lat)), colour, isGhost, paint);
    }
  }

  function move(next: View): void {
    view = next;
    isFitted = false;
    schedule(true);
  }

  function fit(): void {
    const zones = content.zones.map(({ at }): Bounds => {
      const [x, y] = [beside(worldX(at[1])), worldY(at[0])];
      return { left: x, top: y, right: x, bottom: y };
    });
    const bounds = around(content.tracks.flatMap((track) => boundsOfTrack(track) ?? [])) ?? around(zones);
    if (bounds !== null && view.width > 0) {
      const { width, height } = view;
      const padding = Math.min(FIT_PADDING, width / 10);
      view = { ...panBy(fitTo(bounds, width - BUTTONS_WIDTH, height, padding), -BUTTONS_WIDTH / 2, 0), width };
    }
    isFitted = true;
    schedule(true);
  }

  return {
    show(next) {
      content = next;
      near = firstOf(next.tracks[0]?.line);
      const ids = next.tracks.map(({ id }) => id).join('\n');
      if (ids !== shownIds || isFitted) {
        shownIds = ids;
        fit();
      }
      schedule(true);
    },
    moveMarker(id, lat, lon) {
      if (Number.isFinite(lat) && Number.isFinite(lon)) places.set(id, { lat, lon });
      else places.delete(id);
      schedule(false);
    },
    resize(width, height) {
      const density = globalThis.devicePixelRatio || 1;
      for (const canvas of [ground, overlay]) {
        canvas.width = Math.round(width * density);
        canvas.height = Math.round(height * density);
      }
      view = { ...view, width, height };
      if (isFitted) fit();
      // Drawn in the same frame: a canvas that has been given a size is empty until it is drawn.
      if (waiting !== null) cancelAnimationFrame(waiting.frame);
      waiting = null;
      draw();
    },
    redraw: () => schedule(true),
    fit,
    pan: (dx, dy) => move(panBy(view, dx, dy)),
    zoom: (factor, px = view.width / 2, py = view.height / 2) => move(zoomAt(view, factor, px, py)),
    pick(px, py, reach, last, trackId) {
      for (const track of content.tracks) {
        const { id, line, stretch = wholeOf(line) } = track;
        if (trackId !== undefined && id !== trackId) continue;
        const before = last?.trackId === id ? last.index : null;
        const index = nearestIndex(line, viewOf(track), { px, py, reach, last: before }, stretch);
        if (index !== null) return { trackId: id, index };
      }
      return null;
    },
    lineOf: (trackId) => content.tracks.find(({ id }) => id === trackId)?.line ?? null,
    view: () => view,
    destroy() {
      if (waiting !== null) cancelAnimationFrame(waiting.frame);
    },
  };
}

/** The position of the first sample that has one. */
function firstOf(line: Line | undefined): number | null {
  return line?.x.find((x) => !Number.isNaN(x)) ?? null;
}

function around(parts: readonly Bounds[]): Bounds | null {
  if (parts.length === 0) return null;
  return {
    left: Math.min(...parts.map(({ left }) => left)),
    top: Math.min(...parts.map(({ top }) => top)),
    right: Math.max(...parts.map(({ right }) => right)),
    bottom: Math.max(...parts.map(({ bottom }) => bottom)),
  };
}
