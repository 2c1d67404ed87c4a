import { type ReactNode, useState } from 'react';
import type { EntryResult } from '../../../../domain/results/entry-result.ts';
import { RacerName } from './gate-racers.tsx';
import { SelectField } from '../../../ui/select-field.tsx';

const EVERYBODY = '';

export interface Wave {
  readonly racers: readonly EntryResult[];
  readonly chooser: ReactNode;
}

/** Racers who start together: everybody who waits, or one group of them. */
export function useWave(waiting: readonly EntryResult[]): Wave {
  const [group, setGroup] = useState(EVERYBODY);
  const waitingGroups = new Set(waiting.flatMap(({ entry }) => entry.groups));
  // A group that has left stays chosen, with nobody in it: the next tap must not start everybody else.
  const groups = [...waitingGroups, ...(group === EVERYBODY || waitingGroups.has(group) ? [] : [group])].toSorted();
  const isChosen = (racer: EntryResult, of: string) => of === EVERYBODY || racer.entry.groups.includes(of);
  const count = (of: string) => waiting.filter((racer) => isChosen(racer, of)).length;
  const chosenRacers = waiting.filter((racer) => isChosen(racer, group));
  return {
    racers: chosenRacers,
    chooser: (
      <>
        <SelectField
          label="Who starts"
          value={group}
          onChange={setGroup}
          options={[
            { value: EVERYBODY, label: `Everyone (${count(EVERYBODY)})` },
            ...groups.map((each) => ({ value: each, label: `${each} (${count(each)})` })),
          ]}
        />
        <ul aria-label="Who starts" className="divide-y divide-line">
          {chosenRacers.map((racer) => (
            <li key={racer.entry.racerId} className="flex h-9 items-center gap-3">
              <RacerName racer={racer} className="truncate text-18" />
            </li>
          ))}
        </ul>
      </>
    ),
  };
}
