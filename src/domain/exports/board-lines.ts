/** The part of a result that a line of a board is made of. */
interface Line {
  readonly racerId: string;
  readonly attempt: number;
  readonly rank: number | null;
  readonly categoryRank: number | null;
  readonly startAt: number | null;
  readonly finishAt: number | null;
  readonly status: string;
  readonly publishedMs: number | null;
}

interface Total {
  readonly racerId: string;
  readonly rank: number | null;
  readonly categoryRank: number | null;
  readonly publishedMs: number | null;
}

/** Results attempt by attempt, and the totals by rank; there are no totals in an event of one attempt. */
interface Results<Result> {
  readonly results: readonly Result[];
  readonly standings: readonly Total[];
}

/**
 * One line for each racer, by rank. Of several attempts the total counts: the first attempt alone would show another
 * winner. Start, finish and status are those of the last attempt that the racer has begun.
 */
export function boardLines<Result extends Line>({ results, standings }: Results<Result>): Result[] {
  if (standings.length === 0) return results.filter(({ attempt }) => attempt === 1);
  const last = new Map<string, Result>();
  for (const result of results) {
    const isBegun = result.startAt !== null || result.finishAt !== null || result.status !== 'OK';
    if (isBegun || !last.has(result.racerId)) last.set(result.racerId, result);
  }
  return standings.flatMap(({ racerId, rank, categoryRank, publishedMs }) => {
    const result = last.get(racerId);
    return result === undefined ? [] : [{ ...result, rank, categoryRank, publishedMs }];
  });
}
