import { type FormEvent, useState } from 'react';
import { MAX_EMAIL_LENGTH } from '../../../../../protocol/limits.ts';
import type { Result } from '../../../../../domain/result.ts';
import type { CallError } from '../../../../../client/session/api.ts';
import { useAction } from '../../../../../client/session/use-action.ts';
import { Button } from '../../../../../client/ui/button.tsx';
import { Dialog } from '../../../../../client/ui/dialog.tsx';
import { Field } from '../../../../../client/ui/field.tsx';
import { IconButton } from '../../../../../client/ui/icon-button.tsx';
import { CloseIcon } from '../../../../../client/ui/icons.tsx';
import { LinkPanel } from '../../../../../client/ui/link-panel.tsx';
import { Notice } from '../../../../../client/ui/notice.tsx';
import { SwitchRow } from '../../../../../client/ui/switch-row.tsx';
import { showToast } from '../../../../../client/ui/toast.tsx';
import type { LocalRun } from '../../../run-sync/stored-run.ts';
import type { RunLibrary } from '../../../run-sync/run-library.ts';

export interface SharingDialogProps {
  readonly library: RunLibrary;
  /** The run as it is now: the dialog changes it. */
  readonly run: LocalRun;
  readonly onClose: () => void;
}

/** The key stands behind the hash, which no browser sends and no server logs. */
const linkOf = (runId: string, key: string): string => `${location.origin}/analysis/${runId}#key=${key}`;

/** A run is private until it is shared here. */
export function SharingDialog({ library, run, onClose }: SharingDialogProps) {
  const { id, details, sharing } = run;
  const emails = sharing?.emails ?? [];
  const linkKey = sharing?.linkKey ?? null;
  const unshare = useAction((email: string) => library.unshare(id, email));
  const link = useAction((isOn: boolean) => library.setLink(id, isOn));
  const problem = unshare.error ?? link.error;

  return (
    <Dialog open onClose={onClose} title={`Share: ${details.name}`}>
      <p className="text-ink-2">
        {emails.length === 0 && linkKey === null
          ? 'Only you can see this run. Those you share it with see it and its figures; they can change nothing.'
          : 'Those named here see this run and its figures; they can change nothing.'}
      </p>
      <AddEmail onAdd={(email) => library.share(id, email)} />
      {emails.length > 0 && (
        <ul aria-label="Shared with" className="mt-3 divide-y divide-line border-y border-line">
          {emails.map((email) => (
            <li key={email} className="flex items-center gap-2">
              <span className="min-w-0 flex-1 truncate">{email}</span>
              <IconButton
                label={`Stop sharing with ${email}`}
                title="Stop sharing"
                onClick={() => void unshare.run(email)}
              >
                <CloseIcon />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-4 border-t border-line pt-1">
        <SwitchRow
          label="Anyone with the link"
          hint="Opens the run without an account. If you turn this off, the old link never works again."
          isOn={linkKey !== null}
          isDisabled={link.isBusy}
          onChange={(isOn) => void link.run(isOn)}
        />
        {linkKey !== null && (
          <LinkPanel
            link={linkOf(id, linkKey)}
            label="Link to this run"
            title={details.name}
            hint="Anyone with the link can pass it on."
            onCopied={() => showToast('Link copied to clipboard.', { tone: 'good' })}
          />
        )}
      </div>
      <div className="mt-4 border-t border-line pt-1">
        <SwitchRow
          label="Hide positions from others"
          hint="They get speed, heart rate and the like, and no map. We take out your privacy zones in any case."
          isOn={details.hidesPositions}
          onChange={(hidesPositions) => void library.change(id, (before) => ({ ...before, hidesPositions }))}
        />
      </div>
      {problem !== null && (
        <Notice tone="bad" className="mt-3">
          {problem.message}
        </Notice>
      )}
    </Dialog>
  );
}

function AddEmail({ onAdd }: { readonly onAdd: (email: string) => Promise<Result<null, CallError>> }) {
  const [email, setEmail] = useState('');
  const adding = useAction(async (typed: string) => {
    const answer = await onAdd(typed);
    if (answer.ok) setEmail('');
    return answer;
  });
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (email.trim() !== '') void adding.run(email.trim());
  }
  return (
    <form noValidate onSubmit={submit} className="mt-4 flex items-end gap-3">
      <Field
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="off"
        maxLength={MAX_EMAIL_LENGTH}
        value={email}
        error={adding.error?.message}
        onChange={(event) => setEmail(event.target.value)}
        className="min-w-0 flex-1"
      />
      <Button type="submit" variant="primary" busy={adding.isBusy} className={adding.error ? 'mb-7' : ''}>
        Share
      </Button>
    </form>
  );
}
