import { useState } from 'react';
import { Button, buttonClass } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { CheckIcon, ShareIcon } from '../../ui/icons.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { Section } from '../../ui/section.tsx';
import { hasShareSheet, openShareSheet } from '../../ui/share-sheet.ts';
import { CopyIcon, DownloadIcon, MailIcon } from '../../ui/tool-icons.tsx';

const SUBJECT = 'Pushoff on this phone';

interface ReportPartProps {
  readonly report: string;
  readonly address: string;
}

/** What was found, to be sent to whoever keeps the product going. */
export function ReportPart({ report, address }: ReportPartProps) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => setIsCopied(await copyText(report));
  const letter = new URLSearchParams({ subject: SUBJECT, body: report }).toString().replaceAll('+', '%20');
  return (
    <Section title="Report">
      <p className="max-w-[60ch] text-pretty text-ink-2">
        It holds what you see below: the phone’s model, the names of its cameras and the figures. It holds no picture,
        no name and no place. Nobody gets it unless you send it.
      </p>
      <div className="flex flex-wrap gap-3">
        <a href={`mailto:${address}?${letter}`} className={buttonClass({ variant: 'primary' })}>
          <MailIcon className="size-5" />
          Email it to us
        </a>
        {hasShareSheet() && (
          <Button onClick={() => void openShareSheet({ title: SUBJECT, text: report })}>
            <ShareIcon className="size-5" />
            Share
          </Button>
        )}
        <Button onClick={() => void copy()}>
          {isCopied ? <CheckIcon className="size-5" /> : <CopyIcon className="size-5" />}
          <span aria-live="polite">{isCopied ? 'Copied' : 'Copy'}</span>
        </Button>
        <Button onClick={() => saveFile('pushoff-on-this-phone.json', report, 'application/json')}>
          <DownloadIcon className="size-5" />
          Save
        </Button>
      </div>
      <textarea
        readOnly
        rows={12}
        aria-label="Report"
        value={report}
        className="digits rounded-card border border-line-strong bg-card p-4 text-14"
      />
    </Section>
  );
}
