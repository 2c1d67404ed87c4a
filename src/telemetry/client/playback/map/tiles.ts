import { TILE_SIZE } from './mercator.ts';
import { screenX, screenY, type View, worldXAt, worldYAt } from './view.ts';

const MOST_ZOOM = 19;
const MOST_KEPT = 256;

export interface Tiles {
  draw(context: CanvasRenderingContext2D, view: View, url: string): void;
}

/** Ground pictures as they arrive. A missing picture is left out: the track is there in any case. */
export function createTiles(onArrival: () => void): Tiles {
  const pictures = new Map<string, HTMLImageElement>();

  function pictureAt(address: string): HTMLImageElement {
    const known = pictures.get(address);
    if (known !== undefined) {
      // The order of a Map is that of insertion: a picture that was just seen is the last to be dropped.
      pictures.delete(address);
      pictures.set(address, known);
      return known;
    }
    const picture = new Image();
    picture.decoding = 'async';
    picture.onload = onArrival;
    picture.src = address;
    pictures.set(address, picture);
    for (const oldest of pictures.keys()) {
      if (pictures.size <= MOST_KEPT) break;
      pictures.delete(oldest);
    }
    return picture;
  }

  return {
    draw(context, view, url) {
      const zoom = Math.max(0, Math.min(MOST_ZOOM, Math.round(Math.log2(view.scale / TILE_SIZE))));
      const count = 2 ** zoom;
      const size = view.scale / count;
      const left = Math.floor(worldXAt(view, 0) * count);
      const right = Math.floor(worldXAt(view, view.width) * count);
      const top = Math.max(0, Math.floor(worldYAt(view, 0) * count));
      const bottom = Math.min(count - 1, Math.floor(worldYAt(view, view.height) * count));
      for (let row = top; row <= bottom; row += 1) {
        for (let column = left; column <= right; column += 1) {
          const east = ((column % count) + count) % count;
          const picture = pictureAt(tileAddress(url, zoom, east, row));
          if (!picture.complete || picture.naturalWidth === 0) continue;
          const x = screenX(view, column / count);
          const y = screenY(view, row / count);
          // Half a pixel over: otherwise the seams show as hairlines at fractions of a zoom level.
          context.drawImage(picture, x, y, size + 0.5, size + 0.5);
        }
      }
    },
  };
}

export function tileAddress(url: string, zoom: number, x: number, y: number): string {
  return url.replaceAll('{z}', String(zoom)).replaceAll('{x}', String(x)).replaceAll('{y}', String(y));
}
