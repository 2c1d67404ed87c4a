import { lazy, Suspense, useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { RACER_COST } from '../../../../domain/credits/prices.ts';
import { listGroups } from '../../../../domain/racers/library.ts';
import { listNames } from '../../../../domain/racers/persons.ts';
import type { ShownAccount } from '../../../sync/account-store.ts';
import type { SyncClient } from '../../../sync/sync-client.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { UploadIcon } from '../../../ui/tool-icons.tsx';
import { keepTrying } from '../../../loading/keep-trying.ts';
import { useOpenedBy } from '../../../ui/use-opened-by.ts';
import { SectionHeading } from '../section-heading.tsx';
import { ADD_MANY } from './add-many-path.ts';
import { AddRacer } from './add-racer.tsx';
import { FIRST_VIEW, RacerFilters } from './racer-filters.tsx';
import { GROUP_NAMES_ID } from './racer-groups.tsx';
import { RacerList } from './racer-list.tsx';
import { useRacerActions } from './use-racer-actions.ts';

/** Loaded after the page, with the readers of lists: it opens at once when it is wanted, and without a signal. */
const bring = () => keepTrying(() => import('./add-many-dialog.tsx'));
const AddManyDialog = lazy(async () => ({ default: (await bring())!.AddManyDialog }));

export interface ManageRacersProps {
  readonly sync: SyncClient;
  readonly account: ShownAccount;
  readonly credits: number;
}

export function ManageRacers({ sync, account, credits }: ManageRacersProps) {
  const { racers, merged, pendingIds } = account;
  const actions = useRacerActions(sync);
  const [view, setView] = useState(FIRST_VIEW);
  const [isAddingMany, setIsAddingMany] = useOpenedBy(ADD_MANY);
  useEffect(() => void bring(), []);
  const names = useMemo(() => listNames(racers, merged), [racers, merged]);
  const groups = useMemo(() => listGroups(racers), [racers]);
  const isUnpaid = useMemo(() => racers.some(({ awaitingCredits }) => awaitingCredits), [racers]);
  // A group whose last tag is gone filters nothing: otherwise all racers would be out of reach.
  const group = view.group !== null && groups.includes(view.group) ? view.group : null;
  const current = useMemo(() => ({ ...view, group }), [view, group]);
  const showAll = useCallback(() => setView((before) => ({ ...before, search: '', group: null })), []);
  const late = useDeferredValue(useMemo(() => ({ racers, pendingIds, view: current }), [racers, pendingIds, current]));

  return (
    <section aria-labelledby="manage-racers" tabIndex={-1} className="outline-none">
      <SectionHeading id="manage-racers" title="Manage Racers" count={racers.length}>
        <Button aria-haspopup="dialog" onClick={() => setIsAddingMany(true)}>
          <UploadIcon className="size-5 max-sm:hidden" /> Add many
        </Button>
      </SectionHeading>
      <div className="flex flex-col gap-4">
        <AddRacer names={names} credits={credits} onAdd={actions.create} />
        {isUnpaid && (
          <Notice tone="info">
            Racers that wait for credits race like all others. You pay for them once you have credits:{' '}
            <Link to="/buy-credits" className="link">
              Buy credits
            </Link>
            .
          </Notice>
        )}
        {racers.length === 0 ? (
          <EmptyState title="No racers yet">
            Type a name above, or paste a whole list with Add many. A racer costs {RACER_COST} credits once and then
            rides in as many events as you like.
          </EmptyState>
        ) : (
          <>
            <RacerFilters view={current} groups={groups} onChange={setView} />
            <RacerList {...late} actions={actions} onShowAll={showAll} />
            <datalist id={GROUP_NAMES_ID}>
              {groups.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </datalist>
          </>
        )}
      </div>
      {isAddingMany && (
        <Suspense fallback={null}>
          <AddManyDialog names={names} credits={credits} actions={actions} onClose={() => setIsAddingMany(false)} />
        </Suspense>
      )}
    </section>
  );
}
