/** Formats in which a recording can be written, with what each of them can say. */
export const FORMATS = ['fit', 'gpx', 'tcx', 'csv', 'nmea', 'vbo', 'igc', 'kml', 'srt', 'gopro'] as const;
export type Format = (typeof FORMATS)[number];

/** Values beside time and place. */
const VALUES = ['speed', 'distance', 'elevation', 'heartRate', 'cadence', 'power', 'temperature'] as const;
export type Value = (typeof VALUES)[number];

interface Ability {
  /** Samples in a second. */
  readonly rates: readonly number[];
  readonly values: readonly Value[];
  readonly hasLaps: boolean;
  /** Whether a pause ends one piece of the recording and begins the next. */
  readonly hasPieces: boolean;
  /** Whether a recording can do without places. */
  readonly canBeIndoors: boolean;
  /** Metres to which places are rounded: a step is at least eight times as long, or the rounding would be the way. */
  readonly rounding: number;
  /** Whether heights are whole metres. */
  readonly hasWholeHeights: boolean;
  /** Whether a value that no ride has can stand in the file. */
  readonly hasOddValues: boolean;
}

const ALL: readonly Value[] = VALUES;
const PLACES_ONLY = {
  hasLaps: false,
  hasPieces: false,
  canBeIndoors: false,
  rounding: 0,
  hasWholeHeights: false,
  hasOddValues: false,
};

export const ABILITIES: Readonly<Record<Format, Ability>> = {
  fit: {
    ...PLACES_ONLY,
    rates: [0.2, 0.25, 0.5, 1, 1, 10],
    values: ALL,
    hasLaps: true,
    hasPieces: true,
    canBeIndoors: true,
  },
  gpx: {
    ...PLACES_ONLY,
    rates: [0.2, 0.5, 1, 1, 2, 5, 10, 25],
    values: ALL.filter((value) => value !== 'distance'),
    hasPieces: true,
    hasOddValues: true,
  },
  tcx: {
    ...PLACES_ONLY,
    rates: [0.2, 0.5, 1, 1, 4],
    values: ALL.filter((value) => value !== 'temperature'),
    hasLaps: true,
    hasPieces: true,
    canBeIndoors: true,
    hasOddValues: true,
  },
  csv: {
    ...PLACES_ONLY,
    rates: [0.2, 0.5, 1, 2, 5, 10, 18, 25],
    values: ALL,
    hasLaps: true,
    canBeIndoors: true,
    hasOddValues: true,
  },
  nmea: { ...PLACES_ONLY, rates: [0.2, 1, 1, 5, 10, 25], values: ['speed', 'elevation'] },
  vbo: { ...PLACES_ONLY, rates: [1, 5, 10, 20, 25], values: ['speed', 'elevation'] },
  igc: { ...PLACES_ONLY, rates: [0.2, 0.25, 0.5, 1], values: ['elevation'], rounding: 1, hasWholeHeights: true },
  kml: { ...PLACES_ONLY, rates: [0.2, 0.5, 1, 5], values: ['elevation'], hasPieces: true },
  srt: { ...PLACES_ONLY, rates: [1, 5, 10, 25], values: ['speed', 'elevation'] },
  gopro: { ...PLACES_ONLY, hasPieces: true, rates: [1, 5, 10, 18, 25], values: ['speed', 'elevation'] },
};
