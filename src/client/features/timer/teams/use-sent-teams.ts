import { useEffect, useRef, useState } from 'react';
import type { EventState } from '../../../../domain/events/state.ts';
import type { TeamResult } from '../../../../domain/results/teams.ts';
import type { PublicResults } from '../../../../protocol/results.ts';
import { api } from '../../../../protocol/routes.ts';
import { call } from '../../../session/api.ts';

/** Least time between two questions: every finish of a full race would be one, from every viewer. */
const LEAST_MS = 10_000;

/** The teams as the server ranks them, for viewers who cannot do so themselves; at first as the page came with them. Null until they have arrived. */
export function useSentTeams(
  event: EventState,
  isWanted: boolean,
  first: readonly TeamResult[] | undefined,
): readonly TeamResult[] | null {
  const { id, seq } = event;
  const [teams, setTeams] = useState<readonly TeamResult[] | null>(first ?? null);
  const askedAt = useRef(-Infinity);
  useEffect(() => {
    if (!isWanted) return;
    let isOver = false;
    const wait = Math.max(0, askedAt.current + LEAST_MS - performance.now());
    const timer = setTimeout(() => {
      askedAt.current = performance.now();
      void call<PublicResults>('GET', addressOf(id)).then((answer) => {
        if (!isOver && answer.ok) setTeams(readTeams(answer.value));
      });
    }, wait);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isWanted, id, seq]);
  return teams;
}

function addressOf(eventId: string): string {
  const key = new URLSearchParams(location.search).get('guestViewerKey');
  const query = key === null ? '' : `?key=${encodeURIComponent(key)}`;
  return api.results.replace(':eventId', encodeURIComponent(eventId)) + query;
}

function readTeams({ teams, results, standings }: PublicResults): TeamResult[] {
  const times = new Map(
    (standings.length > 0 ? standings : results).map(({ racerId, publishedMs }) => [racerId, publishedMs]),
  );
  return teams.map(({ name, rank, publishedMs, points, missing, missingOfQuota, members }) => ({
    key: name,
    name,
    rank,
    score: publishedMs ?? points,
    lacks: missing,
    lacksOfQuota: missingOfQuota,
    members: members.map((member) => ({ ...member, ms: times.get(member.racerId) ?? null })),
  }));
}
