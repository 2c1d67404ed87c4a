import { useEffect, useMemo } from 'react';
import { formatDuration } from '../../../../domain/timing/format.ts';
import type { Racer } from '../../../../domain/racers/library.ts';
import { samePersons } from '../../../../domain/racers/persons.ts';
import { readResults } from '../../../../domain/results/read-results.ts';
import type { RunDetails } from '../../../protocol/runs.ts';
import { useViewer } from '../../../../client/session/viewer.ts';
import { useObservable, useSync } from '../../../../client/sync/use-sync.ts';
import { cutByResult, type RaceCut } from './cut.ts';
import { findStandIn } from './find-stand-in.ts';

export type RaceResult =
  | { readonly kind: 'loading' }
  /** The viewer may not see the event, or it is gone. */
  | { readonly kind: 'unseen' }
  | { readonly kind: 'no-result'; readonly eventName: string; readonly racerName: string | null }
  | {
      readonly kind: 'result';
      readonly eventName: string;
      readonly racerName: string;
      /** The time as the board shows it. */
      readonly officialTime: string;
      readonly officialSeconds: number;
      readonly cut: RaceCut;
    };

const NOBODY: readonly Racer[] = [];

/** The board's result of the racer that a run is attached to, live; null when it is attached to none. */
export function useRaceResult(details: RunDetails | null): RaceResult | null {
  const sync = useSync();
  const isNobody = useViewer().kind === 'nobody';
  const race = details?.race ?? null;
  const eventId = race?.eventId ?? null;
  const merged = useObservable(sync?.account, null)?.merged ?? NOBODY;
  const shown = useObservable(eventId === null ? undefined : sync?.event(eventId), null);
  useEffect(() => (eventId === null ? undefined : sync?.followEvent(eventId)), [sync, eventId]);

  return useMemo(() => {
    if (race === null || details === null) return null;
    const event = shown?.event ?? null;
    if (event === null) return { kind: isNobody || shown?.problem != null ? 'unseen' : 'loading' };
    const standIn = findStandIn(event, samePersons(merged))(race.racerId);
    const racer = readResults(event).find(({ entry }) => entry.racerId === standIn);
    // Viewers do not get the name of a racer who was removed.
    const name = racer?.entry.name ?? (event.entries[race.racerId]?.name || null);
    const { startTime, finishTime, duration } = racer ?? {};
    if (startTime == null || finishTime == null || duration == null || racer?.state !== 'finished') {
      return { kind: 'no-result', eventName: event.name, racerName: name };
    }
    return {
      kind: 'result',
      eventName: event.name,
      racerName: racer.entry.name,
      officialTime: formatDuration(duration),
      officialSeconds: duration / 1000,
      cut: cutByResult(details, { startTime, finishTime }),
    };
  }, [details, race, shown, isNobody, merged]);
}
