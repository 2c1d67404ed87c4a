import type { ResultRow } from './rows.ts';
import type { ResultStatus } from '../model/ruling.ts';

/** `result`: a time counts for the first time. `correction`: it is another one now, or none. `status`: DNF and the like. */
export const newsKinds = ['result', 'correction', 'status'] as const;
export type NewsKind = (typeof newsKinds)[number];

type Known = Pick<ResultRow, 'racerId' | 'attempt' | 'status' | 'publishedMs'>;

/** News of one attempt of one racer. */
export interface ResultNews {
  readonly kind: NewsKind;
  readonly racerId: string;
  readonly attempt: number;
  /** Null: the attempt was not known. */
  readonly before: { readonly status: ResultStatus; readonly publishedMs: number | null } | null;
}

/** The differences between two states of the same racers' results. What changed and changed back is no news. */
export function newsBetween(before: readonly Known[], after: readonly Known[]): ResultNews[] {
  const earlier = new Map(before.map((row) => [keyOf(row), row]));
  const news = after.flatMap((row) => newsOf(earlier.get(keyOf(row)), row, row));
  const left = new Set(after.map(keyOf));
  return [...news, ...before.filter((row) => !left.has(keyOf(row))).flatMap((row) => newsOf(row, undefined, row))];
}

const keyOf = ({ racerId, attempt }: Known): string => `${racerId} ${attempt}`;

function newsOf(was: Known | undefined, is: Known | undefined, { racerId, attempt }: Known): ResultNews[] {
  const kind = kindOf(was, is);
  if (kind === null) return [];
  const before = was === undefined ? null : { status: was.status, publishedMs: was.publishedMs };
  return [{ kind, racerId, attempt, before }];
}

function kindOf(was: Known | undefined, is: Known | undefined): NewsKind | null {
  const [had, has] = [was?.publishedMs ?? null, is?.publishedMs ?? null];
  if (is !== undefined && (was?.status ?? 'OK') !== is.status) return 'status';
  if (had !== has) return had === null ? 'result' : 'correction';
  // A racer with a status who is taken out of the event has neither any more.
  return is === undefined && was !== undefined && was.status !== 'OK' ? 'correction' : null;
}
