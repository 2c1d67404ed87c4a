import type { ReactNode } from 'react';
import type { Change } from '../../../domain/model/changes.ts';
import type { describeStep } from '../../../domain/events/describe-change.ts';
import type { Tap } from '../../../domain/model/state.ts';
import type { EventHistory } from '../../../protocol/event-reads.ts';
import { api } from '../../../protocol/routes.ts';
import { type PagedList, type UsedPages, usePages } from '../../session/use-pages.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { LoadingRegion, Skeleton } from '../../ui/skeleton.tsx';

/** `tap`: the tap that the change is about, where the page may not have it. */
export type ToldChange = Change & { readonly tap?: Tap | undefined };

const CHANGES: Pick<PagedList<ToldChange, EventHistory>, 'read' | 'numberOf'> = {
  read: ({ changes, taps, hasMore }) => ({ items: taps === undefined ? changes : withTaps(changes, taps), hasMore }),
  numberOf: ({ seq }) => seq,
};

function withTaps(changes: readonly Change[], taps: readonly Tap[]): ToldChange[] {
  const byId = new Map(taps.map((tap) => [tap.id, tap]));
  return changes.map((change) => ('tapId' in change ? { ...change, tap: byId.get(change.tapId) } : change));
}

/** The history is fetched anew whenever the event has grown. */
export function useHistory(eventId: string, seq: number, query = ''): UsedPages<ToldChange> {
  const path = `${api.history.replace(':eventId', encodeURIComponent(eventId))}${query}`;
  return usePages({ ...CHANGES, path, version: seq });
}

export interface HistoryFrameProps {
  readonly history: UsedPages<ToldChange>;
  /** Words that are shown while the server does not answer. */
  readonly withoutServer?: string;
  readonly notice?: ReactNode;
  readonly isEmpty: boolean;
  /** The steps, each a list item. */
  readonly children: ReactNode;
  readonly onClose: () => void;
}

export function HistoryFrame({ history, withoutServer = '', notice, isEmpty, children, onClose }: HistoryFrameProps) {
  const { pages, error, isBusy, showOlder, tryAgain } = history;
  const isLoading = pages === null && error === null;
  return (
    <Dialog open onClose={onClose} title="History" size="lg">
      <div className="flex flex-col gap-4">
        {error !== null && (
          <Notice tone="info">
            {pages === null && withoutServer} {error.message}{' '}
            <button type="button" className="link min-h-11 font-[650]" onClick={tryAgain}>
              Try again
            </button>
          </Notice>
        )}
        {notice}
        {isLoading && isEmpty && (
          <LoadingRegion label="Loading the history">
            <Skeleton className="h-64 w-full" />
          </LoadingRegion>
        )}
        {pages !== null && isEmpty && (
          <EmptyState title="Nothing here yet">
            You’ll find every start, finish and change of this event here.
          </EmptyState>
        )}
        <ol className="divide-y divide-line">{children}</ol>
        {pages?.hasMore === true && (
          <Button busy={isBusy} onClick={showOlder}>
            Load older
          </Button>
        )}
      </div>
    </Dialog>
  );
}

/** Names are isolated: one that is written from the right would turn the sentence around. */
export function Sentence({ parts }: { readonly parts: ReturnType<typeof describeStep> }) {
  return parts.map((part, index) => (typeof part === 'string' ? part : <bdi key={index}>{part.name}</bdi>));
}
