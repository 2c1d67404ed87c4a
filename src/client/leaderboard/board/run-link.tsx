import type { ComponentType } from 'react';
import type { EventRuns } from '../../../protocol/event-reads.ts';
import { api } from '../../../protocol/routes.ts';
import { call } from '../../session/api.ts';
import { createObserved } from '../../sync/observable.ts';
import { useObservable } from '../../sync/use-sync.ts';
import { Icon } from '../../ui/icons.tsx';
import { Link } from '../../ui/link.tsx';
import { PlayIcon } from '../../ui/tool-icons.tsx';

export interface RunLinkProps {
  readonly racerId: string;
  readonly name: string;
}

const CONTROL =
  'flex size-11 shrink-0 items-center justify-center rounded-button border border-line text-ink hover:bg-soft aria-pressed:bg-ink aria-pressed:text-card';

/** Asks which racers of the event have a recording that the viewer may see. Null when there is none. */
export async function loadRunLink(eventId: string): Promise<ComponentType<RunLinkProps> | null> {
  const path = api.eventRuns.replace(':eventId', encodeURIComponent(eventId));
  const key = new URLSearchParams(location.search).get('guestViewerKey');
  const answer = await call<EventRuns>('GET', key === null ? path : `${path}?key=${encodeURIComponent(key)}`);
  if (!answer.ok || answer.value.runs.length === 0) return null;
  const runOf = new Map(answer.value.runs.map(({ racerId, runId }) => [racerId, runId]));
  const canCompare = runOf.size > 1;
  const chosen = createObserved<string | null>(null);

  return function RunLink({ racerId, name }) {
    const first = useObservable(chosen, null);
    const runId = runOf.get(racerId);
    if (runId === undefined) return null;
    const firstRun = first === null || first === racerId ? undefined : runOf.get(first);
    return (
      // Above the flash of a new time, which lies over the whole row.
      <span className="relative -me-1 flex shrink-0 gap-1.5">
        {/* A phone has no room beside the name; there the run itself offers the others of its race. */}
        {canCompare &&
          (firstRun === undefined ? (
            <button
              type="button"
              aria-label={`Compare ${name}`}
              title="Compare with another racer"
              aria-pressed={first === racerId}
              onClick={() => chosen.set(first === racerId ? null : racerId)}
              className={`${CONTROL} max-lg:hidden`}
            >
              <CompareIcon />
            </button>
          ) : (
            <Link
              to={`/analysis/${firstRun}?with=${runId}`}
              aria-label={`Compare with ${name}`}
              title="Compare the two"
              className={`${CONTROL} bg-accent text-on-accent max-lg:hidden`}
            >
              <CompareIcon />
            </Link>
          ))}
        <Link to={`/analysis/${runId}`} aria-label={`Run of ${name}`} title="Open the run" className={CONTROL}>
          <PlayIcon className="size-4" />
        </Link>
      </span>
    );
  };
}

function CompareIcon() {
  return (
    <Icon>
      <path d="M4 8h13M13.5 4.5 17 8l-3.5 3.5M20 16H7M10.5 12.5 7 16l3.5 3.5" />
    </Icon>
  );
}
