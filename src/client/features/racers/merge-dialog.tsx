import { useState } from 'react';
import { counted } from '../../../domain/language.ts';
import { describeRacer } from '../../../domain/racers/details.ts';
import { findRacers } from '../../../domain/racers/find.ts';
import { type Racer, sortRacers } from '../../../domain/racers/library.ts';
import { type MergePreview, mergePath, type MergeSide } from '../../../protocol/history.ts';
import { useObservable } from '../../sync/use-sync.ts';
import type { SyncClient } from '../../sync/sync-client.ts';
import { useFetched } from '../../session/use-fetched.ts';
import { Button } from '../../ui/button.tsx';
import { Choices } from '../../ui/choices.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SearchField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { LoadingRegion } from '../../ui/skeleton.tsx';
import { mergeRacers } from './merge-racers.ts';

/** Most racers that are listed; others are found by their name. */
const MOST_LISTED = 8;
const NOTHING: { readonly racers: readonly Racer[] } = { racers: [] };

export interface MergeDialogProps {
  readonly racerId: string;
  readonly name: string;
  readonly sync: SyncClient;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** Chooses the other racer, shows what belongs to each, and asks which name stays. */
export function MergeDialog({ racerId, name, sync, onChanged, onClose }: MergeDialogProps) {
  const { racers } = useObservable(sync.account, null) ?? NOTHING;
  const [otherId, setOtherId] = useState<string | null>(null);
  const [keptId, setKeptId] = useState(racerId);
  const { answer, error, retry } = useFetched<MergePreview>(otherId === null ? null : mergePath(otherId, racerId));
  const kept = answer?.sides.find((side) => side.racerId === keptId);
  const merged = answer?.sides.find((side) => side.racerId !== keptId);
  const canMerge = answer?.met.length === 0 && kept !== undefined && merged !== undefined;
  function merge(): void {
    if (!canMerge) return;
    onClose();
    void mergeRacers(sync, merged, kept, onChanged);
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Same person as ${name}`}
      footer={
        otherId === null ? (
          <Button onClick={onClose}>Cancel</Button>
        ) : (
          <>
            <Button onClick={() => setOtherId(null)}>Back</Button>
            <Button variant="primary" disabled={!canMerge} onClick={merge}>
              They are one person
            </Button>
          </>
        )
      }
    >
      {otherId === null ? (
        <ChooseRacer racers={racers.filter(({ id }) => id !== racerId)} onChoose={setOtherId} />
      ) : answer === null ? (
        error === null ? (
          <LoadingRegion bars={['h-40']} />
        ) : (
          <Notice tone="bad">
            <p>{error.message}</p>
            {error.retry !== 'never' && (
              <Button className="mt-3" onClick={retry}>
                Try again
              </Button>
            )}
          </Notice>
        )
      ) : (
        <Preview preview={answer} keptId={keptId} onKeep={setKeptId} />
      )}
    </Dialog>
  );
}

interface ChooseRacerProps {
  readonly racers: readonly Racer[];
  readonly onChoose: (racerId: string) => void;
}

function ChooseRacer({ racers, onChoose }: ChooseRacerProps) {
  const [search, setSearch] = useState('');
  const found = findRacers(sortRacers(racers, 'name-ascending'), { search, group: null });
  return (
    <div className="flex flex-col gap-3">
      <p className="text-ink-2">
        For a name that you entered twice. Choose the other one. Nothing changes before you’ve seen what you’re joining.
      </p>
      <SearchField label="Search by name" value={search} onSearch={setSearch} />
      {found.length === 0 ? (
        <p className="text-ink-2">No racer fits</p>
      ) : (
        <ul className="divide-y divide-line rounded-card border border-line">
          {found.slice(0, MOST_LISTED).map(({ id, name, groups, details }) => (
            <li key={id}>
              <button
                type="button"
                onClick={() => onChoose(id)}
                className="flex min-h-12 w-full flex-col justify-center px-4 py-2 text-start"
              >
                <bdi className="font-[650] wrap-anywhere">{name}</bdi>
                <bdi className="text-14 text-ink-2">{describeRacer(groups, details)}</bdi>
              </button>
            </li>
          ))}
        </ul>
      )}
      {found.length > MOST_LISTED && (
        <p className="text-14 text-ink-2">
          {counted(found.length - MOST_LISTED, 'more racer: type a name', 'more racers: type a name')}
        </p>
      )}
    </div>
  );
}

interface PreviewProps {
  readonly preview: MergePreview;
  readonly keptId: string;
  readonly onKeep: (racerId: string) => void;
}

function Preview({ preview: { sides, met }, keptId, onKeep }: PreviewProps) {
  return (
    <div className="flex flex-col gap-4">
      <ul className="divide-y divide-line rounded-card border border-line">
        {sides.map((side) => (
          <li key={side.racerId} className="px-4 py-3">
            <bdi className="font-[650] wrap-anywhere">{side.name}</bdi>
            <p className="text-14 text-ink-2">{describeSide(side)}</p>
          </li>
        ))}
      </ul>
      {met.length > 0 ? (
        <Notice tone="bad">
          Both have times in <bdi>{met.join(', ')}</bdi>, so they can’t be one person. If one of the times is wrong,
          give it to the right racer there first.
        </Notice>
      ) : (
        <>
          <div>
            <p className="mb-2 font-[650]">Which name stays?</p>
            <Choices
              label="Which name stays?"
              chosen={keptId}
              options={sides.map((side) => ({ id: side.racerId, label: side.name }))}
              layout="wrap"
              onChoose={onKeep}
            />
          </div>
          <p className="text-ink-2">
            History, personal bests and series become one. Every event keeps the name it used, official results too. You
            can separate them again at any time.
          </p>
        </>
      )}
    </div>
  );
}

function describeSide({ events, series, followers, runs }: MergeSide): string {
  const parts = [
    counted(events, 'event', 'events'),
    series > 0 && counted(series, 'series', 'series'),
    followers > 0 && counted(followers, 'follower', 'followers'),
    runs > 0 && counted(runs, 'run', 'runs'),
  ];
  return parts.filter((part) => part !== false).join(' · ');
}
