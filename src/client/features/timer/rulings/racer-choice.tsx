import type { EntryResult } from '../../../../domain/results/entry-result.ts';

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
    <div className="max-w-3xl rounded-card border border-line bg-card px-3.5 shadow-card">
      <Row
        label={`Select all ${ids.length}`}
        isChecked={areAll}
        onChange={(all) => onChoose(new Set(all ? ids : []))}
      />
      <ul aria-label="Racers" className="divide-y divide-line border-t border-line">
        {racers.map((racer) => {
          const { racerId, name, bib } = racer.entry;
          return (
            <li key={racerId}>
              <Row
                label={name}
                bib={bib}
                about={aboutOf(racer)}
                isChecked={chosen.has(racerId)}
                onChange={(isChosen) => toggle(racerId, isChosen)}
              />
            </li>
          );
        })}
      </ul>
    </div>
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
    <label className="flex min-h-14 cursor-pointer items-center gap-4 py-2">
      <input
        type="checkbox"
        checked={isChecked}
        onChange={(event) => onChange(event.currentTarget.checked)}
        className="size-6 shrink-0 accent-ink"
      />
      {bib !== null && bib !== '' && <span className="digits min-w-9 text-18 font-[760]">{bib}</span>}
      <span className="min-w-0 flex-1">
        <bdi className="block truncate font-[650]">{label}</bdi>
        {about !== '' && <span className="block truncate text-14 text-ink-2">{about}</span>}
      </span>
    </label>
  );
}
