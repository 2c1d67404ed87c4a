import { useState } from 'react';
import { Button } from '../../../../client/ui/button.tsx';
import { Link } from '../../../../client/ui/link.tsx';
import { SelectField } from '../../../../client/ui/select-field.tsx';
import { writeDate } from '../../recordings/describe-run.ts';
import { CutName } from '../../../../client/ui/cut-name.tsx';
import { RunChoice } from '../../recordings/run-choice.tsx';
import type { ComparedSide } from './use-comparison.ts';

export interface SideHeaderProps {
  readonly compared: ComparedSide;
  readonly isFirst: boolean;
  readonly otherName: string;
  readonly without: readonly string[];
  readonly pathOf: (runId: string) => string;
}

/** Chooses the run, and the part of it. */
export function SideHeader({ compared, isFirst, otherName, without, pathOf }: SideHeaderProps) {
  const { side, parts, part, choose } = compared;
  const { id, details } = side.run;
  const [isChoosing, setIsChoosing] = useState(false);
  return (
    <section
      aria-label={isFirst ? 'First run' : 'Second run'}
      className="flex min-w-0 flex-col gap-3 rounded-card border border-line bg-card p-4 shadow-card"
    >
      <div className="flex items-start gap-3">
        <svg viewBox="0 0 24 24" aria-hidden="true" className="mt-1 size-5 shrink-0">
          <path
            d="M1 12h22"
            strokeWidth={5}
            strokeDasharray={isFirst ? undefined : '9 5'}
            className={isFirst ? 'stroke-ink' : 'stroke-waiting-ink'}
          />
        </svg>
        <div className="min-w-0 flex-1">
          <h2 className="text-18 font-[720]">
            <Link to={`/analysis/${id}`} className="block hover:underline">
              <CutName name={details.name} others={[otherName]} />
            </Link>
          </h2>
          <p className="truncate text-14 text-ink-2">{writeDate(details.timestamp)}</p>
        </div>
        <Button variant="quiet" className="-mt-1 -mr-2 px-3! text-14!" onClick={() => setIsChoosing(true)}>
          Change<span className="sr-only"> {isFirst ? 'the first run' : 'the second run'}</span>
        </Button>
      </div>
      <SelectField
        label={isFirst ? 'Part of the first run' : 'Part of the second run'}
        value={part.id}
        onChange={choose}
        options={parts.map(({ id: value, label }) => ({ value, label }))}
      />
      <RunChoice
        open={isChoosing}
        title={isFirst ? 'Choose the first run' : 'Choose the second run'}
        without={without}
        pathOf={pathOf}
        onClose={() => setIsChoosing(false)}
      />
    </section>
  );
}
