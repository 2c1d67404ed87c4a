import { plural } from '../../../../domain/language.ts';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { findRacers } from '../../../../domain/racers/find.ts';
import { listGroups, type Racer, sortRacers } from '../../../../domain/racers/library.ts';
import { listNames } from '../../../../domain/racers/persons.ts';
import { entriesByPerson } from '../../../event/entries-by-person.ts';
import { tellAdded } from '../../../racer-import/tell-added.ts';
import { useDraft } from '../../../session/use-draft.ts';
import { hearAnswer } from '../../../sync/await-answer.ts';
import { useObservable } from '../../../sync/use-sync.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { SearchField } from '../../../ui/field.tsx';
import { bringCategories, enterRacers } from '../../../event/enter-racers.ts';
import { ADD_RACERS, addressOf, IMPORT_LIST, type OpenEvent } from '../../../event/event-context.ts';
import { freeNumbers, useNextNumbers } from '../../../event/next-numbers.ts';
import { useView } from '../../../event/in-address.ts';
import { LoadingLibrary } from './loading-library.tsx';
import { NewRacer } from './new-racer.tsx';
import { RacerChecklist } from './racer-checklist.tsx';
import { SignInFirst } from './sign-in-first.tsx';
import { SelectField } from '../../../ui/select-field.tsx';

export interface RacerPickerProps {
  readonly open: OpenEvent;
  readonly onClose: () => void;
}

const none: readonly Racer[] = [];

/** Only racers of the user's own library: guests without an account have none. */
export function RacerPicker({ open, onClose }: RacerPickerProps) {
  if (!open.shown.actor.isAnonymous) return <OwnRacers open={open} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} title="Add Racers" size="lg">
      <SignInFirst what="racers" next={`${addressOf(open)}${ADD_RACERS}`} />
    </Dialog>
  );
}

function OwnRacers({ open, onClose }: RacerPickerProps) {
  const account = useObservable(open.sync.account, null);
  const racers = account?.racers ?? none;
  const [search, setSearch] = useState('');
  const [group, setGroup] = useState('');
  const draft = useDraft(`chosen.${open.eventId}`);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(draft.recall()?.split(' ')));
  const [isBusy, setIsBusy] = useState(false);
  const nextNumbers = useNextNumbers();
  const [numbers] = useState(nextNumbers.read);
  const list = useDraft(`start-list.${open.eventId}`);
  const view = useView();

  const sorted = useMemo(() => sortRacers(racers, 'name-ascending'), [racers]);
  const groups = useMemo(() => listGroups(racers), [racers]);
  // Typing stays ahead of the list, however long that is.
  const wanted = useDeferredValue(search);
  const found = useMemo(
    () => findRacers(sorted, { search: wanted, group: group === '' ? null : group }),
    [sorted, wanted, group],
  );
  const merged = account?.merged ?? none;
  const names = useMemo(() => listNames(racers, merged), [racers, merged]);
  const entries = useMemo(() => entriesByPerson(open.event.entries, merged), [open.event.entries, merged]);
  const isIn = (racerId: string): boolean => entries[racerId]?.removed === false;
  const inEvent = Object.values(open.event.entries).filter(({ removed }) => !removed).length;
  const selected = sorted.filter(({ id }) => chosen.has(id) && !isIn(id));

  // Written after the change and not in it: React may run a change twice.
  useEffect(() => draft.keep([...chosen].join(' ')), [draft, chosen]);

  function close(): void {
    draft.discard();
    onClose();
  }

  /** A list goes to the importer of the start list, with numbers and start times: an event has one importer. */
  function importList(text: string): void {
    if (text !== '') list.keep(text);
    close();
    history.replaceState(history.state, '', IMPORT_LIST);
    view.open('start-list');
  }

  async function add(): Promise<void> {
    setIsBusy(true);
    const free = freeNumbers(
      numbers,
      selected.map(({ id }) => id),
      Object.values(open.event.entries),
    );
    const commandIds = await enterRacers(
      open,
      selected.map(({ id, name, groups, details }) => ({
        racerId: id,
        name,
        groups,
        bib: free.get(id) ?? null,
        ...(details && { details }),
      })),
    );
    if (open.may('configure')) await bringCategories(open, open.event.format.categories, selected);
    nextNumbers.drop(selected.map(({ id }) => id));
    setIsBusy(false);
    void tellAdded(
      hearAnswer(open.sync, commandIds),
      plural(selected.length, '1 racer added.', `${selected.length} racers added.`),
    );
    close();
  }

  return (
    <Dialog
      open
      onClose={close}
      title="Add Racers"
      size="lg"
      footer={
        <>
          {sorted.some(({ id }) => !isIn(id)) && (
            <Button
              variant={selected.length > 0 ? 'primary' : 'outline'}
              size="lg"
              busy={isBusy}
              disabled={selected.length === 0}
              onClick={() => void add()}
            >
              Add Selected Racers{selected.length === 0 ? '' : ` (${selected.length})`}
            </Button>
          )}
          {/* Done beside ticked names would leave them behind without a word. */}
          {selected.length === 0 && (
            <Button variant="primary" size="lg" onClick={close}>
              {inEvent > 0 ? `Done · ${inEvent} in the event` : 'Done'}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <NewRacer open={open} names={names} credits={account?.credits ?? null} onList={importList} />
        <Button variant="quiet" onClick={() => importList('')} className="-mt-2 self-start">
          Paste a list
        </Button>
        {racers.length > 0 && (
          <div className="sticky top-0 z-10 -mx-1 flex gap-3 border-t border-line bg-card px-1 pt-4 pb-3">
            <SearchField
              label="Search"
              placeholder="Racer name"
              value={search}
              onSearch={setSearch}
              className="min-w-0 flex-1"
            />
            {groups.length > 0 && (
              <SelectField
                label="Group"
                value={group}
                options={[{ value: '', label: 'All groups' }, ...groups.map((value) => ({ value, label: value }))]}
                onChange={setGroup}
                className="w-36 sm:w-56"
              />
            )}
          </div>
        )}
        {account?.isKnown === false && racers.length === 0 ? (
          <LoadingLibrary sync={open.sync} what="racers" />
        ) : (
          <RacerChecklist
            racers={found}
            listKey={`${group} ${wanted}`}
            isEmpty={racers.length === 0}
            entries={entries}
            numbers={numbers}
            chosen={chosen}
            onChoose={setChosen}
            onClear={() => {
              setSearch('');
              setGroup('');
            }}
          />
        )}
      </div>
    </Dialog>
  );
}
