import { useMemo } from 'react';
import { EVENT_COST } from '../../../domain/credits/prices.ts';
import { type ImportPlan, planImport } from '../../../domain/racers/import/plan.ts';
import { listNames } from '../../../domain/racers/persons.ts';
import { credits as asCredits } from '../../../domain/units.ts';
import { bringCategories, createRacers, enterRacers } from '../../event/enter-racers.ts';
import { ColumnChoice } from '../../racer-import/column-choice.tsx';
import { ImportPreview } from '../../racer-import/import-preview.tsx';
import { ImportPrice } from '../../racer-import/import-price.tsx';
import { ListInput } from '../../racer-import/list-input.tsx';
import { tellNotAdded } from '../../racer-import/tell-added.ts';
import { type ReadRacerList, useRacerList, WITHOUT_STARTS } from '../../racer-import/use-racer-list.ts';
import { withNext } from '../../session/next-page.ts';
import { useDraft } from '../../session/use-draft.ts';
import type { ShownAccount } from '../../sync/account-store.ts';
import type { SyncClient } from '../../sync/sync-client.ts';

export interface FirstRacers {
  readonly read: ReadRacerList;
  readonly plan: ImportPlan;
  /** Left when the event is paid for. */
  readonly credits: number;
  readonly discard: () => void;
}

/** The racers of a first event, as they are typed or pasted beside its name. */
export function useFirstRacers(account: ShownAccount | null, isCreating: boolean): FirstRacers {
  const draft = useDraft('who-races');
  const names = useMemo(() => account && listNames(account.racers, account.merged), [account]);
  // The library fills while the event is made, and each racer would look known.
  const read = useRacerList(WITHOUT_STARTS, draft, isCreating || names === null ? undefined : names);
  const credits = Math.max(0, (account?.credits ?? 0) - EVENT_COST);
  return { read, plan: planImport(read.marked, asCredits(credits), 'reuse'), credits, discard: draft.discard };
}

/** Enters the racers whom the credits pay for. The event is there already, so that it survives a racer who cannot be entered. */
export async function enterFirstRacers(sync: SyncClient, eventId: string, { plan, read }: FirstRacers) {
  const { created, failed } = await createRacers(sync, plan.created.slice(0, plan.payable), () => undefined);
  const ids = new Map([...plan.reused, ...created].map(({ line, racerId }) => [line, racerId]));
  const entered = read.marked.flatMap(({ line, name, groups, bib, details }) => {
    const racerId = ids.get(line);
    return racerId == null ? [] : [{ racerId, name, groups, bib, ...(details && { details }) }];
  });
  await enterRacers({ sync, eventId }, entered);
  await bringCategories({ sync, eventId }, [], entered);
  if (failed > 0) tellNotAdded();
}

export function WhoRaces({ first, isReadOnly }: { readonly first: FirstRacers; readonly isReadOnly: boolean }) {
  const { read, plan, credits } = first;
  const { marked } = read;
  // Names alone are read where they are typed: the button below them stays in sight.
  const isPlain = read.columns.length === 1 && marked.every(({ known }) => known === null);
  return (
    <div className="flex flex-col gap-4">
      <ListInput
        label="Who races today?"
        hint="One name per line, or the cells of a spreadsheet with number, name, club and category. You can add others later."
        read={read}
        isReadOnly={isReadOnly}
      />
      <ColumnChoice read={read} />
      <ImportPreview
        racers={isPlain && read.list.faults.length === 0 ? [] : marked}
        faults={read.list.faults}
        describe={({ known }) => ({
          text: known === null ? null : known === 'library' ? 'used again' : 'twice in this list',
          isLeftOut: known === 'list',
        })}
      />
      {marked.length > 0 && (
        <ImportPrice plan={plan} credits={credits} buyPath={withNext('/buy-credits', '/timer#new')} />
      )}
    </div>
  );
}
