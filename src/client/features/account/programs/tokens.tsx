import { type FormEvent, useState } from 'react';
import {
  type ListedToken,
  type MadeToken,
  MAX_TOKEN_NAME,
  type Scope,
  tokenDays,
  type TokenList,
} from '../../../../protocol/api-tokens.ts';
import { api } from '../../../../protocol/routes.ts';
import { useAlert } from '../../../ui/alert-dialog.tsx';
import { ActionBar } from '../../../ui/action-bar.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { writeDay } from '../../../ui/moment.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { Another } from './another.tsx';
import { CheckList } from './check-list.tsx';
import { ListFrame } from './list-frame.tsx';
import { ShownOnce } from './shown-once.tsx';
import { type ListState, useList } from './use-list.ts';
import { MAX_TOKENS } from '../../../../protocol/limits.ts';

const SCOPES: readonly { readonly id: Scope; readonly label: string }[] = [
  { id: 'events:read', label: 'Read events and start lists' },
  { id: 'results:read', label: 'Read results' },
  { id: 'series:read', label: 'Read series' },
  { id: 'entries:write', label: 'Write entries and start lists' },
  { id: 'taps:write', label: 'Send times' },
  { id: 'statuses:write', label: 'Set DNS, DNF and the like' },
  { id: 'penalties:write', label: 'Give penalties and bonuses' },
];
const labelOf = (scope: Scope): string => SCOPES.find(({ id }) => id === scope)?.label ?? scope;

export function Tokens() {
  const tokens = useList<TokenList>(api.tokens);
  const { list, change } = tokens;
  const { confirm } = useAlert();
  const [secret, setSecret] = useState<string | null>(null);
  const [openedAt] = useState(Date.now);
  const isOver = ({ expiresAt }: ListedToken) => expiresAt <= openedAt;

  const withdraw = async ({ id, name }: ListedToken) => {
    const isSure = await confirm({
      title: 'Turn off this token?',
      message: `Programs that use “${name}” stop working at once.`,
      confirmLabel: 'Turn off',
      danger: true,
    });
    if (isSure) await change(api.withdrawToken, { id });
  };

  return (
    <ListFrame of={tokens} loadingLabel="Loading your tokens">
      {secret !== null && (
        <ShownOnce
          label="Your new token"
          secret={secret}
          hint="Copy it now. You’ll see it only this once."
          onDone={() => setSecret(null)}
        />
      )}
      {list !== null && list.tokens.length > 0 && (
        <ul className="divide-y divide-line rounded-card border border-line bg-card">
          {list.tokens.map((token) => (
            <li key={token.id} className="flex flex-wrap items-start justify-between gap-3 p-4">
              <Token token={token} isOver={isOver(token)} />
              <Button className="max-sm:w-full" onClick={() => void withdraw(token)}>
                Turn off<span className="sr-only"> {token.name}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {list !== null && secret === null && list.tokens.filter((token) => !isOver(token)).length < MAX_TOKENS && (
        <Another label="New token" isFirst={list.tokens.length === 0}>
          <NewToken tokens={tokens} onMade={setSecret} />
        </Another>
      )}
    </ListFrame>
  );
}

function Token({ token, isOver }: { readonly token: ListedToken; readonly isOver: boolean }) {
  const { name, prefix, scopes, expiresAt, lastUsedAt } = token;
  return (
    <div className="min-w-0 flex-1 basis-60">
      <p className="font-[650] wrap-anywhere">
        {name} <span className="digits font-normal text-ink-2">{prefix}…</span>
      </p>
      <p className="text-14 text-ink-2">{scopes.map(labelOf).join(' · ')}</p>
      <p className="digits text-14 text-ink-2">
        {isOver ? `Ended ${writeDay(expiresAt)}` : `Ends ${writeDay(expiresAt)}`} ·{' '}
        {lastUsedAt === null ? 'Never used' : `Last used ${writeDay(lastUsedAt)}`}
      </p>
    </div>
  );
}

interface NewTokenProps {
  readonly tokens: ListState<TokenList>;
  readonly onMade: (token: string) => void;
}

function NewToken({ tokens: { change, isBusy }, onMade }: NewTokenProps) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly Scope[]>(['events:read', 'results:read']);
  const [days, setDays] = useState<string>('90');
  const isReady = name.trim() !== '' && scopes.length > 0;

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isReady) return;
    const made = await change<MadeToken>(api.createToken, { name, scopes, days: Number(days) });
    if (made === null) return;
    setName('');
    onMade(made.token);
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <Field
        label="Name"
        name="tokenName"
        hint="For example the timing box or the website that will use it"
        autoComplete="off"
        maxLength={MAX_TOKEN_NAME}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <CheckList label="It may" options={SCOPES} chosen={scopes} onChange={setScopes} />
      <SelectField
        label="It ends after"
        value={days}
        onChange={setDays}
        options={tokenDays.map((count) => ({ value: String(count), label: `${count} days` }))}
        className="max-w-60"
      />
      <ActionBar>
        <Button type="submit" disabled={!isReady} busy={isBusy}>
          Make a token
        </Button>
      </ActionBar>
    </form>
  );
}
