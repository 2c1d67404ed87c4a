import { memo, type ReactNode } from 'react';
import type { TeamRules } from '../../../domain/model/race-format.ts';
import type { TeamResult } from '../../../domain/model/teams.ts';
import { BoardSection } from '../lists/board-section.tsx';
import { describeGap, describeLack, describeScore } from '../team-words.ts';

/** One racer of a team in words. */
export interface MemberWords {
  readonly racerId: string;
  readonly name: string;
  /** A time or a place, or where the racer is. */
  readonly brings: string;
  readonly isTimed: boolean;
  readonly counts: boolean;
}

export interface TeamBoardProps {
  readonly teams: readonly TeamResult[];
  readonly rules: TeamRules;
  /** The step in which times are published. */
  readonly unit: number;
  readonly membersOf: (team: TeamResult) => readonly MemberWords[];
  /** Beside the title. */
  readonly share: ReactNode;
}

/** The ranking of the teams. Racers who count stand out; the others are in brackets. */
export function TeamBoard({ teams, rules, unit, membersOf, share }: TeamBoardProps) {
  const best = teams[0]?.score ?? null;
  const nobody = rules.of === 'team' ? 'Nobody has a team yet.' : 'Nobody has a club yet.';
  return (
    <BoardSection
      title={rules.of === 'team' ? 'Teams' : 'Clubs'}
      aside={share && <div className="-me-3">{share}</div>}
      empty={nobody}
    >
      {teams.length > 0 && (
        <ol className="overflow-clip rounded-card border border-line bg-card shadow-card">
          {teams.map((team) => (
            <li key={team.key} className="flex gap-3 px-3.5 py-2.5 not-first:border-t not-first:border-line">
              <TeamRow
                team={team}
                rules={rules}
                gap={describeGap(team, best, rules, unit)}
                unit={unit}
                members={membersOf(team)}
              />
            </li>
          ))}
        </ol>
      )}
    </BoardSection>
  );
}

interface TeamRowProps extends Pick<TeamBoardProps, 'rules' | 'unit'> {
  readonly team: TeamResult;
  readonly gap: string | null;
  readonly members: readonly MemberWords[];
}

const TeamRow = memo(function TeamRow({ team, rules, unit, gap, members }: TeamRowProps) {
  const { rank, score, name } = team;
  return (
    <>
      <span
        className={`digits flex h-8 min-w-10 shrink-0 items-center justify-center rounded-bib px-1.5 text-16 font-[720] ${
          rank === 1 ? 'bg-accent text-on-accent' : 'text-ink-2'
        }`}
      >
        {rank === null ? <span aria-label="No rank">–</span> : `#${rank}`}
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex gap-3">
          <p dir="auto" className="min-w-0 flex-1 truncate pt-1 text-16 font-[650] xl:text-20" title={name}>
            {name}
          </p>
          <p className="digits shrink-0 text-end">
            {score === null ? (
              <span className="block pt-1 text-14 text-ink-2">{describeLack(team, rules)}</span>
            ) : (
              <span className="block text-18 font-[760] leading-8 xl:text-24">{describeScore(score, rules, unit)}</span>
            )}
          </p>
        </div>
        <div className="flex gap-3">
          <ul
            aria-label={`Racers of ${name}`}
            className="digits flex min-w-0 flex-1 flex-wrap gap-x-3 text-14 leading-6 text-ink-2"
          >
            {members.map((member) => (
              <Member key={member.racerId} member={member} isOver={score !== null && !member.counts} />
            ))}
          </ul>
          {gap !== null && <span className="digits shrink-0 text-13 leading-6 text-ink-2 xl:text-14">{gap}</span>}
        </div>
      </div>
    </>
  );
});

/** `isOver`: the team's result is made without this racer. */
function Member({ member, isOver }: { readonly member: MemberWords; readonly isOver: boolean }) {
  return (
    <li className="flex max-w-full min-w-0">
      {isOver && <span aria-hidden>(</span>}
      <bdi className="truncate">{member.name}</bdi>
      {member.brings !== '' && (
        <span className={`ms-1.5 shrink-0 ${member.isTimed && !isOver ? 'font-[650] text-ink' : ''}`}>
          {member.brings}
        </span>
      )}
      {isOver && (
        <>
          <span aria-hidden>)</span>
          <span className="sr-only">, doesn’t count</span>
        </>
      )}
    </li>
  );
}
