import { type ReactNode, useState } from 'react';
import { describeProjected } from '../../../domain/results/describe-projected.ts';
import type { EntryResult } from '../../../domain/results/entry-result.ts';
import { word } from '../../../domain/language.ts';
import { readResults } from '../../../domain/results/read-results.ts';
import type { RankedResult } from '../../../domain/results/ranking.ts';
import { formatDuration, formatGap } from '../../../domain/timing/format.ts';
import { formatTimeOfDay } from '../../../domain/timing/local-time.ts';
import { createSearch } from '../../../domain/timing/search.ts';
import { Frame, Lost, Racer, type ScreenProps } from './screen-parts.tsx';
import { describeArrival, sinceStart } from './screen-words.ts';

/** A racer's earlier results in one line; null where nothing is known. */
export type HistoryOf = (racerId: string) => string | null;

export interface AnnouncerScreenProps extends ScreenProps {
  readonly historyOf?: HistoryOf;
}

/** Who has crossed stays at the top of the arrivals for so long, with the place that is now certain. */
const CROSSED_MS = 30_000;
const MOST_ARRIVING = 30;
const MOST_FINISHED = 30;
const MOST_FOUND = 5;

/** For the voice at the line: who comes when, for which place, and who has just come in. */
export function AnnouncerScreen({ event, race, at, settings, isConnected, historyOf }: AnnouncerScreenProps) {
  const { board, finishes, arriving } = race;
  const [query, setQuery] = useState('');
  const crossed = finishes.filter(({ finishTime }) => at - finishTime! < CROSSED_MS);
  const { finished, total, onCourse } = board.counters;
  const isFound = createSearch(query);
  const found = query.trim() === '' ? [] : readResults(event).filter(({ entry }) => isFound(entry));

  return (
    <Frame settings={settings} className="gap-[0.5em] overflow-y-auto!">
      <header className="flex flex-wrap items-baseline gap-x-[1em]">
        <h1 dir="auto" className="heading min-w-0 flex-1 truncate text-[1.2em] text-nowrap! max-sm:basis-full">
          {event.name}
        </h1>
        <Lost isConnected={isConnected} />
        <span>
          Finished <b>{finished}</b> / {total} · On course <b>{onCourse}</b>
        </span>
        <b>{formatTimeOfDay(at, event.timeZone)}</b>
      </header>
      <input
        type="search"
        aria-label="Number or name"
        placeholder="Number or name"
        autoComplete="off"
        value={query}
        onChange={({ target }) => setQuery(target.value)}
        onKeyDown={({ key }) => {
          if (key === 'Escape') setQuery('');
        }}
        className="min-h-12 w-full rounded-button border border-line-strong bg-(--raised) px-[0.6em] text-(--fg) placeholder:text-(--fg-2)"
      />
      {query.trim() !== '' && (
        <List title="Found" isEmpty={found.length === 0} empty="Nobody has this number or name.">
          {found.slice(0, MOST_FOUND).map((racer) => (
            <Line key={racer.entry.racerId} racer={racer} under={historyOf?.(racer.entry.racerId)}>
              <span className="text-(--fg-2)">{racer.entry.groups.join(' · ')}</span>
              <b>{describeFound(racer, race.board.leaderboard, at, event.timeZone)}</b>
            </Line>
          ))}
        </List>
      )}
      <div className="grid gap-[0.75em] sm:grid-cols-2">
        <List title="Coming in" isEmpty={crossed.length + arriving.length === 0} empty="Nobody is on course.">
          {crossed.map((racer) => (
            <Line key={racer.entry.racerId} racer={racer} under={historyOf?.(racer.entry.racerId)}>
              <b>#{racer.rank}</b>
              <b className="min-w-[4em] text-end">{word('in')}</b>
            </Line>
          ))}
          {arriving.slice(0, MOST_ARRIVING).map(({ racer, expected, projected }) => (
            <Line key={racer.entry.racerId} racer={racer} under={historyOf?.(racer.entry.racerId)}>
              <span className="text-(--fg-2)">{projected && describeProjected(projected)}</span>
              <b className="min-w-[4em] text-end">
                {expected === null ? sinceStart(racer, at) : describeArrival(expected, at)}
              </b>
            </Line>
          ))}
        </List>
        <List title="Just in" isEmpty={finishes.length === 0} empty="Nobody has finished yet.">
          {finishes.slice(0, MOST_FINISHED).map((racer) => (
            <Line key={racer.entry.racerId} racer={racer}>
              <b>#{racer.rank}</b>
              <b className="min-w-[4.6em] text-end">{formatDuration(racer.duration)}</b>
              <span className="min-w-[4.2em] text-end text-(--fg-2)">{racer.gap > 0 && formatGap(racer.gap)}</span>
            </Line>
          ))}
        </List>
      </div>
    </Frame>
  );
}

function describeFound(
  racer: EntryResult,
  leaderboard: readonly RankedResult[],
  at: ScreenProps['at'],
  timeZone: string,
): string {
  const ranked = leaderboard.find(({ entry }) => entry === racer.entry);
  if (ranked !== undefined) return `#${ranked.rank} · ${formatDuration(ranked.duration)}`;
  if (racer.state === 'on-course') return sinceStart(racer, at);
  if (racer.state === 'out') return racer.status;
  return racer.entry.slot?.at == null ? 'not started yet' : `starts ${formatTimeOfDay(racer.entry.slot.at, timeZone)}`;
}

interface ListProps {
  readonly title: string;
  readonly isEmpty: boolean;
  readonly empty: string;
  readonly children: ReactNode;
}

function List({ title, isEmpty, empty, children }: ListProps) {
  return (
    <section className="min-w-0">
      <h2 className="text-[0.8em] text-(--fg-2)">{title}</h2>
      {isEmpty ? <p className="py-[0.4em] text-(--fg-2)">{empty}</p> : <ul>{children}</ul>}
    </section>
  );
}

interface LineProps {
  readonly racer: EntryResult;
  readonly under?: string | null | undefined;
  readonly children: ReactNode;
}

function Line({ racer, under, children }: LineProps) {
  return (
    <li className="border-b border-(--edge) py-[0.25em]">
      <div className="flex items-baseline gap-[0.6em]">
        <Racer entry={racer.entry} className="flex-1 font-[650]" />
        {children}
      </div>
      {under && <p className="text-[0.8em] text-(--fg-2)">{under}</p>}
    </li>
  );
}
