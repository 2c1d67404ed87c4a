import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { decimate, type Line } from './decimate.ts';
import { writeDecimal } from '../../../domain/language.ts';

/** Colours of the design language that can be told apart as lines on a card, in both schemes. */
export type ChartColour = 'good' | 'danger' | 'waiting-ink' | 'ink' | 'ink-2';

export interface Span {
  readonly from: number;
  readonly to: number;
}

interface PlotLine {
  readonly colour: ChartColour;
  readonly isFilled?: boolean;
  readonly isFaint?: boolean;
}

export interface PlotLook {
  readonly lines: readonly PlotLine[];
  /** Between the two columns behind those of the lines, the upper one first, this colour is laid. */
  readonly band?: ChartColour | undefined;
  readonly isInverted: boolean;
  /** Range of the drawing, from the least and the greatest value to its bottom and top. */
  readonly rangeY: (least: number | null, most: number | null) => [number, number];
  /** Null for a drawing without axes. */
  readonly axes: PlotAxes | null;
}

export interface PlotAxes {
  readonly hasPlaces: boolean;
  readonly ticksX: (values: number[], step: number) => string[];
  readonly ticksY: (values: number[], step: number) => string[];
  readonly stepsX: readonly number[] | undefined;
  readonly stepsY: readonly number[] | undefined;
}

export interface Plot {
  draw(line: Line, view: Span): void;
  resize(width: number, height: number): void;
  /** Converts between a position on the axis and pixels from the left edge of the drawing. */
  pixelOf(x: number): number;
  placeOf(pixel: number): number;
  heightOf(value: number): number;
  /** The layer over the drawing, without the axes. */
  readonly over: HTMLElement;
  recolour(): void;
  close(): void;
}

/** Usual steps of seconds on a time axis. */
export const TIME_STEPS = [
  0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 10_800, 21_600,
  43_200, 86_400,
] as const;

const AXIS_WIDTH = 44;
const AXIS_HEIGHT = 26;
const LEAST_PIXELS = 50;
const RIGHT_PADDING = 8;
/** Above and below a drawing without axes: half a line's width, so that a constant 0 is seen. */
export const PLAIN_PADDING = 2;
const DOT = 3;
/** An edge of a band has no line of its own. */
const EDGE: uPlot.Series = { width: 0, points: { show: false }, spanGaps: false };
/** About the width of a digit on the axis. */
const TICK_LETTER = 6.5;

let tokens: Map<string, string> | null = null;

/** Each drawing changes the page, after which a style is computed anew: those of one frame share what they read. */
function token(name: string): string {
  if (tokens === null) requestAnimationFrame(() => (tokens = null));
  tokens ??= new Map();
  const value = tokens.get(name) ?? getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  tokens.set(name, value);
  return value;
}

