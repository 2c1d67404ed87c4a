import type { Line } from '../model/lines.ts';
import type { ResultRow } from '../results/rows.ts';
import type { ResultStatus } from '../model/ruling.ts';

/** The part of a result that followers were told of last, for one attempt of one racer. */
export interface KnownResult {
  readonly startAt: number | null;
  readonly lines: readonly Line[];
  readonly publishedMs: number | null;
  readonly status: ResultStatus;
}

export const nothingKnown: KnownResult = { startAt: null, lines: [], publishedMs: null, status: 'OK' };

/** The part of a stored result that makes news. */
export type TellableRow = Pick<ResultRow, 'startAt' | 'splits' | 'publishedMs' | 'status'>;

export const knownOf = ({ startAt, splits, publishedMs, status }: TellableRow): KnownResult => ({
  startAt,
  lines: splits.map(({ line }) => line),
  publishedMs,
  status,
});

export type News =
  | { readonly kind: 'started'; readonly at: number }
  | { readonly kind: 'split'; readonly line: Line; readonly at: number }
  | { readonly kind: 'finished'; readonly ms: number }
  | { readonly kind: 'corrected'; readonly ms: number; readonly before: number }
  | { readonly kind: 'finish-undone'; readonly before: number }
  | { readonly kind: 'start-undone' }
  | { readonly kind: 'status'; readonly status: ResultStatus; readonly ms: number | null };

/**
 * News of a racer that followers were not told yet. They come from the difference of two results and not from taps: a tap that
 * was undone before anybody was told is no news, and any change of a time is one correction.
 */
export function findNews(told: KnownResult, row: TellableRow): readonly News[] {
  const { status, publishedMs: ms, startAt } = row;
  if (status !== told.status) return [{ kind: 'status', status, ms }];
  if (ms !== told.publishedMs) {
    if (ms === null) return [{ kind: 'finish-undone', before: told.publishedMs! }];
    if (told.publishedMs === null) return [{ kind: 'finished', ms }];
    return [{ kind: 'corrected', ms, before: told.publishedMs }];
  }
  // The racer is in, or out of the race: the way there is no news any more.
  if (ms !== null || status !== 'OK') return [];
  if (startAt === null) return told.startAt === null ? [] : [{ kind: 'start-undone' }];
  const splits = row.splits.filter(({ line }) => !told.lines.includes(line));
  return [
    ...(told.startAt === null ? [{ kind: 'started', at: startAt } as const] : []),
    ...splits.map(({ line, at }) => ({ kind: 'split', line, at }) as const),
  ];
}
