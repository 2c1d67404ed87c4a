/** A colour as the page writes it, or the name of a variable of the page ('--color-ink'), which follows its scheme. */
export type MapColour = string;

export interface MapTrack {
  readonly id: string;
  readonly lat: Float64Array;
  readonly lon: Float64Array;
  /** Where a new segment begins: no line is drawn across. */
  readonly breaks: readonly number[];
  readonly colour: MapColour;
  readonly isDashed?: boolean;
  /** Whether its start and its end are marked; they are unless this says no. */
  readonly showsEnds?: boolean;
  /** Stretches in a colour of their own, by indices. */
  readonly parts?: readonly TrackPart[];
}

export interface TrackPart {
  readonly from: number;
  readonly to: number;
  readonly colour: MapColour;
  /** Colour is never the only sign: what counts more is drawn broader. */
  readonly width?: number;
}

export interface MapMarker {
  readonly id: string;
  readonly colour: MapColour;
  /** A ghost is a ring. */
  readonly isGhost?: boolean;
}

/** A line across the course. It lies on the first track, and is moved along it. */
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
  /** Where pictures of the ground come from: an address with {z}, {x} and {y} in it. */
  readonly tileUrl: string | null;
}
