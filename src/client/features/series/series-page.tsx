import { lazy, Suspense, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { word } from '../../../domain/language.ts';
import { formatDate } from '../../../domain/timing/local-time.ts';
import { epochMs } from '../../../domain/units.ts';
import type { SeriesAnswer, SeriesEventInfo } from '../../../protocol/series.ts';
import { guestPath } from '../../../protocol/routes.ts';
import { Button } from '../../ui/button.tsx';
import { Choices } from '../../ui/choices.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { LoadingRegion } from '../../ui/skeleton.tsx';
import { describeAdjusted, describeRules } from './series-words.ts';
import { StandingsTable } from './standings-table.tsx';
import { useSeries } from './use-series.ts';

/** Readers of standings wait for none of these. */
const EditSeries = lazy(() => import('./edit/edit-series.tsx').then((m) => ({ default: m.EditSeries })));
const SeriesFiles = lazy(() => import('./series-files.tsx').then((m) => ({ default: m.SeriesFiles })));
const ShareSeries = lazy(() => import('./share-series.tsx').then((m) => ({ default: m.ShareSeries })));

export function SeriesPage({ seriesId, linkKey }: { readonly seriesId: string; readonly linkKey: string | null }) {
  const { series, error, refresh } = useSeries(seriesId, linkKey);
  const [search, setSearch] = useSearchParams();
  const [isSharing, setIsSharing] = useState(false);
  if (series === null) {
    return (
      <div className="page py-8 sm:py-12">
        {error === null ? <Waiting /> : <Notice tone="bad">{error.message}</Notice>}
      </div>
    );
  }
  const { own } = series;
  if (own !== undefined && search.has('edit')) {
    return (
      <Suspense
        fallback={
          <div className="page py-8 sm:py-12">
            <Waiting />
          </div>
        }
      >
        <EditSeries
          key={own.version}
          series={series}
          own={own}
          onSaved={refresh}
          onClose={() => setSearch({}, { replace: true })}
        />
      </Suspense>
    );
  }
  return (
    <div className="page py-8 sm:py-12 print:max-w-none print:p-0">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0">
          {own !== undefined && (
            <Link to="/series" className="link inline-flex min-h-11 items-center text-14 print:hidden">
              All series
            </Link>
          )}
          <h1 dir="auto" className="heading text-32 break-words sm:text-44">
            {series.name}
          </h1>
          <p className="mt-1 text-ink-2">{describeRules(series)}</p>
        </div>
        <div className="flex flex-wrap gap-2 print:hidden">
          {series.standings.some(({ rows }) => rows.length > 0) && (
            <Suspense>
              <SeriesFiles series={series} />
            </Suspense>
          )}
          {own !== undefined && (
            <>
              <Button onClick={() => setIsSharing(true)}>Share</Button>
              <Button variant="primary" onClick={() => setSearch({ edit: '' })}>
                Events and rules
              </Button>
            </>
          )}
        </div>
      </div>
      {error !== null && (
        <Notice tone="info" className="mt-4 print:hidden">
          No connection at the moment. These are the last standings this device received.
        </Notice>
      )}
      <Body series={series} onEdit={() => setSearch({ edit: '' })} />
      {isSharing && own !== undefined && (
        <Suspense>
          <ShareSeries
            seriesId={seriesId}
            name={series.name}
            linkKey={own.linkKey}
            onChanged={refresh}
            onClose={() => setIsSharing(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

function Waiting() {
  return <LoadingRegion bars={['mb-6 h-12 max-w-96', 'h-80']} />;
}

function Body({ series, onEdit }: { readonly series: SeriesAnswer; readonly onEdit: () => void }) {
  const [chosen, setChosen] = useState('');
  if (series.events.length === 0) {
    return (
      <div className="mt-8">
        <EmptyState
          title="No events in this series yet"
          action={
            series.own && (
              <Button variant="primary" onClick={onEdit}>
                Choose events
              </Button>
            )
          }
        />
      </div>
    );
  }
  const all = series.standings;
  const shown = all.filter(({ category }, index) => (chosen === '' ? index === 0 : category === chosen));
  return (
    <>
      {all.length > 1 && (
        <div className="mt-6 print:hidden">
          <Choices
            label="Category"
            layout="wrap"
            chosen={shown[0]?.category ?? ''}
            options={all.map(({ category }) => ({ id: category ?? '', label: category ?? word('Overall') }))}
            onChoose={setChosen}
          />
        </div>
      )}
      {all.map((standings) => (
        <section
          key={standings.category ?? ''}
          className={shown.includes(standings) ? 'mt-6' : 'mt-6 hidden print:block print:break-before-page'}
        >
          {(all.length > 1 || standings.category !== null) && (
            <h2 dir="auto" className="heading mb-3 text-24">
              {standings.category ?? word('Overall')}
            </h2>
          )}
          <StandingsTable series={series} standings={standings} />
        </section>
      ))}
      <Events series={series} />
    </>
  );
}

function Events({ series }: { readonly series: SeriesAnswer }) {
  // The numbers are those of the table's columns, and a deleted event has no column.
  const listed = series.events.toSorted((one, other) => Number(one.state === 'gone') - Number(other.state === 'gone'));
  return (
    <section aria-labelledby="series-events" className="mt-8">
      <h2 id="series-events" className="text-20 font-[720]">
        Events
      </h2>
      <ol className="mt-3 flex list-decimal flex-col gap-2 ps-6 text-16">
        {listed.map((event) => (
          <li key={event.id}>
            <EventLine event={event} isOwn={series.own !== undefined} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function EventLine({ event, isOwn }: { readonly event: SeriesEventInfo; readonly isOwn: boolean }) {
  const { id, name, at, timeZone, state, viewerKey } = event;
  if (state === 'gone') return <span className="text-ink-2">A deleted event, or one that isn’t yours any more</span>;
  const adjusted = describeAdjusted(event);
  return (
    <>
      <EventLink id={id} name={name} viewerKey={viewerKey} isOwn={isOwn} />
      <span className="text-ink-2">, {formatDate(epochMs(at), timeZone)}</span>
      {adjusted !== null && (
        <span className={event.adjusted === 'none' ? 'text-danger' : 'text-ink-2'}> · {adjusted}</span>
      )}
      {state === 'running' && <span className="text-good"> · live</span>}
    </>
  );
}

interface EventLinkProps {
  readonly id: string;
  readonly name: string;
  readonly viewerKey: string | null;
  readonly isOwn: boolean;
}

function EventLink({ id, name, viewerKey, isOwn }: EventLinkProps) {
  const path = isOwn ? `/timer?eventId=${id}` : viewerKey === null ? null : guestPath(id, 'viewer', viewerKey);
  if (path === null) return <bdi>{name}</bdi>;
  return (
    <Link to={path} className="link py-2">
      <bdi>{name}</bdi>
    </Link>
  );
}
