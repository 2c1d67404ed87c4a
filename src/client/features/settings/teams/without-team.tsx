import { type FormEvent, useId, useState } from 'react';
import type { TeamRules } from '../../../../domain/model/race-format.ts';
import type { Entry } from '../../../../domain/model/state.ts';
import { counted } from '../../../../domain/language.ts';
import { MAX_GROUP_LENGTH } from '../../../../protocol/limits.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Section } from '../../../ui/section.tsx';

export interface WithoutTeamProps {
  readonly entries: readonly Entry[];
  readonly of: TeamRules['of'];
  /** Teams that are there already. */
  readonly names: readonly string[];
  readonly isEmpty: boolean;
  readonly onGive: (chosen: readonly Entry[], team: string) => void;
}

/** Racers without a team, to be chosen and given one together. */
export function WithoutTeam({ entries, of, names, isEmpty, onGive }: WithoutTeamProps) {
  const id = useId();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [team, setTeam] = useState('');
  const [isSent, setIsSent] = useState(false);
  const those = entries.filter(({ racerId }) => chosen.has(racerId));

  function choose(racerIds: readonly string[], isChosen: boolean): void {
    const next = new Set(chosen);
    for (const racerId of racerIds) {
      if (isChosen) next.add(racerId);
      else next.delete(racerId);
    }
    setChosen(next);
  }
  function submit(submitted: FormEvent): void {
    submitted.preventDefault();
    setIsSent(true);
    if (team.trim() === '' || those.length === 0) return;
    onGive(those, team);
    setChosen(new Set());
    setTeam('');
    setIsSent(false);
  }

  return (
    <Section
      title={
        <>
          {of === 'team' ? 'Without a team' : 'Without a club'}{' '}
          {entries.length > 0 && <span className="digits text-ink-2">{entries.length}</span>}
        </>
      }
    >
      {entries.length === 0 ? (
        <p className="text-ink-2">
          {isEmpty
            ? 'No racers in this event yet.'
            : of === 'team'
              ? 'Every racer has a team.'
              : 'Every racer has a club.'}
        </p>
      ) : (
        <form noValidate onSubmit={submit} className="flex flex-col gap-3">
          <p className="text-ink-2">They rank one by one, and count for nobody.</p>
          <ul aria-label="Racers to choose" className="rounded-card border border-line bg-card shadow-card">
            {entries.length > 1 && (
              <Choice
                label={`All ${entries.length}`}
                isChecked={those.length === entries.length}
                onChange={(isChosen) =>
                  choose(
                    entries.map(({ racerId }) => racerId),
                    isChosen,
                  )
                }
              />
            )}
            {entries.map(({ racerId, name, bib, groups }) => (
              <Choice
                key={racerId}
                label={name}
                about={[bib === null || bib === '' ? null : `No. ${bib}`, ...groups].filter(Boolean).join(' · ')}
                isChecked={chosen.has(racerId)}
                onChange={(isChosen) => choose([racerId], isChosen)}
              />
            ))}
          </ul>
          <div className="sticky bottom-0 -mx-1 flex flex-wrap items-end gap-3 bg-paper px-1 py-3">
            <Field
              label={of === 'team' ? 'Team for those chosen' : 'Club for those chosen'}
              className="min-w-44 flex-1"
              value={team}
              list={id}
              maxLength={MAX_GROUP_LENGTH}
              dir="auto"
              autoComplete="off"
              error={isSent && (those.length === 0 ? 'Choose racers first.' : team.trim() === '' && 'Type a name.')}
              onChange={(change) => setTeam(change.currentTarget.value)}
            />
            <datalist id={id}>
              {names.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </datalist>
            <Button type="submit" variant="primary">
              {those.length === 0 ? 'Give' : `Give to ${counted(those.length, 'racer', 'racers')}`}
            </Button>
          </div>
        </form>
      )}
    </Section>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly about?: string;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
}

function Choice({ label, about = '', isChecked, onChange }: ChoiceProps) {
  return (
    <li className="not-first:border-t not-first:border-line">
      <label className="flex min-h-12 cursor-pointer items-center gap-4 px-3.5 py-1.5">
        <input
          type="checkbox"
          checked={isChecked}
          onChange={(event) => onChange(event.currentTarget.checked)}
          className="size-6 shrink-0 accent-ink"
        />
        <span className="min-w-0 flex-1">
          <bdi className="line-clamp-2 font-[650] break-words">{label}</bdi>
          {about !== '' && <span className="block truncate text-14 text-ink-2">{about}</span>}
        </span>
      </label>
    </li>
  );
}
