import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { counted } from '../../../domain/language.ts';
import {
  type HistoryAnswer,
  type OwnHistory,
  racerPagePath,
  type RacerSeriesAnswer,
} from '../../../protocol/history.ts';
import type { CallError } from '../../session/api.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { LoadingRegion } from '../../ui/skeleton.tsx';
import { CourseSection } from './course-section.tsx';
import { readHistory, readRacerSeries, setLink } from './history-calls.ts';
import { MergedRacers } from './merged-racers.tsx';
import { RacerSeriesSection } from './racer-series.tsx';
import { MAX_HISTORY_RESULTS } from '../../../protocol/limits.ts';
import { renameElsewhere } from '../../event/rename-elsewhere.ts';
import { keepTrying } from '../../loading/keep-trying.ts';
import type { SyncClient } from '../../sync/sync-client.ts';
import { useSync } from '../../sync/use-sync.ts';
import { useAction } from '../../session/use-action.ts';
import { ShareByLink } from '../../ui/share-by-link.tsx';

const MOST_NAMES = 5;

/** Loaded when it is opened: few names are ever entered twice. */
const MergeDialog = lazy(async () => ({
  default: (await keepTrying(() => import('./merge-dialog.tsx')))!.MergeDialog,
}));

export interface RacerPageProps {
  readonly racerId: string;
  readonly linkKey: string | null;
}

/** Every result of one racer, by course. Keyed: what is known of one racer is never shown for another. */
export function RacerPage(props: RacerPageProps) {
  return <Results key={props.racerId} {...props} />;
}

function Results({ racerId, linkKey }: RacerPageProps) {
  const { history, series, error, isReading, refresh } = useHistory(racerId, linkKey);
  const sync = useSync();
  const [isRenamed, setIsRenamed] = useState(false);
  const [isSharing, setIsSharing] = useState(false);
  const [isMerging, setIsMerging] = useState(false);
  if (history === null) {
    return (
      <div className="page py-8 sm:py-12">
        {error === null ? (
          <LoadingRegion bars={['mb-6 h-12 max-w-96', 'h-80']} />
        ) : (
          <>
            <Notice tone="bad">{error.message}</Notice>
            {error.retry !== 'never' && (
              <Button className="mt-4" busy={isReading} onClick={() => void refresh()}>
                Try again
              </Button>
            )}
          </>
        )}
      </div>
    );
  }
  const { name, courses, own, isCut } = history;
  function putRight(from: SyncClient, elsewhere: OwnHistory['elsewhere']): void {
    renameElsewhere(from, name, elsewhere);
    setIsRenamed(true);
  }
  const known = courses.filter(({ course }) => course !== null).length;
  const count = courses.reduce((sum, { results }) => sum + results.length, 0);
  return (
    <div className="page py-8 sm:py-12">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0">
          {own !== undefined && (
            <Link to="/homepage" className="link inline-flex min-h-11 items-center text-14">
              Your racers
            </Link>
          )}
          <h1 dir="auto" className="heading text-32 break-words sm:text-44">
            {name}
          </h1>
          {count > 0 && (
            <p className="mt-1 text-ink-2">
              {counted(count, 'result', 'results')}
              {known > 0 && <> · {counted(known, 'course', 'courses')}</>}
            </p>
          )}
        </div>
        {own?.mayShare && (
          <div className="flex flex-wrap gap-3">
            {sync !== null && (
              <Button aria-haspopup="dialog" onClick={() => setIsMerging(true)}>
                Same person as…
              </Button>
            )}
            <Button onClick={() => setIsSharing(true)}>Share</Button>
          </div>
        )}
      </div>
      {own !== undefined && sync !== null && <MergedRacers own={own} sync={sync} onChanged={() => void refresh()} />}
      {own !== undefined && own.elsewhere.length > 0 && sync !== null && !isRenamed && (
        <Notice tone="info" className="mt-4">
          <p>
            {counted(own.elsewhere.length, 'event has', 'events have')} another name:{' '}
            <bdi>{[...new Set(own.elsewhere.map((each) => each.name))].slice(0, MOST_NAMES).join(', ')}</bdi>
          </p>
          <Button className="mt-3" onClick={() => putRight(sync, own.elsewhere)}>
            Put the name right there too
          </Button>
        </Notice>
      )}
      {isCut && (
        <Notice tone="info" className="mt-4">
          These are the newest {MAX_HISTORY_RESULTS} results. Bests are those among them.
        </Notice>
      )}
      {series !== null && <RacerSeriesSection answer={series} />}
      {count === 0 ? (
        <div className="mt-8">
          <EmptyState title="No results yet">Times appear here with this racer’s first finish in an event.</EmptyState>
        </div>
      ) : (
        courses.map((each) => (
          <CourseSection key={JSON.stringify(each.course)} course={each} isOwn={own !== undefined} />
        ))
      )}
      {isMerging && own !== undefined && sync !== null && (
        <Suspense fallback={null}>
          <MergeDialog
            racerId={own.racerId}
            name={name}
            sync={sync}
            onChanged={() => void refresh()}
            onClose={() => setIsMerging(false)}
          />
        </Suspense>
      )}
      {isSharing && own !== undefined && (
        <ShareHistory
          racerId={racerId}
          name={name}
          publicName={own.publicName}
          linkKey={own.linkKey}
          onChanged={refresh}
          onClose={() => setIsSharing(false)}
        />
      )}
    </div>
  );
}

