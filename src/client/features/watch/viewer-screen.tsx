import { useCallback, useEffect } from 'react';
import { type EpochMs, epochMs } from '../../../domain/units.ts';
import type { RenderedPage } from '../../../protocol/page-data.ts';
import { useObservable } from '../../sync/use-sync.ts';
import type { ViewerSync } from '../../sync/viewer-sync.ts';
import { RenderedAtContext } from '../../timing/clocks/rendered-at.ts';
import { ViewerBoard } from './viewer-board.tsx';
import { latePart } from '../../event/late-part.tsx';

export interface ViewerScreenProps {
  readonly page: Extract<RenderedPage, { kind: 'event' }>;
  /** Null where the server renders. */
  readonly sync: ViewerSync | null;
}

const problemPage = latePart(() => import('../../event/event-problem.tsx').then((module) => module.EventProblem));

const leave = () => location.assign('/landing');

/** One event for a viewer who came by the viewer link: as the server has rendered it, then live. */
export function ViewerScreen({ page, sync }: ViewerScreenProps) {
  const shown = useObservable(sync?.event(page.event.id), null);
  const isLive = useObservable(sync?.isLive, false);
  const isConnected = useObservable(sync?.isConnected, true);
  const live = shown?.event ?? null;
  const event = live ?? page.event;
  const now = useCallback((): EpochMs => sync?.now() ?? epochMs(Date.now()), [sync]);
  useEffect(() => {
    // A later release may have replaced the file by the time that the event is deleted.
    if (isLive) void problemPage.preload();
  }, [isLive]);
  useEffect(() => {
    document.title = `${event.name} · Pushoff`;
  }, [event.name]);

  const problem = event.deletedAt !== null ? 'event-deleted' : (shown?.problem ?? null);
  if (problem !== null)
    return <problemPage.Part code={problem} eventId={event.id} reader="signed-out" onRestore={null} onLeave={leave} />;
  return (
    <RenderedAtContext value={live === null ? page.at : null}>
      <ViewerBoard
        event={event}
        shown={isLive ? shown : null}
        now={now}
        places={page.places}
        isConnected={isConnected}
        isCached={page.rows !== undefined}
      />
    </RenderedAtContext>
  );
}
