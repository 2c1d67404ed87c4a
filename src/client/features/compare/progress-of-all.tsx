import { useState } from 'react';
import { Link } from 'react-router';
import { compareTrends } from '../../../domain/history/progress.ts';
import { LANGUAGE, counted } from '../../../domain/language.ts';
import type { ProgressAnswer } from '../../../protocol/compare.ts';
import { Choices } from '../../ui/choices.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PartChoice } from './part-choice.tsx';
import { ProgressTable } from './progress-table.tsx';
import { readShown } from './shown-progress.ts';
import { dayOf, describeRace, sayDay } from './words.ts';

export function ProgressOfAll({ answer }: { readonly answer: ProgressAnswer }) {
  const [part, setPart] = useState<number | null>(null);
  const [isOwn, setIsOwn] = useState(false);
  const { racers, sections, days, leftOut } = answer;
  const hasDays = part === null && days.some((day) => day !== null);
  const rows = readShown(answer, part, isOwn && hasDays).toSorted(
    (one, other) => compareTrends(one.trend, other.trend) || one.name.localeCompare(other.name, LANGUAGE),
  );
  const count = (says: string) => rows.filter(({ trend }) => trend?.says === says).length;
  if (racers.length === 0) {
    return <EmptyState title="No results in these weeks">Choose other days, or another course.</EmptyState>;
  }
  return (
    <div className="flex flex-col gap-4">
      <PartChoice sections={sections} chosen={part} onChoose={setPart} />
      {hasDays && (
        <Choices
          label="Times"
          layout="wrap"
          chosen={isOwn ? 'own' : 'ridden'}
          options={[
            { id: 'ridden', label: 'Actual times' },
            { id: 'own', label: 'Adjusted for conditions' },
          ]}
          onChoose={(id) => setIsOwn(id === 'own')}
        />
      )}
      <p className="text-18 font-[650]">
        {`${count('faster')} faster, ${count('steady')} steady, ${count('slower')} slower`}
      </p>
      {leftOut > 0 && (
        <Notice tone="info">
          {`These weeks have ${counted(leftOut, 'event', 'events')} more than we can read at once. Choose fewer weeks to see the earlier ones.`}
        </Notice>
      )}
      <ProgressTable answer={answer} rows={rows} part={part} />
      {sections.length === 0 && (
        <p className="text-14 text-ink-2">
          To see on which part of the course, give the events split points with the same names, and time them.
        </p>
      )}
      <Races answer={answer} />
    </div>
  );
}

/** The races that the trends are made of, each with its day. */
function Races({ answer: { races, days } }: { readonly answer: ProgressAnswer }) {
  return (
    <section aria-labelledby="coach-races" className="mt-4">
      <h2 id="coach-races" className="text-20 font-[720]">
        Races
      </h2>
      <ol className="mt-2 divide-y divide-line border-y border-line">
        {races.map((race, index) => {
          const day = days[index] ?? null;
          return (
            <li key={race.id} className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 py-2">
              <span className="min-w-0">
                <Link to={`/timer?eventId=${race.id}`} className="link inline-block py-2">
                  <bdi>{race.name}</bdi>
                </Link>
                <span className="text-ink-2">, {dayOf(race)}</span>
                <bdi className="block text-14 text-ink-2">{describeRace(race)}</bdi>
              </span>
              {day !== null && <span className="text-14 text-ink-2">{sayDay(day)}</span>}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
