/** The fastest time over a course in one category, and when it was set. */
export interface RecordTime {
  /** The category on the day of the race. Null: none. */
  readonly category: string | null;
  readonly ms: number;
  readonly racerId: string;
  readonly name: string;
  readonly at: number;
  readonly eventId: string;
}

/**
 * The record of everybody, whose category is null here, then those of the categories by name. Of two equal times the first
 * one is the record: the second has beaten nothing. Empty without a time.
 */
export function readRecords(times: readonly RecordTime[]): RecordTime[] {
  const byCategory = new Map<string, RecordTime>();
  let overall: RecordTime | undefined;
  for (const time of times) {
    if (isAhead(time, overall)) overall = time;
    if (time.category !== null && isAhead(time, byCategory.get(time.category))) byCategory.set(time.category, time);
  }
  if (overall === undefined) return [];
  const categories = [...byCategory.values()].toSorted((one, other) => (one.category! < other.category! ? -1 : 1));
  return [{ ...overall, category: null }, ...categories];
}

const isAhead = (time: RecordTime, before: RecordTime | undefined): boolean =>
  before === undefined || time.ms < before.ms || (time.ms === before.ms && time.at < before.at);
