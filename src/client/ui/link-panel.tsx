import { useRef, useState } from 'react';
import { Button } from './button.tsx';
import { copyText } from './copy-text.ts';
import { Dialog } from './dialog.tsx';
import { Field } from './field.tsx';
import { ShareIcon } from './icons.tsx';
import { Notice } from './notice.tsx';
import { QrCode } from './qr-code.tsx';
import { CopyIcon, QrIcon } from './tool-icons.tsx';
import { hasShareSheet, openShareSheet } from './share-sheet.ts';

export interface LinkPanelProps {
  readonly link: string;
  /** For example 'Guest admin link'. */
  readonly label: string;
  /** The title in the share sheet. */
  readonly title: string;
  readonly hint: string;
  readonly onCopied: () => void;
  /** Copying was refused before: the link is shown selected. */
  readonly isBlocked?: boolean;
}

/** A link in all the ways in which it gets from one phone to another: scanned, sent, copied, or read off. */
export function LinkPanel({ link, label, title, hint, onCopied, isBlocked = false }: LinkPanelProps) {
  const field = useRef<HTMLInputElement>(null);
  const [mustCopyByHand, setMustCopyByHand] = useState(isBlocked);
  const [isBig, setIsBig] = useState(false);

  async function copy(): Promise<void> {
    if (await copyText(link)) return onCopied();
    setMustCopyByHand(true);
    field.current?.focus();
    field.current?.select();
  }

  async function share(): Promise<void> {
    if (!(await openShareSheet({ title, link }))) await copy();
  }

  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col items-center gap-4 sm:flex-row sm:items-start">
        <QrCode text={link} label="QR code of this address" className="size-32 border border-line" />
        <Field
          ref={field}
          label={label}
          hint={hint}
          readOnly
          dir="ltr"
          value={link}
          onFocus={(event) => event.currentTarget.select()}
          className="w-full min-w-0 flex-1"
          {...(isBlocked ? { 'data-autofocus': '' } : {})}
        />
      </div>
      {mustCopyByHand && (
        <Notice tone="info">This browser blocks copying. Select the link above and copy it by hand.</Notice>
      )}
      <div className="flex flex-wrap gap-3 max-sm:*:flex-1">
        <Button variant="primary" onClick={() => void copy()}>
          <CopyIcon /> Copy link
        </Button>
        {hasShareSheet() && (
          <Button className="px-3!" onClick={() => void share()}>
            <ShareIcon /> Share…
          </Button>
        )}
        <Button className="px-3!" onClick={() => setIsBig(true)}>
          <QrIcon /> Big QR code
        </Button>
      </div>
      <Dialog open={isBig} onClose={() => setIsBig(false)} title={title}>
        <div className="flex flex-col items-center gap-3 pb-2">
          <QrCode text={link} label="QR code of this address" className="size-[min(80vw,68dvh,26rem)]" />
          <p className="text-center text-16 text-ink-2">Hold it up. The camera of another phone opens the link.</p>
        </div>
      </Dialog>
    </div>
  );
}
