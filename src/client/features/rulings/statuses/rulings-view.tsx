import { useMemo, useState } from 'react';
import { attemptNow } from '../../../../domain/model/state.ts';
import { counted } from '../../../../domain/language.ts';
import type { EntryResult } from '../../../../domain/results/entry-result.ts';
import { byEntry } from '../../../../domain/results/lists.ts';
import { readResults } from '../../../../domain/results/read-results.ts';
import { noRuling, type ResultStatus, rulingKey } from '../../../../domain/model/ruling.ts';
import { statusesAsTheyAre } from '../../../../domain/events/set-statuses.ts';
import { Choices } from '../../../ui/choices.tsx';
import { split } from '../../../event/command-parts.ts';
import type { TimerViewProps } from '../../../event/view-list.ts';
import { RacerChoice } from './racer-choice.tsx';
import { StatusForm } from './status-form.tsx';
import { recordWithUndo } from '../../../event/record.ts';

/** The racers that a status is usually set for, and that status. */
const FILTERS = [
  { id: 'inactive', label: 'Not started', status: 'DNS' },
  { id: 'on-course', label: 'On course', status: 'DNF' },
  { id: 'finished', label: 'Finished', status: 'DSQ' },
  { id: 'out', label: 'With a status', status: 'OK' },
] as const satisfies readonly { readonly status: ResultStatus; [key: string]: string }[];

type FilterId = (typeof FILTERS)[number]['id'];

const NONE: ReadonlySet<string> = new Set();

/** Statuses of several racers at once. */
export function RulingsView({ open }: TimerViewProps) {
  const { event } = open;
  const [chosen, setChosen] = useState(NONE);
  const results = useMemo(() => readResults(event).toSorted(byEntry), [event]);
  const countOf = (id: FilterId) => results.filter(({ state }) => belongsTo(state, id)).length;
  const [filterId, setFilterId] = useState<FilterId>(
    () => (FILTERS.find(({ id }) => countOf(id) > 0) ?? FILTERS[0]).id,
  );
  const filter = FILTERS.find(({ id }) => id === filterId)!;
  const racers = results.filter(({ state }) => belongsTo(state, filterId));
  // Racers who have moved on meanwhile, by a tap on another phone, are not ruled on.
  const racerIds = racers.map(({ entry }) => entry.racerId).filter((racerId) => chosen.has(racerId));

  function show(id: FilterId): void {
    setFilterId(id);
    setChosen(NONE);
  }

  function set(status: ResultStatus, reason: string): void {
    const parts = split(racerIds);
    const attempt = attemptNow(event);
    const ofRun = attempt > 1 && { attempt };
    const back = parts.flatMap((part) => statusesAsTheyAre(event, part));
    const steps = parts.map((part) => ({ type: 'statuses.set', racerIds: part, ...ofRun, status, reason }) as const);
    setChosen(NONE);
    const many = counted(racerIds.length, 'racer', 'racers');
    recordWithUndo(open, status === 'OK' ? `Back in the results: ${many}` : `${status}: ${many}`, steps, back);
  }

  return (
    <>
      <p className="text-ink-2">Racers who didn’t start, didn’t finish or were disqualified. All times stay.</p>
      <Choices
        label="Which racers"
        layout="wrap"
        chosen={filterId}
        options={FILTERS.map(({ id, label }) => ({
          id,
          label: `${label} ${countOf(id)}`,
        }))}
        onChoose={show}
      />
      <RacerChoice
        racers={racers}
        chosen={chosen}
        aboutOf={(racer) =>
          about(racer, event.rulings[rulingKey(racer.entry.racerId, racer.attempt)]?.reason ?? noRuling.reason)
        }
        onChoose={setChosen}
      />
      {racers.length > 0 && <StatusForm key={filterId} initial={filter.status} count={racerIds.length} onSet={set} />}
    </>
  );
}

/** Finishes that cannot be placed stand with the finished ones: a status settles them too. */
function belongsTo(state: EntryResult['state'], filter: FilterId): boolean {
  return state === filter || (filter === 'finished' && (state === 'waiting' || state === 'impossible'));
}

function about({ status, state, entry }: EntryResult, reason: string): string {
  return [state === 'out' ? status : '', reason, ...entry.groups].filter(Boolean).join(' · ');
}
