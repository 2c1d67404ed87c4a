/** Channels that can be measured beside time: the unit, the plausible range, and the step of storage. */
interface ChannelFacts {
  readonly unit: string;
  readonly least: number;
  readonly most: number;
  /** The step in which values are stored; chosen so that every plausible value fits into 32 bits. */
  readonly step: number;
}

export const CHANNELS = {
  lat: { unit: '°', least: -90, most: 90, step: 1e-7 },
  lon: { unit: '°', least: -180, most: 180, step: 1e-7 },
  elevation: { unit: 'm', least: -12_000, most: 100_000, step: 0.001 },
  speed: { unit: 'm/s', least: 0, most: 2_000, step: 0.0001 },
  distance: { unit: 'm', least: 0, most: 20_000_000, step: 0.01 },
  heartRate: { unit: 'bpm', least: 0, most: 300, step: 0.01 },
  cadence: { unit: 'rpm', least: 0, most: 1_000, step: 0.01 },
  power: { unit: 'W', least: 0, most: 10_000, step: 0.01 },
  temperature: { unit: '°C', least: -100, most: 200, step: 0.01 },
  heading: { unit: '°', least: 0, most: 360, step: 0.0001 },
  /** 0 no fix, 2 in the plane, 3 in space. */
  fix: { unit: '', least: 0, most: 9, step: 1 },
  /** Dilution of precision. */
  precision: { unit: '', least: 0, most: 10_000, step: 0.001 },
  accelX: { unit: 'm/s²', least: -2_000, most: 2_000, step: 0.0001 },
  accelY: { unit: 'm/s²', least: -2_000, most: 2_000, step: 0.0001 },
  accelZ: { unit: 'm/s²', least: -2_000, most: 2_000, step: 0.0001 },
  throttle: { unit: '%', least: 0, most: 100, step: 0.001 },
  brake: { unit: '%', least: 0, most: 1_000, step: 0.001 },
  engineSpeed: { unit: 'rpm', least: 0, most: 100_000, step: 0.1 },
  lean: { unit: '°', least: -180, most: 180, step: 0.0001 },
} as const satisfies Record<string, ChannelFacts>;

/**
 * Narrower bounds, for values that are read: what no rider, no hill and no weather has. 255 and 65,535 stand for 'no value'
 * in devices. Runs that are stored already keep what they have.
 */
const READ_BOUNDS: Readonly<Partial<Record<Channel, readonly [least: number, most: number]>>> = {
  elevation: [-1_000, 30_000],
  speed: [0, 400],
  heartRate: [0, 250],
  cadence: [0, 254],
  power: [0, 5_000],
  temperature: [-90, 126],
};

export type Channel = keyof typeof CHANNELS;
export const readBoundsOf = (channel: Channel): readonly [least: number, most: number] =>
  READ_BOUNDS[channel] ?? [CHANNELS[channel].least, CHANNELS[channel].most];

export const CHANNEL_NAMES = Object.keys(CHANNELS) as readonly Channel[];

export const isChannel = (name: string): name is Channel => Object.hasOwn(CHANNELS, name);

export function isPlausible(channel: Channel, value: number): boolean {
  const { least, most } = CHANNELS[channel];
  return value >= least && value <= most;
}
