import type { ErrorCode } from '../../protocol/errors.ts';
import { readErrorOf } from '../../protocol/read-errors.ts';
import { withNext } from '../session/next-page.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { addressOf } from './event-context.ts';

export type Reader = 'signed-out' | 'unconfirmed' | 'confirmed';

const ADVICE: Readonly<Record<Reader, string>> = {
  'signed-out': 'If you have an account here, sign in first.',
  unconfirmed: 'If someone invited you by email, confirm your address first, on your homepage.',
  confirmed: '',
};

export interface EventProblemProps {
  readonly code: ErrorCode;
  /** Given to users who may restore a deleted event. */
  readonly onRestore: (() => void) | null;
  readonly eventId: string;
  readonly reader: Reader;
  readonly onLeave: () => void;
}

const TITLES: Partial<Record<ErrorCode, string>> = {
  'event-deleted': 'This event was deleted',
  'event-not-found': 'We can’t open this event',
};

const WHAT_TO_DO: Partial<Record<ErrorCode, string>> = {
  'event-not-found': 'Check the link, or ask for a new one.',
};

export function EventProblem({ code, eventId, reader, onRestore, onLeave }: EventProblemProps) {
  // The advice is the same for every address, so that nobody learns whether there is an event behind it.
  const advice = code === 'event-not-found' ? ADVICE[reader] : '';
  return (
    <div className="page flex flex-col items-start gap-4 py-12">
      <h1 className="heading text-32">{TITLES[code] ?? 'We can’t show this event'}</h1>
      <p className="max-w-[52ch] text-18 text-ink-2">
        {onRestore === null ? readErrorOf(code).text : 'You can bring it back for 30 days, with all its times.'}{' '}
        {WHAT_TO_DO[code]} {advice}
      </p>
      <div className="mt-2 flex flex-wrap gap-3">
        {onRestore !== null && (
          <Button variant="primary" size="lg" onClick={onRestore}>
            Bring it back
          </Button>
        )}
        {advice !== '' && reader === 'signed-out' && (
          <Link
            to={withNext('/login', addressOf({ eventId }))}
            className={buttonClass({ variant: 'primary', size: 'lg' })}
          >
            Sign In
          </Link>
        )}
        <Button size="lg" onClick={onLeave}>
          Back
        </Button>
      </div>
    </div>
  );
}
