import type { EntryResult } from '../../../../domain/results/entry-result.ts';
import { Bib } from '../../../timing/rows/racer-card.tsx';
import { WindowList } from '../../../timing/rows/window-list.tsx';

export interface RacerChoiceProps {
  readonly racers: readonly EntryResult[];
  readonly chosen: ReadonlySet<string>;
  readonly aboutOf: (racer: EntryResult) => string;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
}

export function RacerChoice({ racers, chosen, aboutOf, onChoose }: RacerChoiceProps) {
  if (racers.length === 0) {
    return (
      <p className="rounded-card border border-dashed border-line-strong px-4 py-6 text-center text-ink-2">
        Nobody here.
      </p>
    );
  }
  const ids = racers.map(({ entry }) => entry.racerId);
  const areAll = ids.every((id) => chosen.has(id));
  function toggle(racerId: string, isChosen: boolean): void {
    const next = new Set(chosen);
    if (isChosen) next.add(racerId);
    else next.delete(racerId);
    onChoose(next);
  }
  return (
    <>
      <div className="-my-2 px-3.5">
        <Row
          label={`Select all ${ids.length}`}
          isChecked={areAll}
          onChange={(all) => onChoose(new Set(all ? ids : []))}
        />
      </div>
      <WindowList label="Racers" rows={racers} keyOf={({ entry }) => entry.racerId}>
        {(racer) => (
          <Row
            label={racer.entry.name}
            bib={racer.entry.bib}
            about={aboutOf(racer)}
            isChecked={chosen.has(racer.entry.racerId)}
            onChange={(isChosen) => toggle(racer.entry.racerId, isChosen)}
          />
        )}
      </WindowList>
    </>
  );
}

interface RowProps {
  readonly label: string;
  readonly bib?: string | null;
  readonly about?: string;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
}

function Row({ label, bib = null, about = '', isChecked, onChange }: RowProps) {
  return (
    <label className="flex min-h-14 min-w-0 flex-1 cursor-pointer items-center gap-3">
      <input
        type="checkbox"
        checked={isChecked}
        onChange={(event) => onChange(event.currentTarget.checked)}
        className="size-6 shrink-0 accent-ink"
      />
      <Bib bib={bib} />
      <span className="min-w-0 flex-1">
        <bdi className="block truncate font-[650]">{label}</bdi>
        {about !== '' && <span className="block truncate text-14 text-ink-2">{about}</span>}
      </span>
    </label>
  );
}
