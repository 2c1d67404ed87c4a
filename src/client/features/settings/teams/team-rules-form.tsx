import type { Quota, TeamRules } from '../../../../domain/model/race-format.ts';
import type { EventState } from '../../../../domain/model/state.ts';
import { counted } from '../../../../domain/language.ts';
import { Choices } from '../../../ui/choices.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { SwitchRow } from '../../../ui/switch-row.tsx';
import { describeQuota } from '../../../leaderboard/team-words.ts';

type Kind = 'none' | 'trial' | TeamRules['score'];

const kinds: Readonly<Record<Kind, { readonly label: string; readonly says: string }>> = {
  none: { label: 'No teams', says: 'Racers rank one by one.' },
  trial: {
    label: 'Team time trial',
    says: 'One tap starts a whole team. Each racer is finished alone, and the racer whom you choose below stops the team’s clock.',
  },
  nth: {
    label: 'The time of one of its racers',
    says: 'Everyone starts alone. The second or third fastest, as you choose below, gives the team’s time.',
  },
  sum: { label: 'The best times together', says: 'Lowest total time wins.' },
  places: { label: 'The best places together', says: 'Lowest total of places wins, as in cross country.' },
};

const first: TeamRules = { of: 'team', score: 'nth', n: 3, displaces: true, quota: null, startsTogether: false };
const MOST_COUNTING = 12;
/** Blank: no quota. */
const NONE = '';
const genders = ['F', 'M', 'X'] as const;

export interface TeamRulesFormProps {
  readonly event: EventState;
  readonly rules: TeamRules | null;
  readonly onChange: (rules: TeamRules | null) => void;
}

export function TeamRulesForm({ event, rules, onChange }: TeamRulesFormProps) {
  const kind = kindOf(rules);
  const set = (change: Partial<TeamRules>) => onChange({ ...(rules ?? first), ...change });

  function choose(next: Kind): void {
    if (next === 'none') return onChange(null);
    set({ score: next === 'trial' ? 'nth' : next, startsTogether: next === 'trial' });
  }
  function setCount(n: number): void {
    const quota = rules?.quota ?? null;
    set({ n, quota: quota && { ...quota, least: Math.min(quota.least, n) } });
  }

  return (
    <section aria-label="How teams are ranked" className="flex flex-col gap-4">
      <div>
        <SelectField
          label="What makes the result of a team"
          value={kind}
          options={(Object.keys(kinds) as Kind[]).map((value) => ({ value, label: kinds[value].label }))}
          onChange={(chosen) => choose(chosen as Kind)}
        />
        <p className="mt-1.5 text-14 text-ink-2">{kinds[kind].says}</p>
      </div>
      {rules !== null && (
        <>
          <div className="flex flex-col gap-1.5">
            <p className="text-14 font-[650]">What is ranked</p>
            <Choices
              label="What is ranked"
              layout="wrap"
              chosen={rules.of}
              options={[
                { id: 'team', label: 'Teams' },
                { id: 'club', label: 'Clubs' },
              ]}
              onChoose={(of) => set({ of })}
            />
          </div>
          <SelectField
            label={rules.score === 'nth' ? 'Whose time counts' : 'How many count'}
            value={String(rules.n)}
            options={listCounts(rules)}
            onChange={(chosen) => setCount(Number(chosen))}
          />
          <QuotaFields event={event} rules={rules} onChange={(quota) => set({ quota })} />
          {rules.score === 'places' && (
            <SwitchRow
              label="Everyone takes a place"
              hint="On: use the leaderboard places. Off: skip racers who don’t score for a team, and move the others up."
              isOn={rules.displaces}
              onChange={(displaces) => set({ displaces })}
            />
          )}
        </>
      )}
    </section>
  );
}

function kindOf(rules: TeamRules | null): Kind {
  if (rules === null) return 'none';
  return rules.startsTogether ? 'trial' : rules.score;
}

function listCounts({ score, n }: TeamRules) {
  return Array.from({ length: Math.max(MOST_COUNTING, n) }, (_, index) => ({
    value: String(index + 1),
    label: score === 'nth' ? `Racer ${index + 1}` : counted(index + 1, 'racer', 'racers'),
  }));
}

interface QuotaFieldsProps extends Pick<TeamRulesFormProps, 'event'> {
  readonly rules: TeamRules;
  readonly onChange: (quota: Quota | null) => void;
}

/** Whom a team needs among those who count. */
function QuotaFields({ event, rules: { n, quota }, onChange }: QuotaFieldsProps) {
  const options = listQuotas(event, quota);
  const chosen = options.find(({ of }) => of.gender === quota?.gender && of.class === quota?.class);
  return (
    <div className="flex flex-wrap items-end gap-3">
      <SelectField
        label="Every team needs"
        className="min-w-40 flex-1"
        value={chosen?.value ?? NONE}
        options={[{ value: NONE, label: 'nobody in particular' }, ...options]}
        onChange={(value) => {
          const found = options.find((option) => option.value === value);
          onChange(found === undefined ? null : { ...found.of, least: quota?.least ?? 1 });
        }}
      />
      {quota !== null && (
        <SelectField
          label="At least"
          className="w-32"
          value={String(quota.least)}
          options={Array.from({ length: n }, (_, index) => ({
            value: String(index + 1),
            label: `${index + 1} of ${n}`,
          }))}
          onChange={(least) => onChange({ ...quota, least: Number(least) })}
        />
      )}
    </div>
  );
}

/** Genders, and the classes that racers of this event have. */
function listQuotas({ entries }: EventState, quota: Quota | null) {
  const classes = new Set(
    Object.values(entries).flatMap(({ removed, details }) => (removed ? [] : (details?.class ?? []))),
  );
  const made = [
    ...genders.map((gender): Omit<Quota, 'least'> => ({ gender, class: null })),
    ...[...classes].toSorted().map((name): Omit<Quota, 'least'> => ({ gender: null, class: name })),
  ];
  const isOffered = made.some((of) => of.gender === quota?.gender && of.class === quota?.class);
  const all = quota === null || isOffered ? made : [...made, { gender: quota.gender, class: quota.class }];
  return all.map((of) => ({ of, value: JSON.stringify(of), label: describeQuota({ ...of, least: 1 }) }));
}
