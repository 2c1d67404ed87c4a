import { word } from '../../../domain/language.ts';
import { Button } from '../../ui/button.tsx';
import { CheckIcon, CloseIcon, InfoIcon, WarningIcon } from '../../ui/icons.tsx';
import type { Check } from './check.ts';
import type { Outcome } from './run-check.ts';
import type { Running } from './use-checks.ts';

const LOOKS = {
  passed: { Icon: CheckIcon, colour: 'text-good', word: word('Passed', 'a check') },
  weak: { Icon: WarningIcon, colour: 'text-waiting-ink', word: 'Weak' },
  absent: { Icon: CloseIcon, colour: 'text-ink-2', word: 'Not here' },
  broken: { Icon: InfoIcon, colour: 'text-danger', word: 'Not measured' },
};

export interface CheckCardProps {
  readonly check: Check;
  readonly number: number;
  readonly outcome: Outcome | undefined;
  readonly running: Running | null;
  readonly onStart: () => void;
  readonly onStop: () => void;
}

export function CheckCard({ check, number, outcome, running, onStart, onStop }: CheckCardProps) {
  const isRunning = running?.id === check.id;
  const press = outcome === undefined ? word('Start', 'a check') : 'Again';
  const titleId = `check-${check.id}`;
  return (
    <li aria-labelledby={titleId} className="flex flex-col gap-3 rounded-card border border-line bg-card p-4 sm:p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id={titleId} className="text-18 font-[720]">
          <span className="digits me-2 text-ink-2">{number}.</span>
          {check.title}
        </h2>
        {!isRunning && outcome !== undefined && <Badge outcome={outcome} />}
      </div>
      <div aria-live="polite" className="flex flex-col gap-1 text-pretty">
        {isRunning || outcome === undefined ? (
          <p className="text-ink-2">{check.about}</p>
        ) : outcome.is === 'broken' ? (
          <p>{outcome.says}</p>
        ) : (
          <>
            <p>{outcome.finding.seen}</p>
            <p className="text-ink-2">{outcome.finding.means}</p>
          </>
        )}
      </div>
      {isRunning ? (
        <RunningPart running={running} title={check.title} onStop={onStop} />
      ) : (
        <Button
          className="self-start"
          aria-label={`${press}: ${check.title}`}
          disabled={running !== null}
          onClick={onStart}
        >
          {press}
        </Button>
      )}
    </li>
  );
}

function Badge({ outcome }: { readonly outcome: Outcome }) {
  const { Icon, colour, word: verdict } = LOOKS[outcome.is === 'broken' ? 'broken' : outcome.finding.verdict];
  return (
    <p className={`flex items-center gap-1.5 font-[650] ${colour}`}>
      <Icon className="size-5" />
      {verdict}
    </p>
  );
}

function RunningPart({
  running: { share, question },
  title,
  onStop,
}: {
  readonly running: Running;
  readonly title: string;
  readonly onStop: () => void;
}) {
  if (question !== undefined) {
    return (
      <div role="group" aria-label={question.text} className="flex flex-wrap gap-3">
        <p className="w-full font-[650]">{question.text}</p>
        <Button variant="primary" onClick={() => question.answer(true)}>
          Yes
        </Button>
        <Button onClick={() => question.answer(false)}>{word('No', 'answer')}</Button>
      </div>
    );
  }
  return (
    <div className="flex items-center gap-4">
      <Button onClick={onStop} aria-label={`Stop: ${title}`}>
        Stop
      </Button>
      <progress className="h-3 min-w-0 flex-1 accent-ink" aria-label={title} value={share} />
    </div>
  );
}
