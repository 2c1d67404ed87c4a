import { useState } from 'react';
import type { HandicapRule } from '../../../../domain/model/race-format.ts';
import { giveHandicaps, type Proposal } from '../../../../domain/handicap/propose.ts';
import { counted } from '../../../../domain/language.ts';
import { ActionBar } from '../../../ui/action-bar.tsx';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { OpenEvent } from '../../../event/event-context.ts';
import { useView } from '../../../event/in-address.ts';
import { applyHandicaps } from '../../../event/apply-handicaps.ts';
import { describeHandicap, describeLooked, reasons } from './handicap-words.ts';

const MOST_SHOWN = 60;

export interface PreviewProps {
  readonly open: OpenEvent;
  readonly proposals: readonly Proposal[];
  readonly rule: HandicapRule;
  /** Kept with every handicap: the table and its version, or what else it is from. */
  readonly source: string;
  /** More about a racer, for example how many results a target is made of. */
  readonly noteOf?: (racerId: string) => string | undefined;
}

/** Every racer's handicap before it is applied, those without one first. */
export function Preview({ open, proposals, rule, source, noteOf }: PreviewProps) {
  const [isAll, setIsAll] = useState(false);
  const { open: openView } = useView();
  const given = proposals.filter(({ found }) => found.ok).length;
  const without = proposals.length - given;
  const shown = isAll ? proposals : proposals.slice(0, MOST_SHOWN);
  const needsDetails = proposals.some(({ found }) => !found.ok && found.error !== 'no-earlier-result');
  const needsDistance = proposals.some(({ found }) => !found.ok && found.error === 'no-distance');
  return (
    <section aria-label="Handicaps before they are applied" className="flex flex-col gap-3">
      {needsDistance && (
        <Notice tone="info">
          <p>The distance of the course decides here, and nobody has set it.</p>
          <Button className="mt-2 px-4!" onClick={() => openView('course')}>
            Set the course
          </Button>
        </Notice>
      )}
      <p role="status" className="text-18 font-[720]">
        {counted(given, 'racer gets a handicap', 'racers get a handicap')}
        {without > 0 && `, ${counted(without, 'racer doesn’t', 'racers don’t')}`}
      </p>
      <ul className="rounded-card border border-line bg-card shadow-card">
        {shown.map(({ entry, looked, found }) => (
          <li
            key={entry.racerId}
            className="flex min-h-14 items-center gap-3 px-3.5 py-2 not-first:border-t not-first:border-line"
          >
            <div className="min-w-0 flex-1">
              <bdi className="block truncate font-[650]">{entry.name}</bdi>
              <span className={`digits block text-14 ${found.ok ? 'text-ink-2' : 'font-[650] text-waiting-ink'}`}>
                {found.ok ? (noteOf?.(entry.racerId) ?? describeLooked(looked, found.value)) : reasons[found.error]}
              </span>
            </div>
            <span className="digits shrink-0 text-18 font-[720]">
              {found.ok ? describeHandicap(found.value.ms) : '–'}
            </span>
          </li>
        ))}
      </ul>
      {shown.length < proposals.length && (
        <Button className="self-start" onClick={() => setIsAll(true)}>
          Show all {counted(proposals.length, 'racer', 'racers')}
        </Button>
      )}
      {without > 0 && given > 0 && (
        <p className="text-14 text-ink-2">
          Racers without a handicap keep their actual time and have no adjusted rank.
          {needsDetails && ' You set year of birth, gender and class in the racer’s own dialog.'}
        </p>
      )}
      <ActionBar>
        <Button
          size="lg"
          variant="primary"
          disabled={given === 0}
          onClick={() =>
            applyHandicaps(
              open,
              giveHandicaps(proposals, source),
              rule,
              `${counted(given, 'handicap', 'handicaps')} applied`,
            )
          }
        >
          Apply and rank by it
        </Button>
      </ActionBar>
    </section>
  );
}
