import { useState } from 'react';
import { counted } from '../../../../domain/language.ts';
import { Button } from '../../../ui/button.tsx';
import { Choices } from '../../../ui/choices.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import type { TimerViewProps } from '../../../event/view-list.ts';
import { applyHandicaps } from '../../../event/apply-handicaps.ts';
import { EarlierPart } from './earlier-part.tsx';
import { GradePart } from './grade-part.tsx';
import { HandPart } from './hand-part.tsx';
import { ruleWords } from './handicap-words.ts';
import { TablePart } from './table-part.tsx';

const parts = [
  { id: 'table', label: 'By a table', Part: TablePart },
  { id: 'earlier', label: 'From earlier results', Part: EarlierPart },
  { id: 'grade', label: 'Age grade (running)', Part: GradePart },
  { id: 'hand', label: 'By hand', Part: HandPart },
] as const;
type PartId = (typeof parts)[number]['id'];

/** For the owner: where handicaps come from, what everybody would get, and how results are ranked. */
export function HandicapView({ open, onClose }: TimerViewProps) {
  const { format, entries } = open.event;
  const [chosen, setChosen] = useState<PartId>(format.handicap === 'grade' ? 'grade' : 'table');
  const racers = Object.values(entries).filter(({ removed }) => !removed);
  const given = racers.filter(({ handicap }) => handicap != null).length;
  const { Part } = parts.find(({ id }) => id === chosen)!;

  return (
    <>
      <p className="text-ink-2">
        Actual and adjusted results stand side by side. Everyone who can see the results sees each racer’s handicap too.
        From one that goes by age, they can work out the age.
      </p>
      {format.handicap !== null && (
        <div className="flex flex-wrap items-center gap-3 rounded-card border border-line bg-card px-4 py-3">
          <div className="min-w-0 flex-1 basis-64">
            <p className="font-[650]">{ruleWords[format.handicap]}</p>
            <p className="digits text-14 text-ink-2">
              {counted(given, 'racer has a handicap', 'racers have a handicap')}
              {given < racers.length && `, ${counted(racers.length - given, 'racer has none', 'racers have none')}`}
            </p>
          </div>
          <Button className="px-4!" onClick={() => applyHandicaps(open, [], null, 'Ranked by actual time again')}>
            Rank by actual time again
          </Button>
        </div>
      )}
      {racers.length === 0 ? (
        <EmptyState title="No racers yet" action={<Button onClick={onClose}>Back to the race</Button>}>
          Add today’s racers, then give them their handicaps here.
        </EmptyState>
      ) : (
        <>
          <Choices
            label="Where handicaps come from"
            layout="wrap"
            chosen={chosen}
            options={parts.map(({ id, label }) => ({ id, label }))}
            onChoose={setChosen}
          />
          <Part key={chosen} open={open} />
        </>
      )}
    </>
  );
}
