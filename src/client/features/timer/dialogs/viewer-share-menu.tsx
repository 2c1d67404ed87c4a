import { useState } from 'react';
import type { MenuItem } from '../../../ui/menu.tsx';
import { HistoryIcon } from '../../../ui/tool-icons.tsx';
import type { SeenEvent } from '../event-context.ts';
import { besideHeading, ShareButton, useShareItems } from './use-share-items.tsx';
import { ViewerHistory } from './viewer-history.tsx';

/** For viewers: the link to pass on, and the results as a file. */
export function ViewerShareMenu({ seen }: { readonly seen: SeenEvent }) {
  const { links, files, trigger, from, dialog } = useShareItems(seen);
  const [showsHistory, setShowsHistory] = useState(false);
  const history: MenuItem[] = seen.event.race.openHistory
    ? ['separator', { label: 'History', icon: <HistoryIcon />, onSelect: from(() => setShowsHistory(true)) }]
    : [];
  return (
    <>
      <ShareButton trigger={trigger} items={[...links, 'separator', ...files, ...history]} />
      {dialog}
      {showsHistory && besideHeading(<ViewerHistory seen={seen} onClose={() => setShowsHistory(false)} />)}
    </>
  );
}
