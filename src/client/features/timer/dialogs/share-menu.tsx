import { type ReactNode, useState } from 'react';
import type { MenuItem } from '../../../ui/menu.tsx';
import { GroupIcon, ScreenIcon } from '../../../ui/tool-icons.tsx';
import type { OpenEvent } from '../../../event/event-context.ts';
import { useView } from '../../../event/in-address.ts';
import { besideHeading } from '../../../event/share/beside-heading.ts';
import { PublishDialog } from './publish-dialog.tsx';
import { useGroupSharing } from './use-group-sharing.ts';
import { ShareButton, type ShareItems, useShareItems } from '../../../event/share/use-share-items.tsx';

export interface AdminShareItems extends Omit<ShareItems, 'links'> {
  /** Who gets to see the event: links to it, the public group, and screens. */
  readonly items: readonly MenuItem[];
}

/** The share menu of the leaderboard; the event's own menu shows the same items. */
export function useAdminShareItems(open: OpenEvent): AdminShareItems {
  const { links, dialog, ...rest } = useShareItems(open);
  const { from } = rest;
  const group = useGroupSharing(open);
  const { open: openView } = useView();
  const [isPublishing, setIsPublishing] = useState(false);

  const isShared = open.event.sharedGroup !== null;
  const askToShare = async () => {
    if (await group.mayShare()) setIsPublishing(true);
  };
  const groupItem: MenuItem = {
    label: isShared ? 'Remove from your public group' : 'Share to your public group',
    icon: <GroupIcon />,
    onSelect: from(() => void (isShared ? group.withdraw() : askToShare())),
  };
  const publishing: ReactNode =
    isPublishing &&
    besideHeading(
      <PublishDialog
        open={open}
        onShare={(initialsOnly) => {
          setIsPublishing(false);
          void group.share(initialsOnly);
        }}
        onClose={() => setIsPublishing(false)}
      />,
    );
  return {
    ...rest,
    items: [
      ...links,
      ...(open.may('share') ? [groupItem] : []),
      ...(open.may('manageScreens')
        ? [{ label: 'Screens', icon: <ScreenIcon />, onSelect: () => openView('screens') }]
        : []),
    ],
    dialog: (
      <>
        {dialog}
        {publishing}
      </>
    ),
  };
}

export function ShareMenu({ open }: { readonly open: OpenEvent }) {
  const { items, trigger, dialog } = useAdminShareItems(open);
  return (
    <>
      <ShareButton trigger={trigger} items={items} />
      {dialog}
    </>
  );
}
