import { buildRun } from '../../../src/telemetry/client/recordings/import/build-run.ts';
import { readFiles } from '../../../src/telemetry/client/recordings/reading/read-files.ts';
import { derivedOf } from '../../../src/telemetry/client/analysis/deriving/derived.ts';
import { buildModel } from '../../../src/telemetry/client/analysis/run-page/run-model.ts';
import { DEFAULT_SETTINGS, derive, type Series } from '../../../src/telemetry/domain/derive.ts';
import { unpack } from '../../../src/telemetry/domain/pack.ts';
import type { Summary } from '../../../src/telemetry/domain/summary.ts';

interface ShownLap {
  readonly seconds: number;
  /** NaN where no way is known. */
  readonly metres: number;
}

/** What the page of a run shows of one file. */
export interface Shown {
  readonly summary: Summary;
  readonly series: Series;
  readonly laps: readonly ShownLap[];
  /** Seconds since 1970. */
  readonly begins: number | null;
  /** Fixes that were taken out because nobody can have been there; a repeated place is no such. */
  readonly removed: number;
}

/** The file goes through the doors of the page: the reader of the worker, the store of the run, the model of its screen. */
export async function readShown(file: File): Promise<Shown | { readonly refused: string }> {
  const outcome = await readFiles([file], undefined, () => undefined);
  if (outcome.kind === 'failed') return { refused: outcome.failure.code };
  if (outcome.kind === 'crashed' || outcome.kind === 'archive') return { refused: outcome.kind };
  if (outcome.read === null)
    return { refused: outcome.kind === 'video' ? (outcome.withoutGps?.code ?? 'video') : 'data' };
  const { details, samples } = buildRun({ files: [{ file, handle: null }], outcome }, () => 'made');
  const stored = unpack(samples.get('made')!);
  if (!stored.ok) return { refused: stored.error };
  const { breaks } = details.sources[0]!;
  const series = derive(stored.value, breaks, DEFAULT_SETTINGS);
  const derived = derivedOf(series);
  const model = buildModel(details, [{ id: 'made', ...derived }]);
  const laps = model.laps.filter(({ span }) => span.to > span.from);
  return {
    summary: derived.summary,
    series,
    laps: laps.map(({ span }) => ({
      seconds: span.to - span.from,
      metres: model.distanceAt(span.to) - model.distanceAt(span.from),
    })),
    begins: details.timestamp,
    removed: series.removedFixes.jump + series.removedFixes.nowhere + series.removedFixes.imprecise,
  };
}