/** uPlot only draws; pointing is handled here. It is given only as many points as there are pixels. */
export function createPlot(host: HTMLElement, look: PlotLook, width: number, height: number): Plot {
  const { axes, band } = look;
  const hasPlaces = axes?.hasPlaces === true;
  // uPlot lays itself out later than it is asked to: its elements do not tell the width yet.
  let shownWidth = width;
  const font = `12px ${token('--font-sans')}`;
  const known = new Map<string, string>();
  const colour = (name: string) => {
    const value = known.get(name) ?? token(`--color-${name}`);
    known.set(name, value);
    return value;
  };
  const axis: uPlot.Axis = {
    show: axes !== null,
    font,
    stroke: () => colour('ink-2'),
    grid: { stroke: () => colour('line'), width: 1 },
    ticks: { show: false },
    gap: 6,
  };
  const plot = new uPlot(
    {
      width,
      height,
      padding: axes !== null ? [8, RIGHT_PADDING, hasPlaces ? 0 : 8, 0] : [PLAIN_PADDING, 0, PLAIN_PADDING, 0],
      legend: { show: false },
      cursor: { show: false },
      scales: {
        x: { time: false, range: (_plot, least, most) => [least, most > least ? most : least + 1] },
        y: { dir: look.isInverted ? -1 : 1, range: (_plot, least, most) => look.rangeY(least, most) },
      },
      axes: [
        {
          ...axis,
          size: hasPlaces ? AXIS_HEIGHT : 0,
          space: 64,
          ...(axes?.stepsX && { incrs: [...axes.stepsX] }),
          values: (self, splits, _axis, _space, step) =>
            axes?.hasPlaces ? withoutCut(self, splits, axes.ticksX(splits, step)) : splits.map(() => ''),
        },
        {
          ...axis,
          size: axes === null ? 0 : AXIS_WIDTH,
          space: 26,
          ...(axes?.stepsY && { incrs: [...axes.stepsY] }),
          values: (_plot, splits, _axis, _space, step) => axes?.ticksY(splits, step) ?? [],
        },
      ],
      series: [
        {},
        ...look.lines.map(({ colour: name, isFilled = false, isFaint = false }): uPlot.Series => ({
          stroke: () => colour(name),
          width: isFaint ? 1 : 1.5,
          alpha: isFaint ? 0.5 : 1,
          points: { show: false, size: DOT, fill: () => colour(name), filter: findLonely },
          spanGaps: false,
          ...(isFilled && { fill: () => `color-mix(in srgb, ${colour(name)} 12%, transparent)` }),
        })),
        ...(band === undefined ? [] : [EDGE, EDGE]),
      ],
      ...(band !== undefined && {
        bands: [
          {
            series: [look.lines.length + 1, look.lines.length + 2],
            fill: () => `color-mix(in srgb, ${colour(band)} 22%, transparent)`,
          },
        ],
      }),
    },
    [[], ...look.lines.map(() => []), ...(band === undefined ? [] : [[], []])] as uPlot.AlignedData,
    host,
  );

  return {
    over: plot.over,
    draw(line, view) {
      const data = decimate(
        line,
        view.from,
        view.to,
        Math.max(LEAST_PIXELS, shownWidth - (axes === null ? 0 : AXIS_WIDTH)),
      );
      plot.batch(() => {
        plot.setData(data as uPlot.AlignedData, true);
        plot.setScale('x', { min: view.from, max: view.to });
      });
    },
    resize(nextWidth, nextHeight) {
      shownWidth = nextWidth;
      plot.setSize({ width: nextWidth, height: nextHeight });
    },
    pixelOf: (x) => plot.valToPos(x, 'x'),
    placeOf: (pixel) => plot.posToVal(pixel, 'x'),
    heightOf: (value) => plot.valToPos(value, 'y'),
    recolour() {
      known.clear();
      tokens = null;
      plot.redraw(false);
    },
    close: () => plot.destroy(),
  };
}

/** A value between two gaps is on no line: without a dot it would not be seen. */
function findLonely({ data }: uPlot, series: number): number[] {
  const values = data[series]!;
  return Array.from(values.keys()).filter(
    (index) => values[index] != null && values[index - 1] == null && values[index + 1] == null,
  );
}

/** Leaves out words that would be cut off at the right edge. */
function withoutCut(plot: uPlot, places: readonly number[], words: readonly string[]): string[] {
  const most = plot.bbox.width / devicePixelRatio;
  return words.map((word, index) => {
    const half = (word.length * TICK_LETTER) / 2;
    return plot.valToPos(places[index]!, 'x') + half > most + RIGHT_PADDING ? '' : word;
  });
}

const ROOM = 0.08;
const LEAST_SPAN = 0.02;

/** The range of all values, with some room around them. */
export function rangeOf(least: number | null, most: number | null, isFromZero: boolean): [number, number] {
  if (least === null || most === null || !Number.isFinite(least) || !Number.isFinite(most)) return [0, 1];
  const middle = (least + most) / 2;
  // Almost constant values are drawn as an almost flat line: otherwise rounding would look like mountains.
  const half = Math.max(most - least, Math.abs(middle) * LEAST_SPAN || 1) * (0.5 + ROOM);
  return [isFromZero && least >= 0 ? 0 : middle - half, middle + half];
}

/** Writes ticks with as many decimals as the step has. */
export function writeTicks(values: readonly number[], step: number): string[] {
  const decimals = step >= 1 ? 0 : Math.min(4, Math.ceil(-Math.log10(step)));
  return values.map((value) => writeDecimal(value, decimals).replace('-', '−'));
}
