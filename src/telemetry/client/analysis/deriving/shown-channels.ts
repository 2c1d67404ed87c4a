/** Channels in the order of the screen. */
export const SHOWN_CHANNELS = [
  'speed',
  'pace',
  'elevation',
  'heartRate',
  'power',
  'cadence',
  'gradient',
  'distance',
] as const;
export type ShownChannel = (typeof SHOWN_CHANNELS)[number];
