import { useState } from 'react';
import type { RacedAlone } from '../../../domain/history/compare.ts';
import { formatDuration } from '../../../domain/timing/format.ts';
import { durationMs } from '../../../domain/units.ts';
import type { ComparisonAnswer, RaceInfo } from '../../../protocol/compare.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ChevronIcon } from '../../ui/tool-icons.tsx';
import { ComparedTable } from './compared-table.tsx';
import { PartChoice } from './part-choice.tsx';
import { dayOf, describeRace, isNothing, nameSection, sayChange } from './words.ts';

export function ComparedRaces({ answer }: { readonly answer: ComparisonAnswer }) {
  const [part, setPart] = useState<number | null>(null);
  const { before, after, racers, sections, onlyBefore, onlyAfter } = answer;
  const isSameCourse = before.courseKey !== null && before.courseKey === after.courseKey;
  return (
    <div className="flex flex-col gap-4">
      <dl className="grid gap-x-8 gap-y-2 rounded-card border border-line bg-card p-4 shadow-card sm:grid-cols-2">
        <Race label="Earlier" race={before} />
        <Race label="Later" race={after} />
      </dl>
      {!isSameCourse && (
        <Notice tone="info">
          We can’t tell whether these two are on the same course. Set it in each event under More, Set up, Course.
        </Notice>
      )}
      {racers.length === 0 ? (
        <EmptyState title="Nobody has a time in both events">
          Racers are the same where both events took them from your list of racers.
        </EmptyState>
      ) : (
        <>
          <PartChoice sections={sections} chosen={part} onChoose={setPart} />
          <Field answer={answer} part={part} />
          <ComparedTable answer={answer} part={part} />
          {sections.length === 0 && (
            <p className="text-14 text-ink-2">
              To compare parts of the course, both events need split points with the same names.
            </p>
          )}
        </>
      )}
      <Alone race={before} racers={onlyBefore} />
      <Alone race={after} racers={onlyAfter} />
    </div>
  );
}

function Race({ label, race }: { readonly label: string; readonly race: RaceInfo }) {
  return (
    <div className="min-w-0">
      <dt className="text-14 font-[650] text-ink-2">{label}</dt>
      <dd>
        <bdi className="block truncate font-[720]">{race.name}</bdi>
        <span className="block text-14 text-ink-2">{dayOf(race)}</span>
        <bdi className="block text-14 text-ink-2">{describeRace(race)}</bdi>
      </dd>
    </div>
  );
}

/** The day in one sentence: what everybody had in common is the wind, and not the rider. */
function Field({ answer, part }: { readonly answer: ComparisonAnswer; readonly part: number | null }) {
  const section = part === null ? null : answer.sections[part]!;
  const { fieldChange } = section ?? answer;
  if (fieldChange === null) return null;
  const where = section === null ? '' : ` (${nameSection(section)})`;
  return (
    <p className="text-18 font-[650]">
      {isNothing(fieldChange)
        ? `On the whole, everyone was as fast as on ${dayOf(answer.before)}${where}.`
        : `On the whole, everyone was ${sayChange(fieldChange)} than on ${dayOf(answer.before)}${where}.`}
    </p>
  );
}

function Alone({ race, racers }: { readonly race: RaceInfo; readonly racers: readonly RacedAlone[] }) {
  if (racers.length === 0) return null;
  return (
    <details className="accordion group">
      <summary className="flex min-h-12 items-center gap-2 rounded-bib text-16 font-[650] text-ink-2 select-none">
        <span className="min-w-0 truncate">
          Only on {dayOf(race)}, <bdi>{race.name}</bdi>
        </span>
        <span className="digits">{racers.length}</span>
        <ChevronIcon className="size-5 transition-[rotate] duration-200 group-open:rotate-180" />
      </summary>
      <ul className="divide-y divide-line border-y border-line">
        {racers.map(({ racerId, name, ms }) => (
          <li key={racerId} className="flex min-h-11 items-center justify-between gap-4">
            <bdi className="min-w-0 truncate">{name}</bdi>
            <span className="digits">{formatDuration(durationMs(ms))}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
