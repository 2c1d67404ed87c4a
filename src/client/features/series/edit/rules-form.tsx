import {
  plainSeries,
  type PointsPreset,
  pointsPresets,
  type Scoring,
  type SeriesRules,
  type SeriesTie,
} from '../../../../domain/series/rules.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { NumberField } from './number-field.tsx';
import { PointsTable } from './points-table.tsx';
import { Section } from '../../../ui/section.tsx';

export interface RulesFormProps {
  readonly rules: SeriesRules;
  /** The points table as it is being typed. */
  readonly typedTable: string | null;
  readonly onType: (table: string | null) => void;
  readonly onChange: (part: Partial<SeriesRules>) => void;
}

const OWN = 'own';

export function RulesForm({ rules, typedTable, onType, onChange }: RulesFormProps) {
  const { scoring, best, minimum, starter, personalBest = 0, dnf, helpers, byCategory, overall = false } = rules;
  const hasPoints = scoring.kind === 'points' || scoring.kind === 'field';
  const isOfTeams = rules.of === 'teams';
  return (
    <Section title="Rules" className="flex flex-col gap-5">
      <div>
        <SelectField
          label="Standings of"
          value={rules.of ?? 'racers'}
          options={[
            { value: 'racers', label: 'Racers' },
            { value: 'teams', label: 'Teams or clubs' },
          ]}
          onChange={(of) => onChange(of === 'teams' ? toTeams(rules) : { of: 'racers' })}
        />
        {isOfTeams && (
          <p className="mt-1.5 text-14 text-ink-2">
            Points by the place of each team in the events that rank teams. Choose how under Set up, Teams, in each
            event.
          </p>
        )}
      </div>
      <SelectField
        label="Score by"
        value={choiceOf(scoring)}
        options={[
          ...pointsPresets.map(({ id, name }) => ({ value: id, label: `Points: ${name}` })),
          { value: OWN, label: 'Points: your own table' },
          ...(isOfTeams
            ? []
            : [
                { value: 'percent', label: 'Per cent of the winner’s time' },
                { value: 'time', label: 'Time: lowest total' },
              ]),
        ]}
        onChange={(choice) => {
          onType(null);
          onChange({ scoring: scoringOf(choice, scoring) });
        }}
      />
      <p className="-mt-3 text-14 text-ink-2">{presetOf(scoring)?.says}</p>
      {!isOfTeams && (
        <div>
          <SelectField
            label="Times that count"
            value={rules.times ?? 'actual'}
            options={[
              { value: 'actual', label: 'Actual times' },
              { value: 'adjusted', label: 'Adjusted times' },
            ]}
            onChange={(times) => onChange({ times: times === 'adjusted' ? 'adjusted' : 'actual' })}
          />
          {rules.times === 'adjusted' && <p className="mt-1.5 text-14 text-ink-2">{explainAdjusted(scoring)}</p>}
        </div>
      )}
      {scoring.kind === 'points' && (
        <PointsTable
          scoring={scoring}
          typed={typedTable}
          onType={onType}
          onChange={(changed) => onChange({ scoring: changed })}
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          label="Best results that count"
          hint="Empty: all of them"
          value={best}
          onChange={(value) => onChange({ best: value })}
        />
        <NumberField
          label="Events needed for a place"
          value={minimum}
          onChange={(value) => onChange({ minimum: value ?? 1 })}
        />
      </div>
      <SelectField
        label="Equal totals"
        value={rules.ties.join(' ')}
        options={tieOptions.map(({ ties, label }) => ({ value: ties.join(' '), label }))}
        onChange={(value) => onChange({ ties: value === '' ? [] : (value.split(' ') as SeriesTie[]) })}
      />
      {scoring.kind !== 'time' && !isOfTeams && (
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label="Started and did not finish"
            value={dnf === 'last' ? 'last' : dnf > 0 ? 'one' : 'none'}
            options={[
              { value: 'none', label: 'No points' },
              { value: 'one', label: '1 point' },
              { value: 'last', label: 'One less than the last finisher' },
            ]}
            onChange={(value) => onChange({ dnf: value === 'last' ? 'last' : value === 'one' ? 1 : 0 })}
          />
          {hasPoints && (
            <NumberField
              label="Points for starting"
              hint="On top of points for the place"
              value={starter}
              most={1000}
              onChange={(value) => onChange({ starter: value ?? 0 })}
            />
          )}
          {hasPoints && (
            <NumberField
              label="Points for a personal best"
              hint="On the course of the event, if it has one"
              value={personalBest}
              most={1000}
              onChange={(value) => onChange({ personalBest: value ?? 0 })}
            />
          )}
        </div>
      )}
      {scoring.kind !== 'time' && !isOfTeams && (
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label="Helpers get"
            value={helpers?.kind ?? 'none'}
            options={[
              { value: 'none', label: 'Nothing' },
              { value: 'average', label: 'Their own average' },
              { value: 'maximum', label: 'As much as the winner' },
              { value: 'fixed', label: 'A fixed number of points' },
            ]}
            onChange={(kind) => onChange({ helpers: helpersOf(kind, helpers) })}
          />
          {helpers?.kind === 'fixed' && (
            <NumberField
              label="Points for helping"
              value={helpers.points}
              most={1000}
              onChange={(points) => onChange({ helpers: { ...helpers, points: points ?? 0 } })}
            />
          )}
          {helpers !== null && (
            <NumberField
              label="Maximum per season"
              value={helpers.most}
              onChange={(most) => onChange({ helpers: { ...helpers, most: most ?? 1 } })}
            />
          )}
        </div>
      )}
      {!isOfTeams && (
        <div>
          <SelectField
            label="Tables"
            value={!byCategory ? 'overall' : overall ? 'both' : 'categories'}
            options={[
              { value: 'overall', label: 'Overall' },
              { value: 'categories', label: 'By category' },
              { value: 'both', label: 'Overall and by category' },
            ]}
            onChange={(tables) => onChange({ byCategory: tables !== 'overall', overall: tables === 'both' })}
          />
          <p className="mt-1.5 text-14 text-ink-2">
            {byCategory && 'Each category has its own standings, with points for the places in the category.'}
          </p>
        </div>
      )}
    </Section>
  );
}

/** Without the rules that only racers have. */
function toTeams({ scoring }: SeriesRules): Partial<SeriesRules> {
  const isByPlace = scoring.kind === 'points' || scoring.kind === 'field';
  return {
    of: 'teams',
    times: 'actual',
    scoring: isByPlace ? scoring : plainSeries.scoring,
    starter: 0,
    dnf: 0,
    helpers: null,
    byCategory: false,
  };
}

function explainAdjusted({ kind }: Scoring): string {
  if (kind === 'time')
    return 'This adds up times less the handicap, or over and under the target. Events by age grade score nothing.';
  if (kind === 'percent')
    return 'In events by age grade the grade itself counts, in others per cent of the winner’s adjusted time. Events by target score nothing.';
  return 'Places by handicap, target or age grade, as each event has it. An event without one scores nothing, and neither does a racer without one.';
}

const tieOptions: readonly { readonly ties: readonly SeriesTie[]; readonly label: string }[] = [
  { ties: ['places', 'latest'], label: 'Wins, second places, latest event' },
  { ties: ['events', 'places', 'latest'], label: 'Events, wins, latest event' },
  { ties: ['latest'], label: 'The latest event' },
  { ties: [], label: 'Share the place' },
];

function presetOf(scoring: Scoring): PointsPreset | undefined {
  return pointsPresets.find((preset) => JSON.stringify(preset.scoring) === JSON.stringify(scoring));
}

function choiceOf(scoring: Scoring): string {
  return presetOf(scoring)?.id ?? (scoring.kind === 'points' ? OWN : scoring.kind);
}

/** A table of one's own begins with the one that was chosen. */
function scoringOf(choice: string, now: Scoring): Scoring {
  if (choice === 'time' || choice === 'percent') return { kind: choice };
  if (choice === OWN) {
    const table = now.kind === 'points' ? now.table.slice(0, 10) : [10, 8, 6, 4, 2];
    return { kind: 'points', table, rest: 0 };
  }
  return pointsPresets.find(({ id }) => id === choice)?.scoring ?? now;
}

function helpersOf(kind: string, now: SeriesRules['helpers']): SeriesRules['helpers'] {
  const most = now?.most ?? 2;
  if (kind === 'fixed') return { kind, points: 10, most };
  return kind === 'average' || kind === 'maximum' ? { kind, most } : null;
}
