import type { MapGate, MapTrack, MapZone } from './content.ts';
import { firstAtLeast } from '../../../../client/ui/plot/decimate.ts';
import { type Line, type Stretch, stretchesWithin, wholeOf } from './line.ts';
import { metresPerWorld, worldX, worldY } from './mercator.ts';
import { levelOf } from './simplify.ts';
import { screenX, screenY, type View, worldXAt, worldYAt } from './view.ts';

export type Paint = (colour: string) => string;

const LINE_WIDTH = 4;
/** Edge around lines and markers, in the colour of the ground: without it tiles and crossings make them unreadable. */
const CASING = 2;
/** Least length of a drawn gate: a gate is narrow on the ground, and must be seen when zoomed out. */
const LEAST_GATE = 14;

/** Beyond the edges a line is drawn as far as it is broad. */
const MARGIN = 16;

/** Draws what is in sight of a stretch of samples. */
function traceLine(context: CanvasRenderingContext2D, view: View, line: Line, [from, to]: Stretch): void {
  const kept = line.levels[levelOf(view.scale)]!;
  const bounds = {
    left: worldXAt(view, -MARGIN),
    top: worldYAt(view, -MARGIN),
    right: worldXAt(view, view.width + MARGIN),
    bottom: worldYAt(view, view.height + MARGIN),
  };
  for (const [first, last] of stretchesWithin(line, bounds)) {
    if (last < from || first > to) continue;
    // From the kept point before to the one behind, so that the line goes on to the edge; a stretch begins and ends at its
    // own samples, which may be kept at no level.
    const start = Math.max(from, kept[firstAtLeast(kept, first) - 1] ?? from);
    const visit = penFor(context, view, line, start);
    visit(start);
    let next = firstAtLeast(kept, start + 1);
    for (; next < kept.length && kept[next]! <= last && kept[next]! < to; next += 1) visit(kept[next]!);
    visit(Math.min(to, kept[next] ?? to));
  }
}

/** Draws on to one sample after the other; it is lifted where a segment begins. */
function penFor(context: CanvasRenderingContext2D, view: View, line: Line, start: number): (at: number) => void {
  let nextBreak = firstAtLeast(line.breaks, start + 1);
  let [lastX, lastY, lastSide] = [0, 0, 0];
  let isDown = false;
  let isTraced = false;
  return (at) => {
    if (Number.isNaN(line.x[at]!)) return;
    for (; line.breaks[nextBreak]! <= at; nextBreak += 1) isDown = false;
    const [x, y] = [screenX(view, line.x[at]!), screenY(view, line.y[at]!)];
    const side =
      (x < -MARGIN ? 1 : 0) |
      (x > view.width + MARGIN ? 2 : 0) |
      (y < -MARGIN ? 4 : 0) |
      (y > view.height + MARGIN ? 8 : 0);
    // A step whose two ends lie beyond the same edge is not seen; when it is dashed, it would cost much to draw.
    const isSeen = isDown && (side & lastSide) === 0;
    if (isSeen && !isTraced) context.moveTo(lastX, lastY);
    if (isSeen) context.lineTo(x, y);
    isTraced = isSeen;
    isDown = true;
    [lastX, lastY, lastSide] = [x, y, side];
  };
}

export function drawTrack(context: CanvasRenderingContext2D, view: View, track: MapTrack, paint: Paint): void {
  const { line } = track;
  const whole = track.stretch ?? wholeOf(line);
  const stroke = (stretch: Stretch, colour: string, width: number, isDashed: boolean) => {
    context.beginPath();
    traceLine(context, view, line, stretch);
    context.lineCap = isDashed ? 'butt' : 'round';
    context.lineJoin = 'round';
    context.setLineDash(isDashed ? [10, 6] : []);
    context.lineWidth = width;
    context.strokeStyle = colour;
    context.stroke();
    context.setLineDash([]);
  };
  const isDashed = track.isDashed ?? false;
  const broadest = Math.max(LINE_WIDTH, ...(track.parts ?? []).map(({ width = LINE_WIDTH }) => width));
  stroke(whole, paint('--color-card'), broadest + 2 * CASING, false);
  stroke(whole, paint(track.colour), LINE_WIDTH, isDashed);
  for (const part of track.parts ?? []) {
    stroke([part.from, part.to], paint(part.colour), part.width ?? LINE_WIDTH, part.isDashed ?? isDashed);
  }
  for (const { from, to, label } of track.parts ?? []) {
    if (label !== undefined) drawLabel(context, view, line, Math.round((from + to) / 2), label, paint);
  }
}

const LABEL_FONT = '650 13px';
const LABEL_BESIDE = 12;

/** Words beside a point of a track, readable on any ground. */
function drawLabel(
  context: CanvasRenderingContext2D,
  view: View,
  line: Line,
  at: number,
  label: string,
  paint: Paint,
): void {
  if (Number.isNaN(line.x[at] ?? NaN)) return;
  context.font = `${LABEL_FONT} ${paint('--font-sans')}`;
  context.textBaseline = 'middle';
  context.textAlign = 'start';
  context.lineJoin = 'round';
  context.lineWidth = 4;
  context.strokeStyle = paint('--color-card');
  context.fillStyle = paint('--color-ink');
  const [x, y] = [screenX(view, line.x[at]!) + LABEL_BESIDE, screenY(view, line.y[at]!)];
  context.strokeText(label, x, y);
  context.fillText(label, x, y);
}

