import type { Line, Stretch } from './line.ts';

/** A CSS colour, or the name of a variable of the page ('--color-ink'), which follows its scheme. */
type MapColour = string;

export interface MapTrack {
  readonly id: string;
  readonly line: Line;
  /** The samples that are drawn and can be picked; all unless given. */
  readonly stretch?: Stretch;
  readonly colour: MapColour;
  readonly isDashed?: boolean;
  /** Single places, each a cross, and no line. */
  readonly isScattered?: boolean;
  /** Whether start and end of the track are marked; true unless given. */
  readonly showsEnds?: boolean;
  /** Stretches in a colour of their own, by indices. */
  readonly parts?: readonly TrackPart[];
}

export interface TrackPart {
  readonly from: number;
  readonly to: number;
  readonly colour: MapColour;
  /** Colour is never the only sign: a more important part is drawn broader, one of another kind dashed. */
  readonly width?: number;
  readonly isDashed?: boolean;
  /** Words beside the middle of the part. */
  readonly label?: string;
}

export interface MapMarker {
  readonly id: string;
  readonly colour: MapColour;
  /** A ghost is drawn as a ring. */
  readonly isGhost?: boolean;
}

/** A line across the course. A gate lies on the first track, and is moved along it. */
export interface MapGate {
  readonly id: string;
  readonly label: string;
  readonly at: readonly [lat: number, lon: number];
  readonly heading: number;
  /** Metres. */
  readonly halfWidth: number;
}

export interface MapZone {
  readonly name: string;
  readonly at: readonly [lat: number, lon: number];
  /** Metres. */
  readonly radius: number;
}

export interface MapContent {
  readonly tracks: readonly MapTrack[];
  readonly markers: readonly MapMarker[];
  readonly gates: readonly MapGate[];
  readonly zones: readonly MapZone[];
  /** The source of ground pictures: an address that contains {z}, {x} and {y}. */
  readonly tileUrl: string | null;
}
