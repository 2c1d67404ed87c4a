import { word } from '../../../domain/language.ts';
import { type ReactNode, useState } from 'react';
import type { Entry, EventState } from '../../../domain/model/state.ts';
import { categoryOf } from '../../../domain/results/categories.ts';
import { describeProjected } from '../../../domain/results/describe-projected.ts';
import type { EntryResult } from '../../../domain/results/entry-result.ts';
import { ownOrder } from '../../../domain/results/leaderboard.ts';
import { readResults } from '../../../domain/results/read-results.ts';
import type { Leaderboard } from '../../../domain/results/read-leaderboard.ts';
import { formatTimeOfDay } from '../../../domain/timing/local-time.ts';
import { createSearch } from '../../../domain/board/search.ts';
import { describeOrder, figureOf } from '../../leaderboard/shown-order.ts';
import { placeOf } from '../../leaderboard/time-and-gap.ts';
import { describeShown, listTeamLines, showsTeams } from './screen-lines.tsx';
import { Frame, Lost, Racer, type ScreenProps, ToCheck } from './screen-parts.tsx';
import { describeArrival, figuresOf, sinceStart } from './screen-words.ts';

/** A racer's earlier results in one line; null where nothing is known. */
export type HistoryOf = (racerId: string) => string | null;

export interface AnnouncerScreenProps extends ScreenProps {
  readonly historyOf?: HistoryOf;
}

/** Time for which a racer who has crossed stays at the top of the arrivals, with the place that is now certain. */
const CROSSED_MS = 30_000;
const MOST_ARRIVING = 30;
const MOST_FINISHED = 30;
const MOST_FOUND = 5;

/** Screen for the announcer at the line: who comes when, for which place, and who has just come in. */
export function AnnouncerScreen({ event, race, at, settings, isConnected, historyOf }: AnnouncerScreenProps) {
  const { board, leaderboard, finishes, arriving } = race;
  const [query, setQuery] = useState('');
  const crossed = finishes.filter((finish) => at - finish.at < CROSSED_MS);
  // The lists call racers, of a team time trial too.
  const order = ownOrder(event.format) === 'team' ? word('Racers') : describeOrder(event, leaderboard);
  const { finished, total, onCourse } = board.counters;
  const { category } = leaderboard;
  const hasTeams = showsTeams(event, leaderboard, settings);
  const isFound = createSearch(query);
  const underOf = ({ entry }: EntryResult) => describePerson(event, entry, historyOf?.(entry.racerId) ?? null);
  const found = query.trim() === '' ? [] : readResults(event).filter(({ entry }) => isFound(entry));

  return (
    <Frame settings={settings} className="gap-[0.5em] overflow-y-auto!">
      <header className="flex flex-wrap items-baseline gap-x-[1em]">
        <h1 dir="auto" className="heading min-w-0 flex-1 truncate text-[1.2em] text-nowrap! max-sm:basis-full">
          {event.name}
        </h1>
        <Lost isConnected={isConnected} />
        {category !== null && <b dir="auto">{category}</b>}
        {order !== '' && <span className="text-(--fg-2)">{order}</span>}
        {category === null && (
          <span>
            Finished <b>{finished}</b> / {total} · On course <b>{onCourse}</b>
          </span>
        )}
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
            <Line key={racer.entry.racerId} racer={racer} under={underOf(racer)}>
              <span className="text-(--fg-2)">{racer.entry.groups.join(' · ')}</span>
              <b>{describeFound(racer, event, leaderboard, at)}</b>
            </Line>
          ))}
        </List>
      )}
      <div className="grid gap-[0.75em] sm:grid-cols-2 sm:grid-rows-[auto_1fr]">
        <List title="Coming in" isEmpty={crossed.length + arriving.length === 0} empty="Nobody is on course.">
          {crossed.map(({ racer, rank }) => (
            <Line key={racer.entry.racerId} racer={racer} under={underOf(racer)}>
              <b>{rank !== null && placeOf({ rank, isToCheck: racer.isToCheck })}</b>
              <b className="min-w-[4em] text-end">{word('in', 'has arrived')}</b>
            </Line>
          ))}
          {arriving.slice(0, MOST_ARRIVING).map(({ racer, expected, projected }) => (
            <Line key={racer.entry.racerId} racer={racer} under={underOf(racer)}>
              <span className="text-(--fg-2)">{projected && describeProjected(projected)}</span>
              <b className="min-w-[4em] text-end">
                {expected === null ? sinceStart(racer, at) : describeArrival(expected, at)}
              </b>
            </Line>
          ))}
        </List>
        <List
          title="Just in"
          className="sm:row-span-2"
          isEmpty={finishes.length === 0}
          empty="Nobody has finished yet."
        >
          {finishes.slice(0, MOST_FINISHED).map(({ racer, rank }) => {
            const [figure, under] = figuresOf(event, leaderboard, racer);
            return (
              <Line key={racer.entry.racerId} racer={racer} under={underOf(racer)}>
                {racer.isToCheck && <ToCheck />}
                <b>{rank !== null && placeOf({ rank, isToCheck: racer.isToCheck })}</b>
                <b className="min-w-[4.6em] text-end">{figure}</b>
                <span className="min-w-[4.2em] text-end text-(--fg-2)">{under}</span>
              </Line>
            );
          })}
        </List>
        {hasTeams && (
          <List title={describeShown(event, leaderboard, settings)} isEmpty={false} empty="">
            {listTeamLines(event).map(({ key, place, name, figure, under }) => (
              <li key={key} className="flex items-baseline gap-[0.6em] border-b border-(--edge) py-[0.25em]">
                <b className="min-w-[2em]">{place}</b>
                {name}
                <b>{figure}</b>
                <span className="min-w-[4.2em] text-end text-(--fg-2)">{under}</span>
              </li>
            ))}
          </List>
        )}
      </div>
    </Frame>
  );
}

/** Category, club and team as far as the owner shows them, and the earlier results. */
function describePerson(event: EventState, entry: Entry, history: string | null): string {
  const { club, team } = entry.details ?? {};
  return [categoryOf(event, entry), club, team, history].filter((part) => part != null).join(' · ');
}

function describeFound(racer: EntryResult, event: EventState, board: Leaderboard, at: ScreenProps['at']): string {
  const isIt = ({ entry }: EntryResult) => entry === racer.entry;
  if (racer.state === 'on-course') return sinceStart(racer, at);
  const ranked = board.ranked.find(isIt);
  if (ranked !== undefined) return `${placeOf(ranked)} · ${figureOf(event, board)(ranked)[0]}`;
  const whole = [...board.without, ...board.unranked].find(isIt);
  const said = whole === undefined ? '' : figuresOf(event, board, whole).join(' ').trim();
  if (said !== '') return said;
  const { slot } = racer.entry;
  return slot?.at == null ? 'not started yet' : `starts ${formatTimeOfDay(slot.at, event.timeZone)}`;
}

interface ListProps {
  readonly title: string;
  readonly isEmpty: boolean;
  readonly empty: string;
  readonly className?: string;
  readonly children: ReactNode;
}

function List({ title, isEmpty, empty, className = '', children }: ListProps) {
  return (
    <section className={`min-w-0 ${className}`}>
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
