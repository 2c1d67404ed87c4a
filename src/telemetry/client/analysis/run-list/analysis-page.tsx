import { useCallback, useMemo, useState } from 'react';
import { useViewer } from '../../../../client/session/viewer.ts';
import { useObservable } from '../../../../client/sync/use-sync.ts';
import { Button } from '../../../../client/ui/button.tsx';
import { Link } from '../../../../client/ui/link.tsx';
import { Notice } from '../../../../client/ui/notice.tsx';
import type { Listed, LocalRun } from '../../run-sync/stored-run.ts';
import { useRunLibrary } from '../../run-sync/use-run-library.ts';
import { AddToRunDialog } from './add-to-run-dialog.tsx';
import { ArrivingRuns } from './arriving-runs.tsx';
import { CompareBar } from './compare-bar.tsx';
import { AskDialog } from '../../recordings/import/ask-dialog.tsx';
import type { GivenFile } from '../../recordings/import/given-files.ts';
import { ImportPanel } from '../../recordings/import/import-panel.tsx';
import { ImportRows } from '../../recordings/import/import-rows.tsx';
import { useGivenDrop } from '../../recordings/import/use-given-drop.ts';
import { useImporter } from '../../recordings/import/use-importer.ts';
import { OfferedRuns } from './offered-runs.tsx';
import { RunList, RunListSkeleton } from './run-list.tsx';
import { SharingDialog } from './sharing/sharing-dialog.tsx';
import { ZonesDialog } from './sharing/zones-dialog.tsx';
import { type RunActions, useRunActions } from './use-run-actions.ts';
import { RUN_KEPT_MS } from '../../../../protocol/limits.ts';
import { DeletedRow } from '../../../../client/ui/deleted-row.tsx';
import { FoldedList } from '../../../../client/ui/folded-list.tsx';

type OpenDialog =
  | { readonly kind: 'share' | 'add'; readonly runId: string }
  | { readonly kind: 'ask'; readonly rowId: string }
  | { readonly kind: 'zones' };

const MOST_CHOSEN = 2;
const NOTHING_LISTED: Listed = { arriving: [], offers: [], blocked: [] };

