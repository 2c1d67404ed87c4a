import { useState } from 'react';
import type { BlockedOwner, SharedRunSummary } from '../../../protocol/runs.ts';
import { Button } from '../../../../client/ui/button.tsx';
import { FoldedList } from '../../../../client/ui/folded-list.tsx';
import { keepFocusInSection } from '../../../../client/ui/keep-focus.ts';
import { Link } from '../../../../client/ui/link.tsx';
import { Menu } from '../../../../client/ui/menu.tsx';
import { MoreIcon } from '../../../../client/ui/tool-icons.tsx';
import { writeTime } from '../../recordings/units.ts';
import { ownerWords, writeDate } from '../../recordings/describe-run.ts';
import type { RunActions } from './use-run-actions.ts';

export interface OfferedRunsProps {
  readonly offers: readonly SharedRunSummary[];
  readonly blocked: readonly BlockedOwner[];
  readonly actions: RunActions;
}

/** Strangers must not push the user's own runs off the screen. */
const SHOWN_FIRST = 5;

/** Runs that others have shared unasked: they are on the list once they are kept. */
export function OfferedRuns({ offers, blocked, actions }: OfferedRunsProps) {
  const [isWhole, setIsWhole] = useState(false);
  if (offers.length === 0 && blocked.length === 0) return null;
  const shown = isWhole ? offers : offers.slice(0, SHOWN_FIRST);
  return (
    <section aria-labelledby="offered-runs" tabIndex={-1} className="mt-8 outline-none">
      <div className="mb-4 flex items-baseline gap-3">
        <h2 id="offered-runs" className="heading text-24">
          Shared with you
        </h2>
        {offers.length > 0 && <span className="digits text-ink-2">{offers.length} new</span>}
      </div>
      {offers.length > 0 && (
        <ul aria-label="New runs of others" className="divide-y divide-line border-y border-line">
          {shown.map((offer) => (
            <Offer key={offer.id} offer={offer} actions={actions} />
          ))}
        </ul>
      )}
      {shown.length < offers.length && (
        <Button variant="quiet" className="mt-2" onClick={() => setIsWhole(true)}>
          Show {offers.length - shown.length} more
        </Button>
      )}
      <BlockedOwners blocked={blocked} onUnblock={actions.unblock} />
    </section>
  );
}

function Offer({ offer, actions }: { readonly offer: SharedRunSummary; readonly actions: RunActions }) {
  const { id, name, ownerName, timestamp, duration } = offer;
  const figures = [writeDate(timestamp), ...(duration === null ? [] : [writeTime(duration, 0)])].join(' · ');
  const act = (press: { readonly currentTarget: Element }, action: (offer: SharedRunSummary) => void) => {
    keepFocusInSection(press.currentTarget);
    action(offer);
  };
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="line-clamp-2 wrap-anywhere">
          {ownerName === '' ? 'Shared with you: ' : <bdi className="font-[650]">{ownerName}</bdi>}
          {ownerName !== '' && ' shared '}
          <Link to={`/analysis/${id}`} className="link">
            <bdi>{name}</bdi>
          </Link>
          {ownerName !== '' && ' with you'}
        </p>
        <p className="digits text-14 text-ink-2">{figures}</p>
      </div>
      <div className="flex shrink-0 items-center gap-1">
        <Button aria-label={`Keep: ${name}`} onClick={(press) => act(press, actions.keep)}>
          Keep
        </Button>
        <Button variant="quiet" aria-label={`Remove: ${name}`} onClick={(press) => act(press, actions.dismiss)}>
          Remove
        </Button>
        <Menu
          label={`More about ${name}`}
          trigger={<MoreIcon />}
          items={[
            {
              label: `Don’t show runs from ${ownerWords(ownerName)} again`,
              onSelect: () => actions.block(offer),
              danger: true,
            },
          ]}
        />
      </div>
    </li>
  );
}

interface BlockedOwnersProps {
  readonly blocked: readonly BlockedOwner[];
  readonly onUnblock: RunActions['unblock'];
}

function BlockedOwners({ blocked, onUnblock }: BlockedOwnersProps) {
  if (blocked.length === 0) return null;
  return (
    <FoldedList title="Not shown" count={blocked.length}>
      {blocked.map((owner) => (
        <li key={owner.ownerId} className="flex items-center gap-3 py-2">
          <p className="min-w-0 flex-1 wrap-anywhere">
            Runs from <bdi className="font-[650]">{ownerWords(owner.ownerName)}</bdi>
          </p>
          <Button
            variant="quiet"
            className="shrink-0"
            aria-label={`Show runs from ${ownerWords(owner.ownerName)} again`}
            onClick={() => onUnblock(owner)}
          >
            Show again
          </Button>
        </li>
      ))}
    </FoldedList>
  );
}
