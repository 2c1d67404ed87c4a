import { useState, useSyncExternalStore } from 'react';
import { Dialog } from '../../../client/ui/dialog.tsx';
import { SearchField } from '../../../client/ui/field.tsx';
import { Link } from '../../../client/ui/link.tsx';
import { useRunLibrary } from '../run-sync/use-run-library.ts';
import { useUnits, writeTime, writeValue } from './units.ts';
import { matchesSearch, writeDate } from './describe-run.ts';

export interface RunChoiceProps {
  readonly open: boolean;
  readonly title: string;
  /** Runs that are compared already. */
  readonly without: readonly string[];
  readonly pathOf: (runId: string) => string;
  readonly onClose: () => void;
}

const MOST_SHOWN = 60;

/** Chooses one of the user's runs; each is a link to its comparison. */
export function RunChoice({ open, title, ...rest }: RunChoiceProps) {
  return (
    <Dialog open={open} onClose={rest.onClose} title={title}>
      <Choices {...rest} />
    </Dialog>
  );
}

function Choices({ without, pathOf, onClose }: Omit<RunChoiceProps, 'open' | 'title'>) {
  const { runs } = useRunLibrary();
  const all = useSyncExternalStore(runs.subscribe, runs.getSnapshot, runs.getSnapshot) ?? [];
  const units = useUnits();
  const [search, setSearch] = useState('');
  const found = all.filter((run) => !without.includes(run.id) && matchesSearch(run, search));
  return (
    <div className="flex flex-col gap-4">
      <SearchField label="Search" value={search} onSearch={setSearch} />
      {found.length === 0 && (
        <p className="text-ink-2">
          {search === '' ? 'There’s no other run yet. Add one under Analysis.' : 'No run matches.'}
        </p>
      )}
      <ul className="-mx-3">
        {found.slice(0, MOST_SHOWN).map(({ id, details }) => (
          <li key={id}>
            <Link
              to={pathOf(id)}
              onClick={onClose}
              className="block rounded-bib px-3 py-2 -outline-offset-3 hover:bg-soft"
            >
              <span className="block truncate font-[650]">
                <bdi>{details.name}</bdi>
              </span>
              <span className="digits text-14 text-ink-2">
                {[
                  writeDate(details.timestamp),
                  ...(details.distance === null ? [] : [writeValue('distance', units, details.distance)]),
                  ...(details.duration === null ? [] : [writeTime(details.duration, 0)]),
                ].join(' · ')}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
