import { applyAll } from './apply.ts';
import type { Change } from '../model/changes.ts';
import type { Line } from '../model/lines.ts';
import type { EventState, Tap } from '../model/state.ts';
import { timeOf } from '../model/state.ts';
import type { DurationMs, EpochMs } from '../units.ts';
import type { EntryResult } from '../results/entry-result.ts';
import { readLeaderboard } from '../results/read-leaderboard.ts';
import { readResults } from '../results/read-results.ts';

/** The taps that are moved together. A field that is null limits nothing. */
export interface MoveChoice {
  readonly deviceId: string | null;
  readonly line: Line | null;
  readonly racers: RacersChoice | null;
  readonly from: EpochMs | null;
  readonly to: EpochMs | null;
}

/** A group of the library, or the racers whom the start list sends off at one moment. */
export type RacersChoice =
  | { readonly kind: 'group'; readonly group: string }
  | { readonly kind: 'wave'; readonly at: EpochMs };

/**
 * The taps that a choice means, the earliest first. Taps that were taken back are left out, and so are times that were
 * set by hand: no clock measured them.
 */
export function findTaps(event: EventState, choice: MoveChoice): Tap[] {
  const { deviceId, line, racers, from, to } = choice;
  return Object.values(event.taps)
    .filter((tap) => !tap.undone && tap.corrected === null && tap.line !== 'zero')
    .filter((tap) => deviceId === null || tap.by.deviceId === deviceId)
    .filter((tap) => line === null || tap.line === line)
    .filter((tap) => racers === null || isOf(event, tap, racers))
    .filter((tap) => (from === null || timeOf(tap) >= from) && (to === null || timeOf(tap) <= to))
    .toSorted((one, other) => timeOf(one) - timeOf(other) || one.seq - other.seq);
}

function isOf({ entries }: EventState, { racerId }: Tap, racers: RacersChoice): boolean {
  const entry = racerId === null ? undefined : entries[racerId];
  if (entry === undefined) return false;
  return racers.kind === 'group' ? entry.groups.includes(racers.group) : entry.slot?.at === racers.at;
}

/** A result before and after the move. */
export interface MovedResult {
  readonly before: Standing;
  readonly after: Standing;
}

export interface Standing {
  readonly racer: EntryResult;
  readonly rank: number | null;
}

const PREVIEW = 'preview';

/** The results that a move changes, by their place afterwards. The rules are those of the move itself. */
export function previewMove(event: EventState, taps: readonly Tap[], ms: DurationMs): MovedResult[] {
  if (taps.length === 0 || ms === 0) return [];
  const change: Change = {
    type: 'taps-shifted',
    shiftId: PREVIEW,
    tapIds: taps.map(({ id }) => id),
    ms,
    reason: '',
    eventId: event.id,
    seq: event.seq + 1,
    commandId: PREVIEW,
    at: event.createdAt,
    by: { userId: '', name: '', deviceId: '' },
  };
  const before = standings(event);
  const after = standings(applyAll(event, [change])!);
  return [...after].flatMap(([racerId, now]) => {
    const then = before.get(racerId)!;
    const isSame = then.rank === now.rank && saidOf(then.racer) === saidOf(now.racer);
    return isSame ? [] : [{ before: then, after: now }];
  });
}

/** A start and a finish that move together change no result. */
const saidOf = ({ state, net, startTime }: EntryResult): string => `${state} ${net ?? startTime}`;

function standings(event: EventState): ReadonlyMap<string, Standing> {
  const results = new Map(readResults(event).map((racer) => [racer.entry.racerId, racer]));
  const { ranked, without, unranked } = readLeaderboard(event);
  return new Map(
    [...ranked, ...without, ...unranked].map(({ entry: { racerId }, ...row }) => {
      const { rank = null } = row as Partial<Pick<Standing, 'rank'>>;
      return [racerId, { racer: results.get(racerId)!, rank }];
    }),
  );
}

/** Moments at which the start list sends off more than one racer. */
export function listWaves(event: EventState): { readonly at: EpochMs; readonly racers: number }[] {
  const counts = new Map<EpochMs, number>();
  for (const { slot, removed } of Object.values(event.entries)) {
    if (slot?.at != null && !removed) counts.set(slot.at, (counts.get(slot.at) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, racers]) => racers > 1)
    .map(([at, racers]) => ({ at, racers }))
    .toSorted((one, other) => one.at - other.at);
}
