import type { MapContent } from './content.ts';
import { drawCrosses, drawEnds, drawGate, drawMarker, drawTrack, drawZone, type Paint } from './draw.ts';
import { drawGraticule } from './graticule.ts';
import { boundsOf, type Line, nearestIndex, projectLine } from './line.ts';
import { worldX, worldY } from './mercator.ts';
import { createTiles } from './tiles.ts';
import { fitTo, panBy, screenX, screenY, type View, zoomAt } from './view.ts';

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
  let lines = new Map<string, { readonly lat: Float64Array; readonly lon: Float64Array; readonly line: Line }>();
  const places = new Map<string, { readonly lat: number; readonly lon: number }>();
  let around: number | null = null;
  let waiting: { ground: boolean; frame: number } | null = null;
  const tiles = createTiles(() => schedule(true));

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
      const known = lines.get(track.id);
      if (known === undefined) continue;
      if (track.isScattered === true) drawCrosses(context, view, known.line, track.colour, paint);
      else drawTrack(context, view, track, known.line, paint);
    }
    for (const track of content.tracks.toReversed()) {
      const known = lines.get(track.id);
      if (known !== undefined && track.showsEnds !== false) drawEnds(context, view, known.line, paint);
    }
    for (const gate of content.gates) drawGate(context, view, gate, paint);
  }

  function drawMarkers(paint: Paint): void {
    const context = begin(overlay);
    if (context === null) return;
    for (const { id, colour, isGhost = false } of content.markers.toReversed()) {
      const place = places.get(id);
      if (place === undefined) continue;
      const east = worldX(place.lon);
      const x = screenX(view, around === null ? east : east - Math.round(east - around));
      drawMarker(context, x, screenY(view, worldY(place.lat)), colour, isGhost, paint);
    }
  }

  function move(next: View): void {
    view = next;
    isFitted = false;
    schedule(true);
  }

  function fit(): void {
    const zones = content.zones.map(({ at }) =>
      projectLine(Float64Array.of(at[0]), Float64Array.of(at[1]), [], around),
    );
    const bounds = boundsOf([...lines.values()].map(({ line }) => line)) ?? boundsOf(zones);
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
      const kept = new Map<string, { lat: Float64Array; lon: Float64Array; line: Line }>();
      const first = next.tracks[0]?.lon.find((lon) => Number.isFinite(lon));
      around = first === undefined ? null : worldX(first);
      for (const { id, lat, lon, breaks } of next.tracks) {
        const known = lines.get(id);
        const line = known?.lat === lat && known.lon === lon ? known.line : projectLine(lat, lon, breaks, around);
        kept.set(id, { lat, lon, line });
      }
      lines = kept;
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
      for (const { id } of content.tracks) {
        if (trackId !== undefined && id !== trackId) continue;
        const line = lines.get(id)?.line;
        if (line === undefined) continue;
        const index = nearestIndex(line, view, px, py, reach, last?.trackId === id ? last.index : null);
        if (index !== null) return { trackId: id, index };
      }
      return null;
    },
    lineOf: (trackId) => lines.get(trackId)?.line ?? null,
    view: () => view,
    destroy() {
      if (waiting !== null) cancelAnimationFrame(waiting.frame);
    },
  };
}
