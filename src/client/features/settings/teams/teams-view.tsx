import { HUNDREDTHS } from '../../../../domain/model/precision.ts';
import type { TeamRules } from '../../../../domain/model/race-format.ts';
import { SwitchRow } from '../../../ui/switch-row.tsx';
import type { TimerViewProps } from '../../../event/view-list.ts';
import { TeamMembers } from './team-members.tsx';
import { TeamRulesForm } from './team-rules-form.tsx';
import { setFormat } from '../../../event/record.ts';
import { Section } from '../../../ui/section.tsx';
import type { TeamResult } from '../../../../domain/model/teams.ts';
import { rankTeams } from '../../../../domain/results/teams.ts';
import { type MemberWords, TeamBoard } from '../../../leaderboard/standings/team-board.tsx';
import { describeMember, describeTeamRules } from '../../../leaderboard/team-words.ts';

/** For the owner: whether teams are ranked, by what, who is on which team, and what viewers see. */
export function TeamsView({ open }: TimerViewProps) {
  const { event } = open;
  const { teams: rules, shows } = event.format;

  const setRules = (next: TeamRules | null) =>
    setFormat(open, next === null ? 'No teams' : 'Teams changed', { teams: next });

  return (
    <>
      <TeamRulesForm event={event} rules={rules} onChange={setRules} />
      {rules !== null && (
        <>
          <TeamExample rules={rules} />
          <TeamMembers open={open} rules={rules} />
          <Section title="What viewers see" className="">
            <SwitchRow
              label={rules.of === 'team' ? 'Viewers see the teams' : 'Viewers see the clubs'}
              hint={
                rules.of === 'team'
                  ? 'The ranking of the teams, and each racer’s team. Off: only admins see them.'
                  : 'The ranking of the clubs, and each racer’s club. Off: only admins see them.'
              }
              isOn={shows.includes(rules.of)}
              onChange={(isOn) =>
                setFormat(open, 'Changed what viewers see', {
                  shows: isOn ? [...shows, rules.of] : shows.filter((shown) => shown !== rules.of),
                })
              }
            />
          </Section>
        </>
      )}
    </>
  );
}

const names = [
  'Ada Ben Cleo Dora Emil Fay Gus Hana Ivo Jo Kai Lea Max'.split(' '),
  'Nora Otto Pia Quin Rosa Sam Tess Udo Vera Wes Xia Yan Zoe'.split(' '),
];
const teams = 'Wheelers Rovers'.split(' ');

/** Two made-up teams, ranked by these rules: one racer more than counts in each. */
function TeamExample({ rules }: { readonly rules: TeamRules }) {
  const size = Math.min(rules.n, names[0]!.length - 1) + 1;
  const racers = teams.flatMap((team, ofTeam) =>
    names[ofTeam]!.slice(0, size).map((name, index) => ({
      racerId: name,
      team,
      ms: 60_000 * 21 + 1000 * (17 * index + 9 * ofTeam + index * index * (2 - ofTeam) * 5),
      // The last ones fit, so that the quota can be seen to do something.
      fitsQuota: index >= size - (rules.quota?.least ?? 0),
    })),
  );
  const membersOf = ({ members }: TeamResult): MemberWords[] =>
    members.map((member) => {
      const { racerId, counts } = member;
      return { racerId, counts, name: racerId, isTimed: true, brings: describeMember(member, undefined, rules) };
    });
  return (
    <Section title="For example" className="flex flex-col gap-1">
      <p className="text-ink-2">{describeTeamRules(rules)}</p>
      <TeamBoard
        teams={rankTeams(racers, rules)}
        rules={rules}
        unit={HUNDREDTHS.unit}
        membersOf={membersOf}
        share={false}
      />
      <p className="text-14 text-ink-2">Racers in brackets don’t count.</p>
    </Section>
  );
}
