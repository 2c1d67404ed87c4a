import { Link, useSearchParams } from 'react-router';
import { type ComparisonAnswer, comparisonPath, type RaceInfo, type RacesAnswer } from '../../../protocol/compare.ts';
import { api } from '../../../protocol/routes.ts';
import { useFetched } from '../../session/use-fetched.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { LoadingRegion } from '../../ui/skeleton.tsx';
import { chooseRaces, type ChosenRaces } from './choose-races.ts';
import { ComparedRaces } from './compared-races.tsx';
import { useId } from 'react';
import { Select } from '../../ui/select.tsx';
import { dayOf } from './words.ts';

/** Two events of one's own, rider by rider. Which two is in the address. */
export function ComparePage() {
  const [search, setSearch] = useSearchParams();
  const [eventId, otherId] = [search.get('event'), search.get('with')];
  const { answer, error } = useFetched<RacesAnswer>(api.ownRaces);
  const chosen = answer && chooseRaces(answer.races, eventId, otherId);
  const choose = (event: string, other: string | null) =>
    setSearch({ event, ...(other !== null && { with: other }) }, { replace: true });
  return (
    <div className="page py-8 sm:py-12">
      <h1 className="heading text-32 sm:text-44">Compare two events</h1>
      <p className="mt-1 max-w-[60ch] text-ink-2">
        See racer by racer, week against week, who gained, who lost, and how much was just the conditions.
      </p>
      <div className="mt-6">
        {error !== null && <Notice tone="bad">{error.message}</Notice>}
        {answer === null && error === null && <Waiting />}
        {answer !== null && answer.races.length < 2 && (
          <EmptyState title="Two events with results are needed">
            {answer.races.length === 0
              ? 'None of your events has a finish yet. Time two, then compare them here.'
              : 'Only one of your events has a finish so far. Time the next one, then compare them here.'}
          </EmptyState>
        )}
        {chosen !== null && answer !== null && answer.races.length > 1 && (
          <>
            <div className="grid gap-4 sm:grid-cols-2">
              <RaceSelect
                label="Event"
                chosen={chosen.event}
                groups={[{ label: 'Your events', races: answer.races }]}
                onChoose={(id) => choose(id, null)}
              />
              <RaceSelect
                label="Compared with"
                chosen={chosen.other}
                groups={[
                  { label: 'On the same course', races: chosen.same },
                  { label: 'Other events', races: chosen.others },
                ]}
                onChoose={(id) => chosen.event !== null && choose(chosen.event.id, id)}
              />
            </div>
            <Body chosen={chosen} />
          </>
        )}
      </div>
      <p className="mt-8">
        <Link to="/coach" className="link inline-flex min-h-11 items-center">
          Who gets faster over many weeks: open Coach
        </Link>
      </p>
    </div>
  );
}

function Body({ chosen: { event, other } }: { readonly chosen: ChosenRaces }) {
  const path = event !== null && other !== null ? comparisonPath(event.id, other.id) : null;
  const { answer, error } = useFetched<ComparisonAnswer>(path);
  if (path === null) {
    return (
      <div className="mt-6">
        <EmptyState title={event === null ? 'This event has no results yet' : 'Choose the event to compare with'}>
          {event === null
            ? 'Choose another one of your events.'
            : 'Pushoff finds events on one course once the course has a name. Give it one in the event under More, Set up, Course.'}
        </EmptyState>
      </div>
    );
  }
  return (
    <div className="mt-6">
      {error !== null && <Notice tone="bad">{error.message}</Notice>}
      {answer === null ? error === null && <Waiting /> : <ComparedRaces key={path} answer={answer} />}
    </div>
  );
}

function Waiting() {
  return <LoadingRegion bars={['h-64']} />;
}

interface RaceSelectProps {
  readonly label: string;
  readonly chosen: RaceInfo | null;
  readonly groups: readonly { readonly label: string; readonly races: readonly RaceInfo[] }[];
  readonly onChoose: (raceId: string) => void;
}

function RaceSelect({ label, chosen, groups, onChoose }: RaceSelectProps) {
  const id = useId();
  const filled = groups.filter(({ races }) => races.length > 0);
  const optionOf = (race: RaceInfo) => (
    <option key={race.id} value={race.id}>
      {`${race.name}, ${dayOf(race)}`}
    </option>
  );
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1.5 block text-14 font-[650]">
        {label}
      </label>
      <Select id={id} value={chosen?.id ?? ''} onChange={(event) => onChoose(event.currentTarget.value)}>
        {chosen === null && <option value="">Choose an event</option>}
        {filled.length === 1
          ? filled[0]!.races.map(optionOf)
          : filled.map((group) => (
              <optgroup key={group.label} label={group.label}>
                {group.races.map(optionOf)}
              </optgroup>
            ))}
      </Select>
    </div>
  );
}
