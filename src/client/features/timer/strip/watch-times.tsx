import { type ReactNode, useDeferredValue, useMemo, useSyncExternalStore } from 'react';
import type { Line } from '../../../../domain/model/lines.ts';
import type { EventState } from '../../../../domain/model/state.ts';
import { lateCode } from '../../../event/late-part.tsx';
import type { SyncClient } from '../../../sync/sync-client.ts';
import { useRefusedRows } from '../../../sync/use-sync.ts';
import { onQuestions, readQuestions } from '../../../timing/taps/questions.ts';
import { useAlert } from '../../../ui/alert-dialog.tsx';
import { NOT_WATCHED, WatchedContext } from './watched-times.ts';

/** Loaded after the board: until then the lists close up only when a person asks, and no row asks a question. */
export const lineWatch = lateCode(() => import('./line-watch.ts'));

export interface WatchTimesProps {
  readonly event: EventState;
  /** Null where nobody times. */
  readonly sync: SyncClient | null;
  readonly onSettle: (racerId: string, line: Line | null) => void;
  readonly children: ReactNode;
}

/**
 * The answers follow a tap in a frame of their own: the tap is drawn first. They go by a context, because as properties they
 * would draw the whole board once more for each tap.
 */
export function WatchTimes({ event, sync, onSettle, children }: WatchTimesProps) {
  const calm = useDeferredValue(event);
  const { confirm } = useAlert();
  const late = lineWatch.useLoaded(sync !== null);
  const rows = useRefusedRows(sync);
  const asked = useSyncExternalStore(onQuestions, readQuestions, () => '[]');
  const { id, timeZone } = calm;
  const watch = useMemo(
    () => sync && late?.createLineWatch({ sync, eventId: id, timeZone, confirm, onSettle }),
    [late, sync, id, timeZone, confirm, onSettle],
  );
  const watched = useMemo(() => watch?.(calm, rows, asked) ?? NOT_WATCHED, [watch, calm, rows, asked]);
  return <WatchedContext value={watched}>{children}</WatchedContext>;
}
