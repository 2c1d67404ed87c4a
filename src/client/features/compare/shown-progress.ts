import type { Trend } from '../../../domain/history/progress.ts';
import type { ProgressAnswer } from '../../../protocol/compare.ts';

/** A racer as the table shows them: the whole course or a part of it, with the day in it or taken out. */
export interface ShownRacer {
  readonly racerId: string;
  readonly name: string;
  readonly trend: Trend | null;
  readonly times: readonly { readonly event: number; readonly at: number; readonly ms: number }[];
  /** The section on which most was gained; null where none was. */
  readonly bestPart: number | null;
}

/** Racers without any time for the part are not shown. */
export function readShown({ racers, races, days }: ProgressAnswer, part: number | null, isOwn: boolean): ShownRacer[] {
  return racers.flatMap(({ racerId, name, times, trend, ownTrend, sections }) => {
    const shown = times.flatMap(({ event, ms, sections: parts }) => {
      const value = part === null ? ms - (isOwn ? (days[event] ?? 0) : 0) : (parts[part] ?? null);
      return value === null ? [] : [{ event, at: races[event]!.at, ms: value }];
    });
    if (shown.length === 0) return [];
    const faster = sections.flatMap((each, index) => (each?.says === 'faster' ? [{ index, change: each.change }] : []));
    const best = faster.toSorted((one, other) => one.change - other.change)[0];
    return [
      {
        racerId,
        name,
        times: shown,
        trend: part === null ? (isOwn ? ownTrend : trend) : (sections[part] ?? null),
        bestPart: part === null ? (best?.index ?? null) : null,
      },
    ];
  });
}
