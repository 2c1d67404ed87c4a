import { type FormEvent, useId, useState } from 'react';
import { deleteAccount } from '../../session/sign-in.ts';
import { useAction } from '../../session/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { showToast } from '../../ui/toast.tsx';
import { TrashIcon } from '../../ui/tool-icons.tsx';

export function DeleteAccount({ email }: { readonly email: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="rounded-card border border-danger p-5">
      <p>
        This deletes your events with all their times, your racers and your unused credits for good. Nobody, not even
        we, can bring them back. Where you helped at other people’s events, your times stay, by ‘a former helper’.
      </p>
      <Button variant="danger" className="mt-4" onClick={() => setIsOpen(true)}>
        <TrashIcon /> Delete account
      </Button>
      <DeleteAccountDialog email={email} open={isOpen} onClose={() => setIsOpen(false)} />
    </div>
  );
}

interface DeleteAccountDialogProps {
  readonly email: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** After the deletion there is no viewer any more, so this page is left for /landing at once. */
function DeleteAccountDialog({ email, open, onClose }: DeleteAccountDialogProps) {
  const formId = useId();
  const [password, setPassword] = useState('');
  const [isUnderstood, setIsUnderstood] = useState(false);
  const { isBusy, error, run } = useAction(deleteAccount);
  const isReady = isUnderstood && password !== '';

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isReady && (await run(password))) showToast('We’ve deleted your account.');
  };
  const close = () => {
    setPassword('');
    setIsUnderstood(false);
    onClose();
  };

  return (
    <Dialog
      open={open}
      onClose={close}
      title="Delete your account?"
      footer={
        <>
          <Button onClick={close}>Keep account</Button>
          <Button type="submit" form={formId} variant="danger" disabled={!isReady} busy={isBusy}>
            Delete for good
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        <div>
          <p>
            This deletes the account of <strong className="font-[650] wrap-anywhere">{email}</strong>, and with it:
          </p>
          <ul className="mt-2 list-disc ps-5">
            <li>all your events, with every start and finish</li>
            <li>all your racers</li>
            <li>your credits, paid ones too</li>
          </ul>
        </div>
        {error && <Notice tone="bad">{error.message}</Notice>}
        <input type="text" name="email" autoComplete="username" value={email} readOnly hidden />
        <Field
          label="Your password"
          name="password"
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <label className="flex min-h-12 items-center gap-3">
          <input
            type="checkbox"
            className="size-6 shrink-0 accent-danger"
            checked={isUnderstood}
            onChange={(event) => setIsUnderstood(event.target.checked)}
          />
          I understand that this cannot be undone
        </label>
      </form>
    </Dialog>
  );
}
