import { type FormEvent, useState } from 'react';
import { type NewsKind, newsKinds } from '../../../../domain/results/news.ts';
import { api } from '../../../../protocol/routes.ts';
import { type MadeWebhook, MAX_WEBHOOK_URL, type WebhookList } from '../../../../protocol/webhooks.ts';
import { ActionBar } from '../../../ui/action-bar.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { CheckList } from './check-list.tsx';
import { kindLabels } from './delivery-words.ts';
import type { ListState } from './use-list.ts';

const OPTIONS = newsKinds.map((id) => ({ id, label: kindLabels[id]! }));

interface NewWebhookProps {
  readonly webhooks: ListState<WebhookList>;
  readonly onMade: (secret: string) => void;
}

export function NewWebhook({ webhooks: { change, isBusy }, onMade }: NewWebhookProps) {
  const [url, setUrl] = useState('');
  const [kinds, setKinds] = useState<readonly NewsKind[]>(newsKinds);
  const isReady = url.trim() !== '' && kinds.length > 0;

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isReady) return;
    const made = await change<MadeWebhook>(api.createWebhook, { url, kinds });
    if (made === null) return;
    setUrl('');
    onMade(made.secret);
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <Field
        label="Address of the receiver"
        name="webhookUrl"
        type="url"
        dir="ltr"
        autoComplete="off"
        hint="It begins with https://"
        maxLength={MAX_WEBHOOK_URL}
        value={url}
        onChange={(event) => setUrl(event.target.value)}
      />
      <CheckList label="Tell it of" options={OPTIONS} chosen={kinds} onChange={setKinds} />
      <ActionBar>
        <Button type="submit" disabled={!isReady} busy={isBusy}>
          Make a webhook
        </Button>
      </ActionBar>
    </form>
  );
}
