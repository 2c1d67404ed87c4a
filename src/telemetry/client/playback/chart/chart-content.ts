import type { Cursor } from '../cursor.ts';
import type { Column } from '../../../../client/ui/plot/decimate.ts';
import type { ChartColour, Span } from '../../../../client/ui/plot/plot.ts';

interface ChartLine extends Column {
  readonly label: string;
  readonly colour: ChartColour;
}

export interface ChartAxis {
  /** From the cursor's time to a position on the axis, and back. */
  readonly placeOf: (time: number) => number;
  readonly timeOf: (place: number) => number;
  readonly write: (place: number) => string;
  readonly ticks: (places: number[], step: number) => string[];
  /** Allowed distances between labels; decimal steps unless given. */
  readonly steps?: readonly number[] | undefined;
}

export interface ChartContent {
  /** The name of the chart for screen readers, and for the cursor as the part that moved it. */
  readonly label: string;
  readonly unit?: string | undefined;
  readonly x: ArrayLike<number>;
  readonly lines: readonly ChartLine[];
  /** Half the width of a band around the first line, one for each x: what the values cannot tell. */
  readonly band?: Float64Array | undefined;
  /** Indices of `x` where a new segment begins: no line is drawn across. */
  readonly breaks?: readonly number[] | undefined;
  readonly cursor: Cursor;
  readonly axis: ChartAxis;
  /** The visible span, in positions of the axis. */
  readonly view: Span;
  /** A section was chosen by dragging, pinching or with the wheel; null for the whole. */
  readonly onView: (view: Span | null) => void;
  /** The action of dragging; with Shift it always chooses a section. */
  readonly drag?: 'scrub' | 'section' | undefined;
  /** The span marked in the drawing: the section, in a chart of the whole. */
  readonly highlight?: Span | null | undefined;
  readonly write: (value: number) => string;
  readonly ticks?: ((values: number[], step: number) => string[]) | undefined;
  readonly tickSteps?: readonly number[] | undefined;
  /** Higher values are drawn lower: for a pace. */
  readonly isInverted?: boolean | undefined;
  readonly isFromZero?: boolean | undefined;
  readonly hasAxes?: boolean | undefined;
  /** Whether positions are written below; in a stack only the last chart needs them. */
  readonly hasPlaces?: boolean | undefined;
  readonly height?: number | undefined;
}
