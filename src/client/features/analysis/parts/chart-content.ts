import type { Cursor } from './cursor.ts';
import type { ChartColour, Span } from '../../../ui/plot/plot.ts';

export interface ChartLine {
  readonly label: string;
  /** As shown, one for each x. NaN where nothing was measured. */
  readonly values: ArrayLike<number>;
  readonly colour: ChartColour;
}

export interface ChartAxis {
  /** From the cursor's time to a place on the axis, and back. */
  readonly placeOf: (time: number) => number;
  readonly timeOf: (place: number) => number;
  readonly write: (place: number) => string;
  readonly ticks: (places: number[], step: number) => string[];
  /** How far apart what is written may stand; decimal steps unless said. */
  readonly steps?: readonly number[] | undefined;
}

export interface ChartContent {
  /** Names the chart to whoever cannot see it, and to the cursor as what moved it. */
  readonly label: string;
  readonly unit?: string | undefined;
  readonly x: ArrayLike<number>;
  readonly lines: readonly ChartLine[];
  /** Where in `x` a new segment begins: no line is drawn across. */
  readonly breaks?: readonly number[] | undefined;
  readonly cursor: Cursor;
  readonly axis: ChartAxis;
  /** What is shown, in places of the axis. */
  readonly view: Span;
  /** A section was chosen by dragging, pinching or with the wheel; null for the whole. */
  readonly onView: (view: Span | null) => void;
  /** What dragging does; with Shift it always chooses a section. */
  readonly drag?: 'scrub' | 'section' | undefined;
  /** Marked in the drawing: the section, in a chart of the whole. */
  readonly highlight?: Span | null | undefined;
  readonly write: (value: number) => string;
  readonly ticks?: ((values: number[], step: number) => string[]) | undefined;
  readonly tickSteps?: readonly number[] | undefined;
  /** The higher the value, the lower it is drawn: a pace. */
  readonly isInverted?: boolean | undefined;
  readonly isFromZero?: boolean | undefined;
  readonly hasAxes?: boolean | undefined;
  /** Places are written below; in a stack only the last chart needs it. */
  readonly hasPlaces?: boolean | undefined;
  readonly height?: number | undefined;
}
