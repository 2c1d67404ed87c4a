import { useDeferredValue, useMemo, useState } from 'react';
import { LANGUAGE } from '../../../../domain/language.ts';
import { Button } from '../../../../client/ui/button.tsx';
import { Dialog } from '../../../../client/ui/dialog.tsx';
import { SearchField } from '../../../../client/ui/field.tsx';
import { writeMoment } from '../../../../client/ui/moment.ts';
import type { ArchiveEntry } from '../reading/read-outcome.ts';
import { writeSize } from './import-rows.tsx';

/** More rows than these are found by searching. */
const MOST_SHOWN = 200;
/** Recordings that are read in one go: a whole life of rides would fill the list of runs. */
const MOST_CHOSEN = 50;
/** Least number of recordings for a search field. */
const SEARCHED_FROM = 8;

export interface ArchiveDialogProps {
  readonly title: string;
  readonly entries: readonly ArchiveEntry[];
  readonly onChoose: (paths: readonly string[]) => void;
  readonly onClose: () => void;
}

const whenOf = ({ at }: ArchiveEntry): string => (at === null ? '' : writeMoment(at));

/** The recordings of an archive, the last one first. */
export function ArchiveDialog({ title, entries, onChoose, onClose }: ArchiveDialogProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [search, setSearch] = useState('');
  const searched = useDeferredValue(search).trim().toLocaleLowerCase();
  const found = useMemo(
    () =>
      entries.filter((entry) => `${entry.name} ${whenOf(entry)} ${entry.path}`.toLocaleLowerCase().includes(searched)),
    [entries, searched],
  );
  const isFull = chosen.size >= MOST_CHOSEN;
  const toggle = (path: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(path);
    else next.delete(path);
    setChosen(next);
  };
  return (
    <Dialog
      open
      size="lg"
      onClose={onClose}
      title="Which recordings?"
      footer={
        <>
          <Button onClick={onClose}>Not now</Button>
          <Button variant="primary" disabled={chosen.size === 0} onClick={() => onChoose([...chosen])}>
            {chosen.size < 2 ? 'Add recording' : `Add ${chosen.size} recordings`}
          </Button>
        </>
      }
    >
      <p className="text-ink-2">
        <bdi>{title}</bdi> holds {entries.length.toLocaleString(LANGUAGE)} recordings, the newest first. Choose up to{' '}
        {MOST_CHOSEN} at a time.
      </p>
      {entries.length >= SEARCHED_FROM && (
        <SearchField label="Search recordings" value={search} onSearch={setSearch} className="mt-3" />
      )}
      <ul aria-label="Recordings" className="mt-3 divide-y divide-line">
        {found.slice(0, MOST_SHOWN).map((entry) => (
          <li key={entry.path}>
            <label className="flex min-h-12 cursor-pointer items-center gap-3 py-1.5">
              <input
                type="checkbox"
                aria-label={[entry.name, whenOf(entry)].filter((text) => text !== '').join(', ')}
                checked={chosen.has(entry.path)}
                disabled={isFull && !chosen.has(entry.path)}
                onChange={(event) => toggle(entry.path, event.currentTarget.checked)}
                className="size-5 shrink-0 accent-ink"
              />
              <span className="min-w-0 flex-1">
                <bdi className="block truncate font-[650]">{entry.name}</bdi>
                <span className="digits block text-14 text-ink-2">
                  {[whenOf(entry), writeSize(entry.bytes)].filter((text) => text !== '').join(' · ')}
                </span>
              </span>
            </label>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="mt-3 text-ink-2">No recording is called that. Try fewer letters.</p>}
      {found.length > MOST_SHOWN && (
        <p className="mt-3 text-14 text-ink-2">
          {(found.length - MOST_SHOWN).toLocaleString(LANGUAGE)} more. Search for a name or a date to find them.
        </p>
      )}
    </Dialog>
  );
}
