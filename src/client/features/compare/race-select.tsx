import { useId } from 'react';
import type { RaceInfo } from '../../../protocol/compare.ts';
import { Select } from '../../ui/select.tsx';
import { dayOf } from './words.ts';

export interface RaceSelectProps {
  readonly label: string;
  readonly chosen: RaceInfo | null;
  readonly groups: readonly { readonly label: string; readonly races: readonly RaceInfo[] }[];
  readonly onChoose: (raceId: string) => void;
}

export function RaceSelect({ label, chosen, groups, onChoose }: RaceSelectProps) {
  const id = useId();
  const filled = groups.filter(({ races }) => races.length > 0);
  const optionOf = (race: RaceInfo) => (
    <option key={race.id} value={race.id}>
      {`${race.name}, ${dayOf(race)}`}
    </option>
  );
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1.5 block text-14 font-[650]">
        {label}
      </label>
      <Select id={id} value={chosen?.id ?? ''} onChange={(event) => onChoose(event.currentTarget.value)}>
        {chosen === null && <option value="">Choose an event</option>}
        {filled.length === 1
          ? filled[0]!.races.map(optionOf)
          : filled.map((group) => (
              <optgroup key={group.label} label={group.label}>
                {group.races.map(optionOf)}
              </optgroup>
            ))}
      </Select>
    </div>
  );
}