const CROSS = 4;

/** Draws a cross at each place: of those that would lie on each other, one. */
export function drawCrosses(
  context: CanvasRenderingContext2D,
  view: View,
  line: Line,
  colour: string,
  paint: Paint,
): void {
  context.lineCap = 'round';
  context.beginPath();
  const columns = Math.ceil(view.width / CROSS) + 2;
  const taken = new Uint8Array(columns * (Math.ceil(view.height / CROSS) + 2));
  for (let at = 0; at < line.x.length; at += 1) {
    const [x, y] = [screenX(view, line.x[at]!), screenY(view, line.y[at]!)];
    // Also false for a place that is NaN.
    if (!(x > -CROSS && x < view.width + CROSS && y > -CROSS && y < view.height + CROSS)) continue;
    const cell = (Math.floor(y / CROSS) + 1) * columns + Math.floor(x / CROSS) + 1;
    if (taken[cell] === 1) continue;
    taken[cell] = 1;
    context.moveTo(x - CROSS, y - CROSS);
    context.lineTo(x + CROSS, y + CROSS);
    context.moveTo(x + CROSS, y - CROSS);
    context.lineTo(x - CROSS, y + CROSS);
  }
  for (const [width, name] of [
    [2 + 2 * CASING, '--color-card'],
    [2, colour],
  ] as const) {
    context.lineWidth = width;
    context.strokeStyle = paint(name);
    context.stroke();
  }
}

export function drawEnds(context: CanvasRenderingContext2D, view: View, line: Line, paint: Paint): void {
  const isThere = (x: number) => !Number.isNaN(x);
  const first = line.x.findIndex(isThere);
  const last = line.x.findLastIndex(isThere);
  if (first === -1) return;
  drawFlag(context, screenX(view, line.x[last]!), screenY(view, line.y[last]!), paint);
  const x = screenX(view, line.x[first]!);
  const y = screenY(view, line.y[first]!);
  context.beginPath();
  context.arc(x, y, 6, 0, 2 * Math.PI);
  context.fillStyle = paint('--color-card');
  context.fill();
  context.lineWidth = 4;
  context.strokeStyle = paint('--color-ink');
  context.stroke();
}

/** Draws a chequered square. */
function drawFlag(context: CanvasRenderingContext2D, x: number, y: number, paint: Paint): void {
  const cell = 4;
  const side = 4 * cell;
  context.fillStyle = paint('--color-card');
  context.fillRect(x - side / 2 - 2, y - side / 2 - 2, side + 4, side + 4);
  context.fillStyle = paint('--color-ink');
  for (let row = 0; row < 4; row += 1) {
    for (let column = row % 2; column < 4; column += 2) {
      context.fillRect(x - side / 2 + column * cell, y - side / 2 + row * cell, cell, cell);
    }
  }
}

export function drawZone(context: CanvasRenderingContext2D, view: View, zone: MapZone, paint: Paint): void {
  const y = worldY(zone.at[0]);
  const radius = (zone.radius / metresPerWorld(y)) * view.scale;
  context.beginPath();
  context.arc(screenX(view, worldX(zone.at[1])), screenY(view, y), radius, 0, 2 * Math.PI);
  context.save();
  context.globalAlpha = 0.25;
  context.fillStyle = paint('--color-danger');
  context.fill();
  context.restore();
  context.lineWidth = 2;
  context.setLineDash([4, 4]);
  context.strokeStyle = paint('--color-danger');
  context.stroke();
  context.setLineDash([]);
}

/** The screen positions of a gate's two posts; its middle is between them. */
export function gatePosts(
  view: View,
  gate: MapGate,
): { readonly x: number; readonly y: number; dx: number; dy: number } {
  const y = worldY(gate.at[0]);
  const half = Math.max(LEAST_GATE, (gate.halfWidth / metresPerWorld(y)) * view.scale);
  // A gate lies across the direction of travel: with a heading of 0, north, it runs from west to east.
  const heading = (gate.heading * Math.PI) / 180;
  return {
    x: screenX(view, worldX(gate.at[1])),
    y: screenY(view, y),
    dx: Math.cos(heading) * half,
    dy: Math.sin(heading) * half,
  };
}

export function drawGate(context: CanvasRenderingContext2D, view: View, gate: MapGate, paint: Paint): void {
  const { x, y, dx, dy } = gatePosts(view, gate);
  const stroke = (width: number, colour: string, dash: number[]) => {
    context.beginPath();
    context.moveTo(x - dx, y - dy);
    context.lineTo(x + dx, y + dy);
    context.lineCap = 'butt';
    context.setLineDash(dash);
    context.lineWidth = width;
    context.strokeStyle = paint(colour);
    context.stroke();
    context.setLineDash([]);
  };
  stroke(9, '--color-card', []);
  stroke(5, '--color-ink', gate.id === 'finish' ? [5, 5] : []);
}

export function drawMarker(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  colour: string,
  isGhost: boolean,
  paint: Paint,
): void {
  context.beginPath();
  context.arc(x, y, isGhost ? 8 : 9, 0, 2 * Math.PI);
  context.lineWidth = 9;
  context.strokeStyle = paint('--color-card');
  context.stroke();
  context.fillStyle = isGhost ? paint('--color-card') : paint(colour);
  context.fill();
  context.lineWidth = isGhost ? 5 : 3;
  context.strokeStyle = isGhost ? paint(colour) : paint('--color-ink');
  context.stroke();
}
