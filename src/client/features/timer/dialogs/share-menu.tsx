import type { MenuItem } from '../../../ui/menu.tsx';
import { GroupIcon, HistoryIcon, SettingsIcon } from '../../../ui/tool-icons.tsx';
import type { OpenEvent } from '../event-context.ts';
import { useGroupSharing } from './use-group-sharing.ts';
import { ShareButton, type ShareItems, useShareItems } from './use-share-items.tsx';

export interface ShareMenuProps {
  readonly open: OpenEvent;
  readonly onHistory: () => void;
  readonly onSettings: () => void;
}

/** The share menu of the leaderboard; the board's own menu shows the same items. */
export function useAdminShareItems(props: ShareMenuProps): Pick<ShareItems, 'trigger' | 'from' | 'dialog'> & {
  readonly items: readonly MenuItem[];
} {
  const { open, onHistory, onSettings } = props;
  const { links, files, trigger, from, dialog } = useShareItems(open);
  const group = useGroupSharing(open);

  const isShared = open.event.sharedGroup !== null;
  const groupItem: MenuItem = {
    label: isShared ? 'Withdraw from your public group' : 'Share to your public group',
    icon: <GroupIcon />,
    onSelect: from(() => void (isShared ? group.withdraw() : group.share())),
  };
  const adminItems: MenuItem[] = [
    'separator',
    { label: 'History', icon: <HistoryIcon />, onSelect: from(onHistory) },
    { label: 'Event settings', icon: <SettingsIcon />, onSelect: from(onSettings) },
  ];
  const items = [
    ...links,
    ...(open.may('share') ? [groupItem] : []),
    'separator' as const,
    ...files,
    ...(open.may('seeHistory') ? adminItems : []),
  ];
  return { items, trigger, from, dialog };
}

export function ShareMenu(props: ShareMenuProps) {
  const { items, trigger, dialog } = useAdminShareItems(props);
  return (
    <>
      <ShareButton trigger={trigger} items={items} />
      {dialog}
    </>
  );
}
