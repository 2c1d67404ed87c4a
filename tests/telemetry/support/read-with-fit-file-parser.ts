import FitParser from 'fit-file-parser';

export interface PeerRecord {
  /** Seconds since 1970. */
  readonly time: number;
  readonly lat: number;
  readonly lon: number;
  readonly heartRate: number;
  readonly power: number;
  readonly distance: number;
}

const orNothing = (value: unknown) => (typeof value === 'number' ? value : NaN);

/** The library's reading of a FIT file, to compare with the product's. */
export async function readWithFitFileParser(bytes: Uint8Array): Promise<{ records: PeerRecord[]; laps: number }> {
  const parser = new FitParser({ mode: 'list', speedUnit: 'm/s', lengthUnit: 'm' });
  const { records = [], laps = [] } = await parser.parseAsync(Buffer.from(bytes));
  return {
    laps: laps.length,
    records: records.map((record) => ({
      time: Date.parse(String(record.timestamp)) / 1_000,
      lat: orNothing(record.position_lat),
      lon: orNothing(record.position_long),
      heartRate: orNothing(record.heart_rate),
      power: orNothing(record.power),
      distance: orNothing(record.distance),
    })),
  };
}
