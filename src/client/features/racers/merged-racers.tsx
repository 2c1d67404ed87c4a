import type { OwnHistory } from '../../../protocol/history.ts';
import type { SyncClient } from '../../sync/sync-client.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { separateRacer } from './merge-racers.ts';

export interface MergedRacersProps {
  readonly own: OwnHistory;
  readonly sync: SyncClient;
  readonly onChanged: () => void;
}

/** The other racers who are this person, for as long as they are. */
export function MergedRacers({ own: { merged, met }, sync, onChanged }: MergedRacersProps) {
  if (merged.length === 0) return null;
  return (
    <section aria-label="The same person" className="mt-4">
      <ul className="divide-y divide-line rounded-card border border-line bg-card">
        {merged.map(({ racerId, name }) => (
          <li key={racerId} className="flex items-center justify-between gap-4 px-4 py-2">
            <p className="min-w-0 wrap-anywhere">
              Entered as <bdi className="font-[650]">{name}</bdi> too
            </p>
            <Button
              className="shrink-0"
              aria-label={`Separate again: ${name}`}
              onClick={() => void separateRacer(sync, racerId, onChanged)}
            >
              Separate again
            </Button>
          </li>
        ))}
      </ul>
      {met.length > 0 && (
        <Notice tone="info" className="mt-3">
          Both have times in <bdi>{met.join(', ')}</bdi>. There they count as two, until you give one of the times to
          the other or separate them.
        </Notice>
      )}
    </section>
  );
}
