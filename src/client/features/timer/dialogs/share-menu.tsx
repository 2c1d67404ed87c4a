import { useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { csvFileName, detailedCsvFileName, writeDetailedCsv, writeResultsCsv } from '../../../../domain/timing/csv.ts';
import { useAlert } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { DownloadIcon, GroupIcon, HistoryIcon, LinkIcon, QrIcon, SettingsIcon, ShareIcon } from '../../../ui/icons.tsx';
import { Menu, type MenuItem } from '../../../ui/menu.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import type { OpenEvent } from '../event-context.ts';
import { hasShareSheet, openShareSheet, viewerLink, whyNoLink } from './guest-links.ts';
import { SettingsDialog } from './settings-dialog.tsx';
import { useGroupSharing } from './use-group-sharing.ts';
import { VIEWER_LINK_COPIED, ViewerLinkDialog } from './viewer-link-dialog.tsx';

export interface ShareMenuProps {
  readonly open: OpenEvent;
  readonly onOpenHistory: () => void;
}

type Opened = 'viewer-link' | 'blocked-link' | 'settings';

const CSV = 'text/csv;charset=utf-8';

export function ShareMenu({ open, onOpenHistory }: ShareMenuProps) {
  const { event } = open;
  const { alert } = useAlert();
  const group = useGroupSharing(open);
  const trigger = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);

  /** A dialog gives focus back to where it was: that must be the menu's button, because its items are gone by then. */
  const from = (run: () => void) => () => {
    trigger.current?.focus();
    run();
  };

  async function copyLink(): Promise<void> {
    const link = viewerLink(open);
    if (link === null) return alert(whyNoLink(open));
    if (await copyText(link)) return alert(VIEWER_LINK_COPIED);
    setOpened('blocked-link');
  }

  async function shareLink(): Promise<void> {
    const link = viewerLink(open);
    if (link === null) return alert(whyNoLink(open));
    if (!(await openShareSheet({ title: event.name, link }))) await copyLink();
  }

  const items: MenuItem[] = [
    { label: 'Copy viewer link', icon: <LinkIcon />, onSelect: from(() => void copyLink()) },
    ...(hasShareSheet()
      ? [{ label: 'Share viewer link…', icon: <ShareIcon />, onSelect: from(() => void shareLink()) }]
      : []),
    { label: 'Show viewer QR code', icon: <QrIcon />, onSelect: from(() => setOpened('viewer-link')) },
    ...(open.may('share') ? [groupItem()] : []),
    'separator',
    {
      label: 'Export CSV',
      icon: <DownloadIcon />,
      onSelect: () => saveFile(csvFileName(event.name), writeResultsCsv(event), CSV),
    },
    {
      label: 'Export detailed CSV',
      icon: <DownloadIcon />,
      onSelect: () => saveFile(detailedCsvFileName(event.name), writeDetailedCsv(event), CSV),
    },
    ...(open.may('seeHistory') ? adminItems() : []),
  ];

  function groupItem(): MenuItem {
    const isShared = event.sharedGroup !== null;
    return {
      label: isShared ? 'Withdraw from your public group' : 'Share to your public group',
      icon: <GroupIcon />,
      onSelect: from(() => void (isShared ? group.withdraw() : group.share())),
    };
  }

  function adminItems(): MenuItem[] {
    return [
      'separator',
      { label: 'History', icon: <HistoryIcon />, onSelect: from(onOpenHistory) },
      { label: 'Event settings', icon: <SettingsIcon />, onSelect: from(() => setOpened('settings')) },
    ];
  }

  return (
    <>
      <Menu
        label="Share"
        trigger={
          <Button ref={trigger} variant="quiet" className="px-3!">
            <ShareIcon /> Share
          </Button>
        }
        items={items}
      />
      {/* Not inside the heading that the menu stands in: its type would be the dialog's too. */}
      {opened !== null &&
        createPortal(
          opened === 'settings' ? (
            <SettingsDialog open={open} onClose={close} />
          ) : (
            <ViewerLinkDialog open={open} isBlocked={opened === 'blocked-link'} onClose={close} />
          ),
          document.body,
        )}
    </>
  );
}
