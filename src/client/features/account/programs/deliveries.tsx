import type { ListedDelivery } from '../../../../protocol/webhooks.ts';
import { writeSecond } from '../../../ui/moment.ts';
import { describeOutcome, kindLabels } from './delivery-words.ts';

/** The log of the last messages, folded away: it is looked at when something is wrong. */
export function Deliveries({ deliveries }: { readonly deliveries: readonly ListedDelivery[] }) {
  return (
    <details className="mt-3">
      <summary className="flex min-h-11 cursor-pointer items-center text-14 font-[650]">Last deliveries</summary>
      <ol className="divide-y divide-line text-14">
        {deliveries.map(({ id, kind, createdAt, attempts, outcome }) => (
          <li key={id} className="py-2">
            <p className="flex flex-wrap justify-between gap-x-4">
              <span className="font-[650]">{kindLabels[kind] ?? kind}</span>
              <time className="digits text-ink-2" dateTime={new Date(createdAt).toISOString()}>
                {writeSecond(createdAt)}
              </time>
            </p>
            <p className="text-ink-2">
              {describeOutcome(outcome)} {attempts > 1 && <>Tries: {attempts}.</>}
            </p>
          </li>
        ))}
      </ol>
    </details>
  );
}
