import { useRef, useState } from 'react';
import { api } from '../../../protocol/routes.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { showToast } from '../../ui/toast.tsx';
import { CopyIcon } from '../../ui/tool-icons.tsx';
import type { OpenEvent } from '../../event/event-context.ts';
import { Section } from '../../ui/section.tsx';

/** Addresses that other programs ask again and again. They show what the viewer link shows. */
export function LinkPart({ open }: { readonly open: OpenEvent }) {
  const { keys } = open.shown;
  const addressOf = (path: string, key: string) =>
    `${location.origin}${path.replace(':eventId', encodeURIComponent(open.eventId))}?key=${encodeURIComponent(key)}`;
  return (
    <Section title="Live, for programs">
      {keys === null ? (
        <Notice tone="info">You’ll get the addresses once the event is on the server.</Notice>
      ) : (
        <>
          <CopyField
            label="Results as JSON"
            hint="Ask as often as once a second. Without news the answer is empty."
            value={addressOf(api.results, keys.viewer)}
          />
          <CopyField
            label="Board for vMix (CSV)"
            hint="The first row is the latest finisher, then everyone by rank."
            value={addressOf(api.boardCsv, keys.viewer)}
          />
          <p className="text-14 text-ink-2">
            These addresses contain the viewer key, so changing the viewer link turns them off. If viewers see initials,
            so do these.
          </p>
        </>
      )}
    </Section>
  );
}

export interface CopyFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
}

export function CopyField({ label, hint, value }: CopyFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const [isBlocked, setIsBlocked] = useState(false);
  async function copy(): Promise<void> {
    const isCopied = await copyText(value);
    setIsBlocked(!isCopied);
    if (isCopied) return void showToast('Copied');
    field.current?.focus();
    field.current?.select();
  }
  return (
    <div className="flex items-start gap-2">
      <Field
        ref={field}
        label={label}
        hint={isBlocked ? 'This browser blocks copying. Select the line above and copy it by hand.' : hint}
        readOnly
        dir="ltr"
        value={value}
        onFocus={(event) => event.currentTarget.select()}
        className="min-w-0 flex-1"
      />
      <Button className="mt-[1.65rem] px-3!" aria-label={`Copy ${label}`} onClick={() => void copy()}>
        <CopyIcon />
      </Button>
    </div>
  );
}
