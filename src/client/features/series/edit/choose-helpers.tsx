import { LANGUAGE } from '../../../../domain/language.ts';
import { useState } from 'react';
import type { SeriesAnswer, SeriesDocument } from '../../../../protocol/series.ts';
import { useObservable, useSync } from '../../../sync/use-sync.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Section } from '../../../ui/section.tsx';

export interface ChooseHelpersProps {
  readonly eventIds: readonly string[];
  readonly helpers: SeriesDocument['helpers'];
  readonly series: SeriesAnswer;
  readonly onChange: (helpers: SeriesDocument['helpers']) => void;
}

/** Those who held a flag instead of racing. */
export function ChooseHelpers({ eventIds, helpers, series, onChange }: ChooseHelpersProps) {
  const account = useObservable(useSync()?.account, null);
  const [eventId, setEventId] = useState(eventIds.at(-1) ?? '');
  const [racerId, setRacerId] = useState('');
  const eventNames = new Map((account?.events ?? []).map(({ id, name }) => [id, name]));
  const racers = (account?.racers ?? []).toSorted((one, other) => one.name.localeCompare(other.name, LANGUAGE));
  const racerNames = new Map([
    ...series.standings.flatMap(({ rows }) => rows.map((row) => [row.racerId, row.name] as const)),
    ...racers.map(({ id, name }) => [id, name] as const),
  ]);
  const isListed = helpers.some((helper) => helper.eventId === eventId && helper.racerId === racerId);
  return (
    <Section title="Helpers" className="">
      <p className="mt-1 mb-3 text-ink-2">
        A racer who helped at an event instead of racing gets points for it. Someone who raced has the points of the
        race.
      </p>
      <div className="grid items-end gap-3 sm:grid-cols-[1fr_1fr_auto]">
        <SelectField
          label="Event"
          value={eventId}
          options={eventIds.map((id) => ({ value: id, label: eventNames.get(id) ?? 'An event' }))}
          onChange={setEventId}
        />
        <SelectField
          label="Racer"
          value={racerId}
          options={[
            { value: '', label: 'Choose a racer' },
            ...racers.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={setRacerId}
        />
        <Button
          disabled={eventId === '' || racerId === '' || isListed}
          onClick={() => {
            onChange([...helpers, { eventId, racerId }]);
            setRacerId('');
          }}
        >
          Add
        </Button>
      </div>
      {helpers.length > 0 && (
        <ul className="mt-3 divide-y divide-line rounded-card border border-line bg-card">
          {helpers.map((helper) => (
            <li
              key={`${helper.eventId} ${helper.racerId}`}
              className="flex min-h-14 items-center justify-between gap-4 px-4 py-1"
            >
              <span className="min-w-0">
                <bdi className="block truncate font-[650]">{racerNames.get(helper.racerId) ?? 'A racer'}</bdi>
                <bdi className="block truncate text-14 text-ink-2">{eventNames.get(helper.eventId) ?? 'An event'}</bdi>
              </span>
              <Button variant="quiet" onClick={() => onChange(helpers.filter((each) => each !== helper))}>
                Take out
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
