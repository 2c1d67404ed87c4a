import { describeRacer } from '../../../../domain/racers/details.ts';
import { memo, useCallback } from 'react';
import type { EventState } from '../../../../domain/model/state.ts';
import type { Racer } from '../../../../domain/racers/library.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import type { Numbers } from '../../../event/next-numbers.ts';
import { nameRacer } from '../../../event/racer-words.ts';
import { useGrowingList } from '../../../event/use-growing-list.ts';

export interface RacerChecklistProps {
  /** The racers that search and group leave, sorted. */
  readonly racers: readonly Racer[];
  /** Key of the list: another key means another list, which begins at its top. */
  readonly listKey: string;
  /** The whole library has no racer. */
  readonly isEmpty: boolean;
  readonly entries: EventState['entries'];
  /** Numbers that racers get with this event. */
  readonly numbers: Numbers;
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (change: (chosen: ReadonlySet<string>) => ReadonlySet<string>) => void;
  readonly onClear: () => void;
}

export function RacerChecklist(props: RacerChecklistProps) {
  const { racers, listKey, isEmpty, entries, numbers, chosen, onChoose, onClear } = props;
  const { shown, endRef } = useGrowingList(racers, listKey);
  const toggle = useCallback(
    (racerId: string, isChosen: boolean) => onChoose((before) => withRacers(before, [racerId], isChosen)),
    [onChoose],
  );

  if (isEmpty) return <EmptyState title="No racers yet">Racers you create stay here for every event.</EmptyState>;
  if (racers.length === 0) {
    return <EmptyState title="Nobody found" action={<Button onClick={onClear}>Show all</Button>} />;
  }

  const free = racers.filter(({ id }) => entries[id]?.removed !== false).map(({ id }) => id);
  const areAllChosen = free.length > 0 && free.every((id) => chosen.has(id));
  return (
    <div>
      {free.length > 0 && (
        <Row
          label={`Select all ${free.length}`}
          isChecked={areAllChosen}
          onChange={(isChosen) => onChoose((before) => withRacers(before, free, isChosen))}
        />
      )}
      <ul aria-label="Your racers" className="divide-y divide-line border-t border-line">
        {shown.map((racer) => (
          <RacerRow
            key={racer.id}
            racer={racer}
            entry={entries[racer.id]?.removed ?? null}
            bib={numbers.get(racer.id) ?? null}
            isChosen={chosen.has(racer.id)}
            onToggle={toggle}
          />
        ))}
        {endRef && <li ref={endRef} className="h-14" />}
      </ul>
    </div>
  );
}

function withRacers(chosen: ReadonlySet<string>, ids: readonly string[], isChosen: boolean): ReadonlySet<string> {
  const next = new Set(chosen);
  for (const id of ids) {
    if (isChosen) next.add(id);
    else next.delete(id);
  }
  return next;
}

interface RacerRowProps {
  readonly racer: Racer;
  /** Null: never in the event. True: removed from it. */
  readonly entry: boolean | null;
  readonly bib: string | null;
  readonly isChosen: boolean;
  readonly onToggle: (racerId: string, isChosen: boolean) => void;
}

/** One press draws one row anew, not all of them. */
const RacerRow = memo(function RacerRow({ racer, entry, bib, isChosen, onToggle }: RacerRowProps) {
  const isIn = entry === false;
  // First: the line is cut at its end where it is too long for the phone.
  const about = [
    isIn ? 'in the event' : entry === true ? 'removed before; starts again with no times' : '',
    describeRacer(racer.groups, racer.details),
  ];
  return (
    <li>
      <Row
        label={isIn ? racer.name : nameRacer({ bib, name: racer.name })}
        about={about.filter(Boolean).join(' · ')}
        isChecked={isIn || isChosen}
        isDisabled={isIn}
        onChange={(checked) => onToggle(racer.id, checked)}
      />
    </li>
  );
});

interface RowProps {
  readonly label: string;
  readonly about?: string;
  readonly isChecked: boolean;
  readonly isDisabled?: boolean;
  readonly onChange: (isChecked: boolean) => void;
}

function Row({ label, about = '', isChecked, isDisabled = false, onChange }: RowProps) {
  return (
    <label
      className={`flex min-h-14 items-center gap-4 py-2 ${isDisabled ? 'cursor-not-allowed text-ink-2' : 'cursor-pointer'}`}
    >
      <input
        type="checkbox"
        checked={isChecked}
        disabled={isDisabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
        className="size-6 shrink-0 accent-ink"
      />
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 font-[650] break-words">
          <bdi>{label}</bdi>
        </span>
        {about !== '' && <span className="block truncate text-14 text-ink-2">{about}</span>}
      </span>
    </label>
  );
}
