import type { ErrorCode } from '../../../protocol/errors.ts';
import { readErrorOf } from '../../../protocol/read-errors.ts';
import { Button } from '../../ui/button.tsx';

export interface EventProblemProps {
  readonly code: ErrorCode;
  /** Given to users who may restore a deleted event. */
  readonly onRestore: (() => void) | null;
  readonly onLeave: () => void;
}

const TITLES: Partial<Record<ErrorCode, string>> = {
  'event-deleted': 'This event was deleted',
  'event-not-found': 'This event cannot be opened',
};

const WHAT_TO_DO: Partial<Record<ErrorCode, string>> = {
  'event-not-found': 'Check the link, or ask whoever sent it for a new one.',
};

export function EventProblem({ code, onRestore, onLeave }: EventProblemProps) {
  return (
    <div className="page flex flex-col items-start gap-4 py-12">
      <h1 className="heading text-32">{TITLES[code] ?? 'This event cannot be shown'}</h1>
      <p className="max-w-[52ch] text-18 text-ink-2">
        {readErrorOf(code).text} {WHAT_TO_DO[code]}
      </p>
      <div className="mt-2 flex flex-wrap gap-3">
        {onRestore !== null && (
          <Button variant="primary" size="lg" onClick={onRestore}>
            Bring it back
          </Button>
        )}
        <Button size="lg" onClick={onLeave}>
          Back
        </Button>
      </div>
    </div>
  );
}
