import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { localNumbers } from '../../../domain/timing/local-numbers.ts';
import { csvFileName, detailedCsvFileName, writeDetailedCsv, writeResultsCsv } from '../../../domain/exports/csv.ts';
import { useAlert } from '../../ui/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { ShareIcon } from '../../ui/icons.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { DownloadIcon, LinkIcon, QrIcon } from '../../ui/tool-icons.tsx';
import { hasShareSheet, openShareSheet } from '../../ui/share-sheet.ts';
import type { SeenEvent } from '../event-context.ts';
import { besideHeading } from './beside-heading.ts';
import { viewerLink, whyNoLink } from '../guest-links.ts';
import { VIEWER_LINK_COPIED, ViewerLinkDialog } from './viewer-link-dialog.tsx';

const CSV = 'text/csv;charset=utf-8';

/** The entries under Share for admins and viewers alike. */
export interface ShareItems {
  readonly links: readonly MenuItem[];
  readonly files: readonly MenuItem[];
  readonly trigger: RefObject<HTMLButtonElement | null>;
  /** A dialog gives focus back to where it was: that must be the menu's button, because its items are gone by then. */
  readonly from: (run: () => void) => () => void;
  readonly dialog: ReactNode;
}

export function useShareItems(seen: SeenEvent): ShareItems {
  const { event } = seen;
  const { alert } = useAlert();
  const trigger = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState<'viewer-link' | 'blocked-link' | null>(null);
  const from = (run: () => void) => () => {
    trigger.current?.focus();
    run();
  };

  async function copyLink(): Promise<void> {
    const link = viewerLink(seen);
    if (link === null) return alert(whyNoLink(seen));
    if (await copyText(link)) return alert(VIEWER_LINK_COPIED);
    setOpened('blocked-link');
  }

  async function shareLink(): Promise<void> {
    const link = viewerLink(seen);
    if (link === null) return alert(whyNoLink(seen));
    if (!(await openShareSheet({ title: event.name, link }))) await copyLink();
  }

  return {
    trigger,
    from,
    links: [
      { label: 'Copy viewer link', icon: <LinkIcon />, onSelect: from(() => void copyLink()) },
      ...(hasShareSheet()
        ? [{ label: 'Share viewer link…', icon: <ShareIcon />, onSelect: from(() => void shareLink()) }]
        : []),
      { label: 'Show viewer QR code', icon: <QrIcon />, onSelect: from(() => setOpened('viewer-link')) },
    ],
    files: [
      {
        label: 'Export CSV',
        icon: <DownloadIcon />,
        onSelect: () => saveFile(csvFileName(event.name), writeResultsCsv(event), CSV),
      },
      {
        label: 'Export detailed CSV',
        icon: <DownloadIcon />,
        onSelect: () =>
          saveFile(
            detailedCsvFileName(event.name),
            writeDetailedCsv(event, seen.shown.view === 'admin', localNumbers(navigator.languages)),
            CSV,
          ),
      },
    ],
    dialog:
      opened !== null &&
      besideHeading(
        <ViewerLinkDialog open={seen} isBlocked={opened === 'blocked-link'} onClose={() => setOpened(null)} />,
      ),
  };
}

export interface ShareButtonProps {
  readonly trigger: RefObject<HTMLButtonElement | null>;
  readonly items: readonly MenuItem[];
  readonly isOpenAtFirst?: boolean;
}

export function ShareButton({ trigger, items, isOpenAtFirst = false }: ShareButtonProps) {
  return (
    <Menu
      label="Share"
      trigger={
        <Button ref={trigger} variant="quiet" className="px-3!">
          <ShareIcon /> Share
        </Button>
      }
      items={items}
      isOpenAtFirst={isOpenAtFirst}
    />
  );
}
