import { derive, type DeriveSettings, type Series } from '../../../../domain/derive.ts';
import type { Samples } from '../../../../domain/recording.ts';
import { summariseSeries, type Summary } from '../../../../domain/summary.ts';

/** What a screen draws of one source, and the figures of all of it. */
export interface Derived {
  readonly series: Series;
  readonly summary: Summary;
}

/** A source of a run, once its columns are there. */
export interface DerivedSource extends Derived {
  readonly id: string;
}

export interface DeriveRequest {
  readonly id: number;
  readonly samples: Samples;
  readonly breaks: readonly number[];
  readonly settings: DeriveSettings;
}

export interface DeriveAnswer {
  readonly id: number;
  readonly derived: Derived;
}

export function deriveAll({ samples, breaks, settings }: Omit<DeriveRequest, 'id'>): Derived {
  const series = derive(samples, breaks, settings);
  return { series, summary: summariseSeries(series) };
}

/** The memory of all columns, each once: two columns may share theirs. */
export function buffersOf({ series }: Derived): ArrayBuffer[] {
  const columns = [...Object.values(series), ...Object.values(series.recorded), ...Object.values(series.removedPlaces)];
  return [
    ...new Set(columns.filter((column) => column instanceof Float64Array).map(({ buffer }) => buffer as ArrayBuffer)),
  ];
}
