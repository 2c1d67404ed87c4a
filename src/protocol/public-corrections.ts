import * as z from 'zod/mini';
import type { Correction, Corrections } from '../domain/model/official.ts';
import type { ResultRow } from '../domain/results/rows.ts';
import { readRulingKey, statuses } from '../domain/model/ruling.ts';

/** A result as it was declared official, or as it is. Null is no result: no time, or not in the event. */
const declared = z.nullable(
  z.object({
    status: z.enum(statuses),
    publishedMs: z.nullable(z.int()),
    penaltyMs: z.int(),
    /** Null where results are not ranked by handicaps, or the racer has none. */
    handicapMs: z.nullable(z.int()),
  }),
);

/** A result that has changed since the results were declared official. One that was put back as it was is none. */
export const publicCorrection = z.object({
  racerId: z.string(),
  attempt: z.int().check(z.gte(1)),
  /** Null where the racer is in the event no more. */
  name: z.nullable(z.string()),
  was: declared,
  is: declared,
  /** The declared name, where it is another now. Null: it is the same, or not for everybody to read. */
  wasName: z.nullable(z.string()),
  /** The declared category, where it is another now; an empty text: none. */
  wasCategory: z.nullable(z.string()),
  /** When it last changed. */
  at: z.int(),
});
export type PublicCorrection = z.infer<typeof publicCorrection>;

/** The latest first. `gone`: corrections of racers who were taken out and have no rows. */
export function listCorrections(
  gone: Corrections,
  rows: readonly ResultRow[],
  nameOf: (row: ResultRow) => string,
): PublicCorrection[] {
  const inside = rows.flatMap((row): PublicCorrection[] => {
    const { racerId, attempt, correction } = row;
    if (correction === null) return [];
    return [{ racerId, attempt, name: nameOf(row), ...toDeclared(correction), is: declaredOf(row) }];
  });
  const known = new Set(rows.map(({ racerId }) => racerId));
  const outside = Object.entries(gone).flatMap(([key, correction]): PublicCorrection[] => {
    const { racerId, attempt } = readRulingKey(key);
    return known.has(racerId) ? [] : [{ racerId, attempt, name: null, ...toDeclared(correction), is: null }];
  });
  return [...inside, ...outside].toSorted(
    (one, other) => other.at - one.at || one.racerId.localeCompare(other.racerId) || one.attempt - other.attempt,
  );
}

type Declared = Pick<PublicCorrection, 'was' | 'wasName' | 'wasCategory' | 'at'>;

function toDeclared({ was, at, name, category }: Correction): Declared {
  const of = { wasName: name ?? null, wasCategory: category === null ? '' : (category ?? null), at };
  if (was === null) return { ...of, was };
  const { status, ms: publishedMs, penaltyMs, handicapMs = null } = was;
  return { ...of, was: { status, publishedMs, penaltyMs, handicapMs } };
}

function declaredOf({ status, publishedMs, penaltyMs, adjusted, ...row }: ResultRow): PublicCorrection['is'] {
  if (status !== 'OK') return { status, publishedMs: null, penaltyMs: 0, handicapMs: null };
  const handicapMs = adjusted === null ? null : row.handicapMs;
  return publishedMs === null ? null : { status, publishedMs, penaltyMs, handicapMs };
}
