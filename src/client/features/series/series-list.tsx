import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { counted } from '../../../domain/language.ts';
import { plainSeries } from '../../../domain/series/rules.ts';
import { MAX_NAME_LENGTH } from '../../../protocol/limits.ts';
import { seriesPagePath, seriesPaths } from '../../../protocol/series-paths.ts';
import type { ListedSeries } from '../../../protocol/series.ts';
import { useFetched } from '../../session/use-fetched.ts';
import { useAction } from '../../session/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { LoadingRegion } from '../../ui/skeleton.tsx';
import { saveSeries } from './series-calls.ts';

export function SeriesList() {
  const { answer, error } = useFetched<{ readonly series: readonly ListedSeries[] }>(seriesPaths.list);
  const series = answer?.series ?? null;
  const [isCreating, setIsCreating] = useState(false);
  const create = (
    <Button variant="primary" onClick={() => setIsCreating(true)}>
      New series
    </Button>
  );
  return (
    <div className="page py-8 sm:py-12">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="heading text-32 sm:text-44">Series</h1>
          <p className="mt-1 max-w-[60ch] text-ink-2">
            Join events to a season. Points, best results and standings follow by themselves, while a race is on as
            well.
          </p>
        </div>
        {series !== null && series.length > 0 && create}
      </div>
      <div className="mt-6 sm:mt-8">
        {error !== null && <Notice tone="bad">{error.message}</Notice>}
        {series === null && error === null && <LoadingRegion bars={['h-40']} />}
        {series?.length === 0 && (
          <EmptyState title="No series yet" action={create}>
            For a club league, a school cup or a winter of time trials, choose the events and how to give points.
          </EmptyState>
        )}
        {series !== null && series.length > 0 && (
          <ul className="divide-y divide-line rounded-card border border-line bg-card shadow-card">
            {series.map(({ id, name, events, isPublic }) => (
              <li key={id}>
                <Link
                  to={seriesPagePath(id)}
                  className="flex min-h-16 items-center justify-between gap-4 px-5 py-3 hover:bg-soft"
                >
                  <bdi className="min-w-0 truncate font-[650]">{name}</bdi>
                  <span className="shrink-0 text-14 text-ink-2">
                    {counted(events, 'event', 'events')}
                    {isPublic && ', shared by link'}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
      {isCreating && <NewSeries onClose={() => setIsCreating(false)} />}
    </div>
  );
}

function NewSeries({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const navigate = useNavigate();
  const save = useAction((seriesId: string) =>
    saveSeries(seriesId, 0, { name, rules: plainSeries, eventIds: [], helpers: [] }),
  );
  async function create() {
    const seriesId = crypto.randomUUID();
    if ((await save.run(seriesId)) !== null) void navigate(`${seriesPagePath(seriesId)}?edit`);
  }
  return (
    <Dialog open title="New series" onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        <Field
          label="Name"
          placeholder="Winter league"
          value={name}
          maxLength={MAX_NAME_LENGTH}
          error={save.error?.message}
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" variant="primary" busy={save.isBusy}>
          Create
        </Button>
      </form>
    </Dialog>
  );
}
