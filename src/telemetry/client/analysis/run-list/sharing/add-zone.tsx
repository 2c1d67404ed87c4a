import { type FormEvent, useId, useState } from 'react';
import { word } from '../../../../../domain/language.ts';
import type { PrivacyZone } from '../../../../protocol/runs.ts';
import { ActionBar } from '../../../../../client/ui/action-bar.tsx';
import { Button } from '../../../../../client/ui/button.tsx';
import { Field } from '../../../../../client/ui/field.tsx';
import { SelectField } from '../../../../../client/ui/select-field.tsx';
import type { LocalRun } from '../../../run-sync/stored-run.ts';
import { useUnits, writeValue } from '../../../recordings/units.ts';
import { readPlace } from './read-place.ts';

const TYPED = '';
const LEAST_RADIUS = 50;
const MOST_RADIUS = 2_000;

export interface AddZoneProps {
  readonly runs: readonly LocalRun[];
  readonly isBusy: boolean;
  readonly mostName: number;
  /** Resolves with whether the zone was saved. */
  readonly onAdd: (zone: PrivacyZone) => Promise<boolean>;
}

export function AddZone({ runs, isBusy, mostName, onAdd }: AddZoneProps) {
  const radiusId = useId();
  const units = useUnits();
  const placed = runs.filter(({ details }) => details.outline.length > 0);
  const [name, setName] = useState(word('Home'));
  const [runId, setRunId] = useState(placed[0]?.id ?? TYPED);
  const [typed, setTyped] = useState('');
  const [radius, setRadius] = useState(200);
  const [problem, setProblem] = useState<string | null>(null);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const at = placed.find(({ id }) => id === runId)?.details.outline[0] ?? readPlace(typed);
    if (at === null) return setProblem('Type latitude and longitude as two numbers, such as 47.3769, 8.5417.');
    setProblem(null);
    if (await onAdd({ name: name.trim() || 'Zone', at: [at[0], at[1]], radius })) setTyped('');
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="mt-4 flex flex-col gap-3">
      <Field label="Name" maxLength={mostName} value={name} onChange={(event) => setName(event.target.value)} />
      <SelectField
        label="Location"
        value={runId}
        options={[
          ...placed.map(({ id, details }) => ({ value: id, label: `Around the start of ${details.name}` })),
          { value: TYPED, label: 'Typed coordinates' },
        ]}
        onChange={setRunId}
      />
      {runId === TYPED && (
        <Field
          label="Latitude, longitude"
          placeholder="47.3769, 8.5417"
          inputMode="text"
          autoComplete="off"
          value={typed}
          error={problem}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <div>
        <label htmlFor={radiusId} className="flex items-baseline justify-between text-14 font-[650]">
          Radius <output className="digits text-16">{writeValue('elevation', units, radius)}</output>
        </label>
        <input
          id={radiusId}
          type="range"
          min={LEAST_RADIUS}
          max={MOST_RADIUS}
          step={50}
          value={radius}
          onChange={(event) => setRadius(Number(event.target.value))}
          className="h-12 w-full accent-ink"
        />
      </div>
      <ActionBar>
        <Button type="submit" variant="primary" busy={isBusy}>
          Add zone
        </Button>
      </ActionBar>
    </form>
  );
}
