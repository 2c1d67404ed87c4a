import { type ReactNode, useMemo, useState } from 'react';
import type { EventState } from '../../../domain/model/state.ts';
import { readResults } from '../../../domain/results/read-results.ts';
import { readTeams } from '../../../domain/results/read-teams.ts';
import type { TeamResult } from '../../../domain/model/teams.ts';
import { Choices } from '../../ui/choices.tsx';
import { type MemberWords, TeamBoard } from './team-board.tsx';
import { describeMember, describeTeamRules } from '../team-words.ts';

export interface ShownTeams {
  /** Above the ranking: racers or teams. */
  readonly choice: ReactNode;
  /** The ranking of teams, where it is chosen; it stands in the leaderboard's place. */
  readonly instead: ((share: ReactNode) => ReactNode) | undefined;
}

/** Null where the event ranks no teams, or this reader may not see them. A team time trial shows its teams first. */
export function useTeamBoard(event: EventState, isShown: boolean): ShownTeams | null {
  const { teams: rules } = event.format;
  const [chosen, setChosen] = useState<'racers' | 'teams' | null>(null);
  const shows = chosen ?? (rules?.startsTogether === true ? 'teams' : 'racers');
  const isWanted = isShown && rules !== null && shows === 'teams';

  return useMemo(() => {
    if (!isShown || rules === null) return null;
    const choice = (
      <div className="flex flex-col gap-2 md:pt-2">
        <Choices
          label="Ranking"
          layout="fill"
          chosen={shows}
          options={[
            { id: 'racers', label: 'Racers' },
            { id: 'teams', label: rules.of === 'team' ? 'Teams' : 'Clubs' },
          ]}
          onChoose={setChosen}
        />
        {shows === 'teams' && <p className="px-1 text-14 text-ink-2">{describeTeamRules(rules)}</p>}
      </div>
    );
    if (!isWanted) return { choice, instead: undefined };
    const teams = readTeams(event)!;
    const results = new Map(readResults(event).map((result) => [result.entry.racerId, result]));
    const membersOf = ({ members }: TeamResult): MemberWords[] =>
      members.map((member) => {
        const result = results.get(member.racerId);
        const { racerId, counts, ms } = member;
        const name = result?.entry.name ?? '';
        return { racerId, counts, name, isTimed: ms !== null, brings: describeMember(member, result, rules) };
      });
    return {
      choice,
      instead: (share) => (
        <TeamBoard teams={teams} rules={rules} unit={event.precision.unit} membersOf={membersOf} share={share} />
      ),
    };
  }, [event, rules, isShown, isWanted, shows]);
}
