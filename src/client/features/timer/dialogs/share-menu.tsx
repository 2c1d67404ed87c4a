import { useState } from 'react';
import type { MenuItem } from '../../../ui/menu.tsx';
import { GroupIcon, HistoryIcon, SettingsIcon } from '../../../ui/tool-icons.tsx';
import type { OpenEvent } from '../event-context.ts';
import { SettingsDialog } from './settings-dialog.tsx';
import { useGroupSharing } from './use-group-sharing.ts';
import { besideHeading, ShareButton, useShareItems } from './use-share-items.tsx';

export interface ShareMenuProps {
  readonly open: OpenEvent;
  readonly onOpenHistory: () => void;
}

export function ShareMenu({ open, onOpenHistory }: ShareMenuProps) {
  const { links, files, trigger, from, dialog } = useShareItems(open);
  const group = useGroupSharing(open);
  const [isSetting, setIsSetting] = useState(false);

  const items: MenuItem[] = [
    ...links,
    ...(open.may('share') ? [groupItem()] : []),
    'separator',
    ...files,
    ...(open.may('seeHistory') ? adminItems() : []),
  ];

  function groupItem(): MenuItem {
    const isShared = open.event.sharedGroup !== null;
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
      { label: 'Event settings', icon: <SettingsIcon />, onSelect: from(() => setIsSetting(true)) },
    ];
  }

  return (
    <>
      <ShareButton trigger={trigger} items={items} />
      {dialog}
      {isSetting && besideHeading(<SettingsDialog open={open} onClose={() => setIsSetting(false)} />)}
    </>
  );
}
