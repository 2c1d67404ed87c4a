import type { Paint } from './draw.ts';
import { latOf, lonOf, worldX, worldY } from './mercator.ts';
import { screenX, screenY, type View, worldXAt, worldYAt } from './view.ts';

/** Pixels between two lines, at least. */
const LEAST_SPACE = 110;
const FONT = '500 11px';
/** Room for the scale at the bottom, and for the buttons at the side. */
const BOTTOM = 44;

/** The least of 1, 2 or 5 and zeros that is not below the given degrees. */
export function roundStep(degrees: number): number {
  const power = 10 ** Math.floor(Math.log10(degrees));
  const digit = [1, 2, 5, 10].find((each) => each * power >= degrees * 0.999_999) ?? 10;
  return digit * power;
}

/** For example 46.95° N. */
export function writeDegrees(degrees: number, step: number, [positive, negative]: readonly [string, string]): string {
  const decimals = Math.max(0, Math.min(6, Math.ceil(-Math.log10(step) - 1e-9)));
  const side = Number(degrees.toFixed(decimals)) === 0 ? '' : ` ${degrees < 0 ? negative : positive}`;
  return `${Math.abs(degrees).toFixed(decimals)}°${side}`;
}

/** Lines of latitude and longitude: without a ground of pictures a track would lie nowhere. */
export function drawGraticule(context: CanvasRenderingContext2D, view: View, paint: Paint): void {
  const [west, east] = [lonOf(worldXAt(view, 0)), lonOf(worldXAt(view, view.width))];
  const [north, south] = [latOf(worldYAt(view, 0)), latOf(worldYAt(view, view.height))];
  const stepX = roundStep(((east - west) * LEAST_SPACE) / view.width);
  const stepY = roundStep(((north - south) * LEAST_SPACE) / view.height);
  if (!(stepX > 0) || !(stepY > 0)) return;
  context.font = `${FONT} ${paint('--font-sans')}`;
  context.fillStyle = paint('--color-ink-2');
  context.strokeStyle = paint('--color-line-strong');
  context.globalAlpha = 0.6;
  context.lineWidth = 1;
  context.beginPath();
  const columns = linesBetween(west, east, stepX);
  const rows = linesBetween(south, north, stepY);
  for (const degrees of columns) {
    const x = Math.round(screenX(view, worldX(degrees))) + 0.5;
    context.moveTo(x, 0);
    context.lineTo(x, view.height);
  }
  for (const degrees of rows) {
    const y = Math.round(screenY(view, worldY(degrees))) + 0.5;
    context.moveTo(0, y);
    context.lineTo(view.width, y);
  }
  context.stroke();
  context.globalAlpha = 1;
  context.textBaseline = 'top';
  context.textAlign = 'start';
  for (const degrees of columns) {
    const wrapped = ((((degrees + 180) % 360) + 360) % 360) - 180;
    context.fillText(writeDegrees(wrapped, stepX, ['E', 'W']), screenX(view, worldX(degrees)) + 4, 4);
  }
  context.textBaseline = 'bottom';
  for (const degrees of rows) {
    const y = screenY(view, worldY(degrees)) - 2;
    if (y > 24 && y < view.height - BOTTOM) context.fillText(writeDegrees(degrees, stepY, ['N', 'S']), 4, y);
  }
}

const MOST_LINES = 60;

function linesBetween(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step);
  const count = Math.max(0, Math.min(MOST_LINES, Math.floor(to / step) - first + 1));
  return Array.from({ length: count }, (_, index) => (first + index) * step);
}
