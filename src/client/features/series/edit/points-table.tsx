import type { Scoring } from '../../../../domain/series/rules.ts';
import { MAX_SERIES_POINTS } from '../../../../protocol/series-paths.ts';
import { errors } from '../../../../protocol/errors.ts';
import { Field } from '../../../ui/field.tsx';
import { NumberField } from './number-field.tsx';
import { readPoints } from './read-points.ts';
import { MAX_POINTS_TABLE } from '../../../../protocol/limits.ts';

type Points = Scoring & { readonly kind: 'points' };

export interface PointsTableProps {
  readonly scoring: Points;
  /** Null while nobody types. */
  readonly typed: string | null;
  readonly onType: (typed: string | null) => void;
  readonly onChange: (scoring: Points) => void;
}

/** The table as a line of numbers, first place first. What cannot be read stays in the field, and is not taken over. */
export function PointsTable({ scoring, typed, onType, onChange }: PointsTableProps) {
  const written = scoring.table.join(', ');
  const isBroken = typed !== null && readPoints(typed) === null;
  return (
    <div className="grid gap-4 sm:grid-cols-[1fr_12rem]">
      <Field
        label="Points for places 1, 2, 3 …"
        value={typed ?? written}
        inputMode="decimal"
        error={isBroken ? errors['points-table-broken'].text : undefined}
        hint={`Numbers between commas, at most ${MAX_POINTS_TABLE}`}
        onChange={(event) => {
          const text = event.currentTarget.value;
          onType(text);
          const table = readPoints(text);
          if (table !== null) onChange({ ...scoring, table });
        }}
        onBlur={() => {
          if (!isBroken) onType(null);
        }}
      />
      <NumberField
        label="Every place after that"
        value={scoring.rest}
        most={MAX_SERIES_POINTS}
        onChange={(rest) => onChange({ ...scoring, rest: rest ?? 0 })}
      />
    </div>
  );
}
