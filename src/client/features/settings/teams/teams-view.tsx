import type { TeamRules } from '../../../../domain/model/race-format.ts';
import { SwitchRow } from '../../../ui/switch-row.tsx';
import type { TimerViewProps } from '../../../event/view-list.ts';
import { ViewPage } from '../../../event/view-page.tsx';
import { TeamExample } from './team-example.tsx';
import { TeamMembers } from './team-members.tsx';
import { TeamRulesForm } from './team-rules-form.tsx';
import { setFormat } from '../../../event/record.ts';
import { Section } from '../../../ui/section.tsx';

/** For the owner: whether teams are ranked, by what, who is on which team, and what viewers see. */
export function TeamsView({ open, onClose }: TimerViewProps) {
  const { event } = open;
  const { teams: rules, shows } = event.format;

  const setRules = (next: TeamRules | null) =>
    setFormat(open, next === null ? 'No teams' : 'Teams changed', { teams: next });

  return (
    <ViewPage title="Teams" name={event.name} onClose={onClose}>
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
    </ViewPage>
  );
}
