import { useState } from 'react';
import type { MenuItem } from '../../ui/menu.tsx';
import { BellIcon, HistoryIcon } from '../../ui/tool-icons.tsx';
import type { SeenEvent } from '../event-context.ts';
import { latePart } from '../late-part.tsx';
import { besideHeading } from './beside-heading.ts';
import { ShareButton, useShareItems } from './use-share-items.tsx';
import { ViewerHistory } from './viewer-history.tsx';

const resultsDialog = latePart(() => import('../follow/results-dialog.tsx').then((module) => module.ResultsDialog));

export interface ViewerShareMenuProps {
  readonly seen: SeenEvent;
  /** For a menu that is loaded when its button is pressed. */
  readonly isOpenAtFirst?: boolean;
}

/** For viewers: the link to pass on, and the results as a file. */
export function ViewerShareMenu({ seen, isOpenAtFirst = false }: ViewerShareMenuProps) {
  const { links, files, trigger, from, dialog } = useShareItems(seen);
  const [showsHistory, setShowsHistory] = useState(false);
  const [showsResults, setShowsResults] = useState(false);
  const history: MenuItem[] = seen.event.race.openHistory
    ? ['separator', { label: 'History', icon: <HistoryIcon />, onSelect: from(() => setShowsHistory(true)) }]
    : [];
  const tell: MenuItem = {
    label: 'Send me the results',
    icon: <BellIcon />,
    onSelect: from(() => setShowsResults(true)),
  };
  return (
    <>
      <ShareButton
        trigger={trigger}
        items={[...links, 'separator', tell, 'separator', ...files, ...history]}
        isOpenAtFirst={isOpenAtFirst}
      />
      {dialog}
      {showsResults &&
        besideHeading(<resultsDialog.Part eventId={seen.eventId} onClose={() => setShowsResults(false)} />)}
      {showsHistory && besideHeading(<ViewerHistory seen={seen} onClose={() => setShowsHistory(false)} />)}
    </>
  );
}
