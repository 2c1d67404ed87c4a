import type { TeamRules } from '../../../../domain/model/race-format.ts';
import type { Entry } from '../../../../domain/model/state.ts';
import { counted } from '../../../../domain/language.ts';
import type { Details } from '../../../../domain/racers/details.ts';
import { rankTeams, teamKey, teamNameOf } from '../../../../domain/results/teams.ts';
import { MAX_DESCRIBED_PER_COMMAND } from '../../../../protocol/limits.ts';
import { split } from '../../../event/command-parts.ts';
import type { OpenEvent } from '../../../event/event-context.ts';
import { WithoutTeam } from './without-team.tsx';
import { recordWithUndo } from '../../../event/record.ts';
import { Section } from '../../../ui/section.tsx';

/** Who is on which team, and racers without one: many of them get a team at once. */
export function TeamMembers({ open, rules }: { readonly open: OpenEvent; readonly rules: TeamRules }) {
  const entries = Object.values(open.event.entries).filter(({ removed }) => !removed);
  const teams = rankTeams(
    entries.map(({ racerId, details }) => ({ racerId, team: teamNameOf(rules, details), fitsQuota: true, ms: null })),
    rules,
  ).toSorted((one, other) => (one.key < other.key ? -1 : 1));
  const nameOf = new Map(entries.map(({ racerId, name }) => [racerId, name]));
  const without = entries.filter(({ details }) => teamKey(teamNameOf(rules, details)) === null);

  function give(chosen: readonly Entry[], name: string): void {
    // A team that is typed another way stays one team: its name is written as it is.
    const known = teams.find(({ key }) => key === teamKey(name))?.name ?? name.trim();
    const steps = (detailsOf: (entry: Entry) => Details) => {
      const given = chosen.map((entry) => ({ racerId: entry.racerId, details: detailsOf(entry) }));
      return split(given, MAX_DESCRIBED_PER_COMMAND).map((part) => ({ type: 'details.set', given: part }) as const);
    };
    recordWithUndo(
      open,
      `${known}: ${counted(chosen.length, 'racer', 'racers')} more`,
      steps(({ details }) => ({ ...details, [rules.of]: known })),
      steps(({ details }) => details ?? {}),
    );
  }

  return (
    <>
      <Section title={rules.of === 'team' ? 'Teams of this event' : 'Clubs of this event'}>
        {teams.length === 0 ? (
          <p className="text-ink-2">
            {rules.of === 'team'
              ? 'None yet. Choose racers below and give them a team.'
              : 'None yet. Choose racers below and give them a club.'}
          </p>
        ) : (
          <ul className="rounded-card border border-line bg-card shadow-card">
            {teams.map(({ key, name, members }) => (
              <li key={key} className="px-3.5 py-2 not-first:border-t not-first:border-line">
                <p className="flex gap-3">
                  <bdi className="min-w-0 flex-1 truncate font-[650]">{name}</bdi>
                  <span className="digits shrink-0 text-14 text-ink-2">
                    {counted(members.length, 'racer', 'racers')}
                    {members.length < rules.n && `, ${rules.n} needed`}
                  </span>
                </p>
                <bdi className="line-clamp-2 block text-14 text-ink-2">
                  {members.map(({ racerId }) => nameOf.get(racerId)).join(', ')}
                </bdi>
              </li>
            ))}
          </ul>
        )}
      </Section>
      <WithoutTeam
        entries={without}
        of={rules.of}
        names={teams.map(({ name }) => name)}
        isEmpty={entries.length === 0}
        onGive={give}
      />
    </>
  );
}
