import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { Field } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { CheckIcon } from '../../../ui/icons.tsx';
import { CopyIcon } from '../../../ui/tool-icons.tsx';

interface ShownOnceProps {
  readonly label: string;
  readonly secret: string;
  readonly hint: string;
  readonly onDone: () => void;
}

/** A secret that the server does not show again. It stays until it is put away by hand. */
export function ShownOnce({ label, secret, hint, onDone }: ShownOnceProps) {
  const field = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<'new' | 'copied' | 'blocked'>('new');
  useEffect(() => field.current?.focus(), []);
  const copy = async () => {
    const isCopied = await copyText(secret);
    setState(isCopied ? 'copied' : 'blocked');
    if (isCopied) return;
    field.current?.focus();
    field.current?.select();
  };
  return (
    <div className="flex flex-col gap-4 rounded-card border border-good p-5">
      <Field
        ref={field}
        label={label}
        hint={hint}
        readOnly
        dir="ltr"
        value={secret}
        onFocus={(event) => event.currentTarget.select()}
      />
      {state === 'blocked' && (
        <Notice tone="info">This browser blocks copying. Select the text above and copy it by hand.</Notice>
      )}
      <div className="flex flex-wrap gap-3" aria-live="polite">
        <Button variant="primary" onClick={() => void copy()}>
          {state === 'copied' ? <CheckIcon /> : <CopyIcon />} {state === 'copied' ? 'Copied' : 'Copy'}
        </Button>
        <Button onClick={onDone}>Done</Button>
      </div>
    </div>
  );
}
