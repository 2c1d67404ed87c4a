import { byTime, type EventResult, type HistoryRow, readEventResults } from '../../domain/history/event-result.ts';

/**
 * The results of all racers on one course, by racer: who was faster than ever before, in each event. After a tap only the
 * racers whose results have changed are looked at again, in all of their events.
 */
export class CourseIndex {
  /** Results by racer, then by event. */
  readonly #results = new Map<string, Map<string, EventResult>>();
  /** Racers with a result, by event. */
  readonly #racers = new Map<string, Set<string>>();
  readonly #beaten = new Map<string, Set<string>>();
  /** Racers who have to be compared again. */
  readonly #moved = new Set<string>();
  #size = 0;

  /** The number of results. */
  get size(): number {
    return this.#size;
  }

  /** Takes the results of an event in the place of those from before. */
  put(eventId: string, createdAt: number, rows: readonly HistoryRow[]): void {
    const before = this.#racers.get(eventId) ?? new Set();
    const now = new Set<string>();
    for (const own of rowsByRacer(rows)) {
      const [result] = readEventResults(own, () => createdAt);
      if (result === undefined) continue;
      const { racerId } = own[0]!;
      now.add(racerId);
      this.#set(racerId, result);
    }
    this.#racers.set(eventId, now);
    for (const racerId of before) if (!now.has(racerId)) this.#delete(racerId, eventId);
  }

  delete(eventId: string): void {
    for (const racerId of this.#racers.get(eventId) ?? []) this.#delete(racerId, eventId);
    this.#racers.delete(eventId);
    this.#beaten.delete(eventId);
  }

  /** A racer's results in other events. */
  listOthers(racerId: string, eventId: string): EventResult[] {
    return [...(this.#results.get(racerId)?.values() ?? [])].filter((each) => each.eventId !== eventId);
  }

  /** Racers whose time in this event is faster than all before. */
  beatenIn(eventId: string): ReadonlySet<string> {
    for (const racerId of this.#moved) this.#compare(racerId);
    this.#moved.clear();
    return this.#beaten.get(eventId) ?? new Set();
  }

  #set(racerId: string, result: EventResult): void {
    const own = this.#results.get(racerId) ?? new Map<string, EventResult>();
    const known = own.get(result.eventId);
    if (known === undefined) this.#size += 1;
    own.set(result.eventId, result);
    this.#results.set(racerId, own);
    if (known?.at !== result.at || known.ms !== result.ms) this.#moved.add(racerId);
  }

  #delete(racerId: string, eventId: string): void {
    const own = this.#results.get(racerId);
    if (own?.delete(eventId) !== true) return;
    this.#size -= 1;
    this.#beaten.get(eventId)?.delete(racerId);
    if (own.size === 0) this.#results.delete(racerId);
    this.#moved.add(racerId);
  }

  /** A racer with a time has started: the order of the results is that of the starts. */
  #compare(racerId: string): void {
    let best: number | null = null;
    for (const { eventId, ms } of [...(this.#results.get(racerId)?.values() ?? [])].toSorted(byTime)) {
      const beaten = this.#beaten.get(eventId) ?? new Set();
      this.#beaten.set(eventId, beaten);
      if (ms !== null && best !== null && ms < best) beaten.add(racerId);
      else beaten.delete(racerId);
      if (ms !== null) best = Math.min(best ?? ms, ms);
    }
  }
}

/** Rows are in the order of racers. */
function* rowsByRacer(rows: readonly HistoryRow[]): Iterable<readonly HistoryRow[]> {
  let own: HistoryRow[] = [];
  for (const row of rows) {
    if (own.length > 0 && own[0]!.racerId !== row.racerId) {
      yield own;
      own = [];
    }
    own.push(row);
  }
  if (own.length > 0) yield own;
}
