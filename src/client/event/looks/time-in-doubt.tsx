import type { EntryResult } from '../../../domain/results/entry-result.ts';
import { fieldOf, whyOdd } from '../../../domain/results/odd-speeds.ts';
import { readResults } from '../../../domain/results/read-results.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { OpenEvent } from '../event-context.ts';
import { record } from '../record.ts';
import { checkTimes, uncheck } from './check-times.ts';
import { describeOddTime } from './look-words.ts';

/** Reason why a racer's time is asked about, and the button that says it is right. Nothing where the time is not odd. */
export function TimeInDoubt({ open, racer }: { readonly open: OpenEvent; readonly racer: EntryResult }) {
  const { event } = open;
  if (racer.state !== 'finished') return null;
  const field = fieldOf(event, readResults(event, racer.attempt));
  const kind = whyOdd(racer.gross!, field);
  if (kind === null) return null;
  const { isChecked } = racer;
  return (
    <Notice tone={isChecked ? 'good' : 'bad'}>
      <p>{describeOddTime({ id: '', kind, racer, median: field.median }, event)}</p>
      {isChecked ? (
        <Button variant="quiet" className="-ms-5" onClick={() => record(open, uncheck(racer))}>
          Marked as right. Ask again
        </Button>
      ) : (
        <Button className="mt-2 px-4!" onClick={() => checkTimes(open, [racer])}>
          It’s right
        </Button>
      )}
    </Notice>
  );
}