export function AnalysisPage() {
  const library = useRunLibrary();
  const viewer = useViewer();
  const isLocal = viewer.kind !== 'user';
  const runs = useObservable(library.runs, null);
  const removed = useObservable(library.removed, []);
  const { arriving, offers, blocked } = useObservable(library.listed, NOTHING_LISTED);
  const isDurable = useObservable(library.isDurable, true);
  const actions = useRunActions(library);
  const importer = useImporter();
  const rows = useObservable(importer.rows, []);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [chosen, setChosen] = useState<readonly string[]>([]);

  const addNew = useCallback((given: readonly GivenFile[]) => void importer.begin(given, null), [importer]);
  const isOver = useGivenDrop(addNew);
  const choose = useCallback(
    ({ id }: LocalRun, isChosen: boolean) =>
      // A third choice replaces the second.
      setChosen((before) =>
        isChosen ? [...before.slice(0, MOST_CHOSEN - 1), id] : before.filter((other) => other !== id),
      ),
    [],
  );
  const openShare = useCallback(({ id }: LocalRun) => setDialog({ kind: 'share', runId: id }), []);
  const openAdd = useCallback(({ id }: LocalRun) => setDialog({ kind: 'add', runId: id }), []);
  const close = () => setDialog(null);

  const chosenRuns = useMemo(() => chosen.flatMap((id) => runs?.find((run) => run.id === id) ?? []), [chosen, runs]);
  const runInDialog =
    dialog?.kind === 'share' || dialog?.kind === 'add' ? runs?.find(({ id }) => id === dialog.runId) : undefined;
  const asking = dialog?.kind === 'ask' ? rows.find(({ id }) => id === dialog.rowId) : undefined;

  return (
    <div className="page py-6 sm:py-10">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="heading text-32 sm:text-44">Analysis</h1>
          <p className="mt-2 max-w-[58ch] text-18 text-pretty text-ink-2">
            Video and telemetry of your runs, side by side. See where you were, how fast, and where you lost a second.
          </p>
        </div>
        {!isLocal && <Button onClick={() => setDialog({ kind: 'zones' })}>Privacy zones</Button>}
      </div>
      {!isDurable && (
        <Notice tone="bad" className="mt-4">
          This browser keeps nothing: {isLocal ? 'runs last' : 'what is not sent yet lasts'} as long as this page is
          open. Allow site data for this page to keep them.
        </Notice>
      )}
      {isLocal && (
        <Notice tone="info" className="mt-4">
          Your runs are only on this device.{' '}
          <Link to="/login" className="link">
            Sign In
          </Link>{' '}
          to have them everywhere and share them. Those that are here come along.
        </Notice>
      )}
      <div className="mt-6">
        <ImportPanel isOver={isOver} isFirst={runs?.length === 0 && arriving.length === 0} onFiles={addNew} />
        <ImportRows
          rows={rows}
          onCancel={importer.cancel}
          onDismiss={importer.dismiss}
          onAsk={({ id }) => setDialog({ kind: 'ask', rowId: id })}
        />
      </div>
      <OfferedRuns offers={offers} blocked={blocked} actions={actions} />
      <section aria-labelledby="runs" tabIndex={-1} className="mt-8 outline-none">
        <div className="mb-4 flex items-baseline gap-3">
          <h2 id="runs" className="heading text-24">
            Runs
          </h2>
          {runs !== null && runs.length > 0 && <span className="digits text-ink-2">{runs.length}</span>}
        </div>
        {viewer.kind === 'user' && !viewer.emailVerified && (
          <p className="mb-4 max-w-[58ch] text-14 text-ink-2">
            Until you confirm your email there’s room for a few runs only, and those that others share with you don’t
            appear here.{' '}
            <Link to="/account" className="link">
              Confirm your email
            </Link>
          </p>
        )}
        {runs === null ? (
          <RunListSkeleton />
        ) : runs.length === 0 ? (
          arriving.length === 0 && (
            <p className="max-w-[58ch] text-ink-2">
              Your runs, and those of others that you keep, appear here with their track, distance and time.
            </p>
          )
        ) : (
          <RunList
            runs={runs}
            chosen={chosen}
            isLocal={isLocal}
            actions={actions}
            onChoose={choose}
            onShare={openShare}
            onAdd={openAdd}
          />
        )}
        <ArrivingRuns arriving={arriving} />
        <CompareBar chosen={chosenRuns} onClear={() => setChosen([])} />
        <RemovedRuns removed={removed} onRestore={actions.restore} />
      </section>
      {dialog?.kind === 'share' && runInDialog && <SharingDialog library={library} run={runInDialog} onClose={close} />}
      {dialog?.kind === 'add' && runInDialog && (
        <AddToRunDialog
          run={runInDialog}
          onClose={close}
          onFiles={(given) => {
            close();
            void importer.begin(given, runInDialog.id);
          }}
        />
      )}
      {dialog?.kind === 'zones' && <ZonesDialog library={library} runs={runs ?? []} onClose={close} />}
      <AskDialog row={asking} importer={importer} onClose={close} />
    </div>
  );
}

const DAY_MS = 86_400_000;

interface RemovedRunsProps {
  readonly removed: readonly LocalRun[];
  readonly onRestore: RunActions['restore'];
}

function RemovedRuns({ removed, onRestore }: RemovedRunsProps) {
  if (removed.length === 0) return null;
  return (
    <FoldedList title="Deleted runs" count={removed.length} className="mt-6">
      {removed.map((run) => (
        <DeletedRow
          key={run.id}
          name={run.details.name}
          timeLeft={describeTimeLeft(run.deletedAt ?? 0)}
          onRestore={() => onRestore(run)}
        />
      ))}
    </FoldedList>
  );
}

function describeTimeLeft(deletedAt: number): string {
  const days = Math.ceil((deletedAt + RUN_KEPT_MS - Date.now()) / DAY_MS);
  return days > 1 ? `You can restore it for ${days} days` : 'You can restore it until tomorrow';
}
