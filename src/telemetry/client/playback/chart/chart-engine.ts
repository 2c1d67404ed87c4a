import type { ChartContent } from './chart-content.ts';
import { type ChartPointing, listenToPointing } from './chart-pointing.ts';
import { valueAt } from '../lookup.ts';
import {
  createPlot,
  type Plot,
  type PlotAxes,
  type PlotLook,
  rangeOf,
  type Span,
  writeTicks,
} from '../../../../client/ui/plot/plot.ts';

export interface ChartElements {
  /** Takes focus and presses. */
  readonly frame: HTMLElement;
  /** The drawing goes in here. */
  readonly host: HTMLElement;
  /** The values at the cursor are written here. */
  readonly figures: HTMLElement;
}

export interface ChartEngine {
  update(content: ChartContent): void;
  resize(width: number): void;
  close(): void;
}

export const CHART_HEIGHT = 132;
const same = (value: number) => value;

/** A chart outside React: the cursor moves with every frame of a video, and only a line and a few digits change. */
export function createChartEngine(
  { frame, host, figures }: ChartElements,
  first: ChartContent,
  firstWidth: number,
): ChartEngine {
  let content = first;
  let width = firstWidth;
  let plot = makePlot();
  const mark = part('pointer-events-none absolute inset-y-0 left-0 z-10 w-0');
  const dot = part('absolute -top-1 -left-1 size-2 rounded-full bg-ink ring-2 ring-card');
  mark.append(part('absolute inset-y-0 -left-px w-0.5 bg-ink'), dot);
  const box = part('pointer-events-none absolute inset-y-0 left-0 border-x-2 border-ink bg-ink/10');
  box.hidden = true;
  plot.over.append(mark, box);

  function makePlot(): Plot {
    const { lines, isInverted = false, isFromZero = false, hasAxes = true, hasPlaces = false } = content;
    const axes: PlotAxes = {
      hasPlaces,
      ticksX: (places, step) => content.axis.ticks(places, step),
      ticksY: (values, step) => (content.ticks ?? writeTicks)(values, step),
      stepsX: content.axis.steps,
      stepsY: content.tickSteps,
    };
    const look: PlotLook = {
      lines: lines.map(({ colour }, index) => ({ colour, isFilled: index === 0 && content.band === undefined })),
      band: content.band === undefined ? undefined : lines[0]?.colour,
      isInverted,
      rangeY: (least, most) => rangeOf(least, most, isFromZero),
      axes: hasAxes ? axes : null,
    };
    return createPlot(host, look, width, content.height ?? CHART_HEIGHT);
  }

  function draw(): void {
    const { x, lines, band, breaks = [], view, highlight = null } = content;
    const first = lines[0]?.values ?? [];
    const edges = band === undefined ? [] : [1, -1].map((side) => band.map((by, at) => first[at]! + side * by));
    plot.draw({ x, columns: [...lines, ...edges.map((values) => ({ values }))], breaks }, view);
    drawBox(highlight);
    placeMark();
  }

  function drawBox(span: Span | null): void {
    box.hidden = span === null;
    if (span === null) return;
    const left = plot.pixelOf(span.from);
    box.style.transform = `translateX(${left}px)`;
    box.style.width = `${Math.max(2, plot.pixelOf(span.to) - left)}px`;
  }

  function placeMark(): void {
    const { axis, cursor, lines, x, breaks = [], view, write, label, unit = '' } = content;
    const at = axis.placeOf(cursor.get());
    const values = lines.map(({ values: own, convert = same }) => convert(valueAt(x, own, at, breaks)));
    const height = values.find((value) => !Number.isNaN(value));
    mark.hidden = !(at >= view.from && at <= view.to);
    if (!mark.hidden) mark.style.transform = `translateX(${plot.pixelOf(at)}px)`;
    dot.hidden = height === undefined;
    if (height !== undefined) dot.style.transform = `translateY(${plot.heightOf(height)}px)`;
    const text = values.map(write).join(' / ');
    if (figures.textContent !== text) figures.textContent = text;
    frame.setAttribute('aria-valuemin', view.from.toFixed(2));
    frame.setAttribute('aria-valuemax', view.to.toFixed(2));
    frame.setAttribute('aria-valuenow', Number.isFinite(at) ? at.toFixed(4) : '0');
    frame.setAttribute('aria-valuetext', `${axis.write(at)}: ${label} ${text} ${unit}`.trim());
  }

  const pointing: ChartPointing = {
    content: () => content,
    plot: () => plot,
    drawBox: (span) => drawBox(span ?? content.highlight ?? null),
  };
  const stopPointing = listenToPointing(frame, pointing);
  const scheme = matchMedia('(prefers-color-scheme: dark)');
  const recolour = () => plot.recolour();
  scheme.addEventListener('change', recolour);
  let unfollow = content.cursor.subscribe(placeMark);
  draw();

  return {
    update(next) {
      const before = content;
      if (before === next) return;
      content = next;
      if (looksDifferent(before, next)) {
        plot.close();
        plot = makePlot();
        plot.over.append(mark, box);
      }
      if (before.cursor !== next.cursor) {
        unfollow();
        unfollow = next.cursor.subscribe(placeMark);
      }
      draw();
    },
    resize(next) {
      if (next === width) return;
      width = next;
      plot.resize(width, content.height ?? CHART_HEIGHT);
      draw();
    },
    close() {
      scheme.removeEventListener('change', recolour);
      unfollow();
      stopPointing();
      plot.close();
    },
  };
}

function part(className: string): HTMLElement {
  const element = document.createElement('div');
  element.className = className;
  return element;
}

/** Whether the drawing has to be made anew; everything else can change while it stands. */
function looksDifferent(before: ChartContent, next: ChartContent): boolean {
  const looks = ['isInverted', 'isFromZero', 'hasAxes', 'hasPlaces', 'height', 'tickSteps'] as const;
  return (
    looks.some((name) => before[name] !== next[name]) ||
    before.axis.steps !== next.axis.steps ||
    (before.band === undefined) !== (next.band === undefined) ||
    before.lines.map(({ colour }) => colour).join() !== next.lines.map(({ colour }) => colour).join()
  );
}