function useHistory(racerId: string, linkKey: string | null) {
  const [history, setHistory] = useState<HistoryAnswer | null>(null);
  const [error, setError] = useState<CallError | null>(null);
  const [isReading, setIsReading] = useState(false);
  const [series, setSeries] = useState<RacerSeriesAnswer | null>(null);
  const refresh = useCallback(async () => {
    setIsReading(true);
    // The results wait for no standings: those of a large series take longer to make.
    void readRacerSeries(racerId, linkKey).then((answer) => {
      if (answer.ok) setSeries(answer.value);
    });
    const answer = await readHistory(racerId, linkKey);
    setIsReading(false);
    if (answer.ok) setHistory(answer.value);
    setError(answer.ok ? null : answer.error);
  }, [racerId, linkKey]);
  useEffect(() => {
    void refresh();
  }, [refresh]);
  return { history, series, error, isReading, refresh };
}

interface ShareHistoryProps {
  readonly racerId: string;
  readonly name: string;
  /** The name that others read. */
  readonly publicName: string;
  readonly linkKey: string | null;
  readonly onChanged: () => Promise<void>;
  readonly onClose: () => void;
}

function ShareHistory({ racerId, name, publicName, linkKey, onChanged, onClose }: ShareHistoryProps) {
  const link = useAction((isOn: boolean) => setLink(racerId, isOn));
  const turn = async (isOn: boolean) => {
    if ((await link.run(isOn)) !== null) await onChanged();
  };
  return (
    <ShareByLink
      heading="Share these results"
      title={publicName}
      label="Link to the results"
      hint="Anyone with the link reads times, dates, courses and bests. Only public events are named."
      path={linkKey && racerPagePath(racerId, linkKey)}
      before="Anyone with the link reads this racer’s times, dates, courses and bests, and the place in series that are shared by link, without an account. Events in your public group are named, with their conditions; the names of all others stay with you, and so do year of birth, gender, class and club."
      isBusy={link.isBusy}
      error={link.error?.message ?? null}
      onTurn={(isOn) => void turn(isOn)}
      onClose={onClose}
    >
      {publicName !== name && (
        <p className="text-14 text-ink-2">
          Readers see <bdi>{publicName}</bdi>, because one of the events shows initials only.
        </p>
      )}
    </ShareByLink>
  );
}
