import { useState } from 'react';
import { api } from '../../../../protocol/routes.ts';
import type { ListedDelivery, ListedWebhook, TestedWebhook, WebhookList } from '../../../../protocol/webhooks.ts';
import { useAlert } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { writeMoment, writeSecond } from '../../../ui/moment.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Another } from './another.tsx';
import { describeOutcome, kindLabels } from './delivery-words.ts';
import { NewWebhook } from './new-webhook.tsx';
import { ListFrame } from './list-frame.tsx';
import { ShownOnce } from './shown-once.tsx';
import { useList } from './use-list.ts';
import { MAX_WEBHOOKS } from '../../../../protocol/limits.ts';

export function Webhooks() {
  const webhooks = useList<WebhookList>(api.webhooks);
  const { list, isBusy, change } = webhooks;
  const { confirm } = useAlert();
  const [secret, setSecret] = useState<string | null>(null);
  const [tested, setTested] = useState<{ readonly id: string; readonly outcome: string } | null>(null);

  const remove = async ({ id, url }: ListedWebhook) => {
    const isSure = await confirm({
      title: 'Remove this webhook?',
      message: `We send nothing more to ${url}, and drop what still waits for it.`,
      confirmLabel: 'Remove',
      danger: true,
    });
    if (isSure) await change(api.removeWebhook, { id });
  };
  const test = async ({ id }: ListedWebhook) => {
    setTested(null);
    const answer = await change<TestedWebhook>(api.testWebhook, { id });
    if (answer !== null) setTested({ id, outcome: answer.outcome });
  };

  return (
    <ListFrame of={webhooks} loadingLabel="Loading your webhooks">
      {secret !== null && (
        <ShownOnce
          label="The secret of your new webhook"
          secret={secret}
          hint="Your receiver checks signatures with it. Copy it now. You’ll see it only this once."
          onDone={() => setSecret(null)}
        />
      )}
      {list?.webhooks.map((hook) => (
        <section key={hook.id} aria-label={hook.url} className="rounded-card border border-line bg-card p-4">
          <p className="font-[650] wrap-anywhere" dir="ltr">
            {hook.url}
          </p>
          <p className="text-14 text-ink-2">{hook.kinds.map((kind) => kindLabels[kind] ?? kind).join(' · ')}</p>
          <State hook={hook} />
          <div className="mt-3 flex flex-wrap gap-3 max-sm:*:flex-1">
            {hook.disabledAt !== null && (
              <Button busy={isBusy} onClick={() => void change(api.resumeWebhook, { id: hook.id })}>
                Turn on again
              </Button>
            )}
            <Button busy={isBusy} onClick={() => void test(hook)}>
              Send a test
            </Button>
            <Button onClick={() => void remove(hook)}>Remove</Button>
          </div>
          <div aria-live="polite">
            {tested?.id === hook.id && (
              <Notice tone={tested.outcome === 'ok' ? 'good' : 'bad'} className="mt-3">
                {describeOutcome(tested.outcome)}
              </Notice>
            )}
          </div>
          {hook.deliveries.length > 0 && <Deliveries deliveries={hook.deliveries} />}
        </section>
      ))}
      {list !== null && secret === null && list.webhooks.length < MAX_WEBHOOKS && (
        <Another label="New webhook" isFirst={list.webhooks.length === 0}>
          <NewWebhook webhooks={webhooks} onMade={setSecret} />
        </Another>
      )}
    </ListFrame>
  );
}

function State({ hook: { disabledAt, failingSince, waiting } }: { readonly hook: ListedWebhook }) {
  if (disabledAt !== null) {
    return (
      <p className="mt-2 text-14 font-[650] text-danger">
        Turned off on {writeMoment(disabledAt)}, because no message had arrived for three days. Turned on again, it gets
        what it has missed.
      </p>
    );
  }
  if (failingSince === null) return null;
  return (
    <p className="mt-2 text-14 font-[650] text-waiting-ink">
      Nothing has arrived since {writeMoment(failingSince)}. Waiting messages: {waiting}. We keep trying to send them.
    </p>
  );
}

/** The log of the last messages, folded away: it is looked at when something is wrong. */
function Deliveries({ deliveries }: { readonly deliveries: readonly ListedDelivery[] }) {
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
