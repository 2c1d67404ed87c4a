import { useState } from 'react';
import { type Tap, timeOf } from '../../../domain/model/state.ts';
import { word } from '../../../domain/language.ts';
import type { EntryResult } from '../../../domain/results/entry-result.ts';
import { tellApart } from '../../../domain/racers/same-name.ts';
import { byEntry, listInactive, listOnCourse } from '../../../domain/results/lists.ts';
import { nameLine } from '../../../domain/results/points.ts';
import { readResults } from '../../../domain/results/read-results.ts';
import { formatExactTime } from '../../../domain/timing/parse-time.ts';
import { createSearch } from '../../../domain/board/search.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { SearchField } from '../../ui/field.tsx';
import type { OpenEvent } from '../event-context.ts';
import { useGrowingList } from '../use-growing-list.ts';
import { recordWithUndo } from '../record.ts';

export interface GiveTimeProps {
  readonly open: OpenEvent;
  readonly tapId: string;
  readonly onClose: () => void;
}

/** A tap that was made for the wrong rider: the time is right, and goes to the racer it belongs to. */
export function GiveTime({ open, tapId, onClose }: GiveTimeProps) {
  const { event } = open;
  const [query, setQuery] = useState('');
  const tap = event.taps[tapId];
  const isFound = createSearch(query);
  const racers = tap === undefined ? [] : listLikely(open, tap).filter(({ entry }) => isFound(entry));
  const { shown, endRef } = useGrowingList(racers, query);
  if (tap === undefined) return null;
  const { racerId: from } = tap;
  const apart = tellApart(racers.map(({ entry }) => entry));
  const owner = from === null ? undefined : event.entries[from]?.name;

  function giveTo({ entry }: EntryResult): void {
    const assign = (racerId: string | null) => ({ type: 'tap.assign', tapId, racerId }) as const;
    const said = tap?.line === 'start' ? `Start time moved to ${entry.name}` : `Finish time moved to ${entry.name}`;
    recordWithUndo(open, said, assign(entry.racerId), assign(from));
    onClose();
  }

  return (
    <Dialog open onClose={onClose} title="Give this time to…">
      <div className="flex flex-col gap-3">
        <p className="digits text-ink-2">
          <span className="font-[720] text-ink">{formatExactTime(timeOf(tap), event.timeZone)}</span>,{' '}
          {nameLine(event, tap.line)}
          {owner !== undefined && (
            <>
              {' '}
              of <bdi>{owner}</bdi> until now
            </>
          )}
        </p>
        <SearchField label="Name or number" value={query} onSearch={setQuery} />
        {racers.length === 0 && <p className="text-ink-2">Nobody matches.</p>}
        <ul aria-label="Racers" className="divide-y divide-line">
          {shown.map((racer) => (
            <li key={racer.entry.racerId}>
              <button
                type="button"
                onClick={() => giveTo(racer)}
                className="flex min-h-14 w-full items-center gap-3 rounded-bib px-2 text-start -outline-offset-2 hover:bg-soft"
              >
                {racer.entry.bib !== null && <span className="digits min-w-9 font-[720]">{racer.entry.bib}</span>}
                <span dir="auto" className="min-w-0 flex-1 truncate font-[650]">
                  {racer.entry.name}
                </span>
                <span className="shrink-0 text-14 text-ink-2">
                  {[apart.get(racer.entry.racerId), describePlace(racer)].filter(Boolean).join(' · ')}
                </span>
              </button>
            </li>
          ))}
          {endRef && <li ref={endRef} className="h-14" />}
        </ul>
      </div>
    </Dialog>
  );
}

/** Racers who lack this time first: it is theirs more often than not. */
function listLikely({ event }: OpenEvent, tap: Tap): EntryResult[] {
  const others = readResults(event).filter(({ entry }) => entry.racerId !== tap.racerId);
  const likely = tap.line === 'start' ? listInactive(others) : listOnCourse(others);
  const isLikely = new Set(likely);
  return [...likely, ...others.filter((racer) => !isLikely.has(racer)).toSorted(byEntry)];
}

const PLACES: Readonly<Record<EntryResult['state'], string>> = {
  inactive: 'not started',
  'on-course': 'on course',
  finished: word('finished'),
  waiting: word('finished'),
  impossible: word('finished'),
  out: '',
};

function describePlace({ state, status }: EntryResult): string {
  return state === 'out' ? status : PLACES[state];
}
