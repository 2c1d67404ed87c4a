import { useState } from 'react';
import type { Scoring } from '../../../../domain/series/rules.ts';
import { MAX_POINTS_TABLE } from '../../../../protocol/series-paths.ts';
import { errors } from '../../../../protocol/errors.ts';
import { Field } from '../../../ui/field.tsx';
import { readPoints } from './read-points.ts';

type Points = Scoring & { readonly kind: 'points' };

export interface PointsTableProps {
  readonly scoring: Points;
  readonly onChange: (scoring: Points) => void;
}

/** The table as a line of numbers, first place first. What cannot be read stays in the field, and is not taken over. */
export function PointsTable({ scoring, onChange }: PointsTableProps) {
  const written = scoring.table.join(', ');
  const [typed, setTyped] = useState<string | null>(null);
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
          setTyped(text);
          const table = readPoints(text);
          if (table !== null) onChange({ ...scoring, table });
        }}
        onBlur={() => {
          if (!isBroken) setTyped(null);
        }}
      />
      <Field
        label="Every place after that"
        type="number"
        inputMode="numeric"
        min={0}
        value={scoring.rest}
        onChange={(event) =>
          onChange({ ...scoring, rest: Math.max(0, Number.parseInt(event.currentTarget.value, 10) || 0) })
        }
      />
    </div>
  );
}
