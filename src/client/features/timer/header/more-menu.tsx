import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { withNext } from '../../../session/next-page.ts';
import { Button } from '../../../ui/button.tsx';
import { BackIcon, CheckIcon, ShareIcon, UserIcon } from '../../../ui/icons.tsx';
import { Menu, type MenuItem } from '../../../ui/menu.tsx';
import {
  CopyIcon,
  TrashIcon,
  DownloadIcon,
  HistoryIcon,
  MoreIcon,
  SettingsIcon,
  StopwatchIcon,
} from '../../../ui/tool-icons.tsx';
import { useAdminShareItems } from '../dialogs/share-menu.tsx';
import { addressOf, type OpenEvent } from '../../../event/event-context.ts';
import { askForPost, namesAt, openPost, ownPost } from '../../../event/helpers/posts.ts';
import { useView } from '../../../event/in-address.ts';
import { atFinishLine } from '../finishes/finish-line.ts';
import { sound } from '../../../timing/taps/tap-feedback.ts';
import { useSwitch } from '../../../event/use-switch.ts';
import { useToolItems } from './use-tool-items.ts';

type OwnedItem = Extract<MenuItem, { onSelect: () => void }>;

const withIcon = (item: OwnedItem): MenuItem => ({ ...item, icon: item.danger ? <TrashIcon /> : <CopyIcon /> });

export interface MoreMenuProps {
  readonly open: OpenEvent;
  /** Actions that have buttons of their own where there is room. */
  readonly actions: readonly MenuItem[];
  /** Duplicate and Delete, where the line above the board has no room for them. */
  readonly owned: readonly OwnedItem[];
  readonly onKeys: () => void;
  readonly onHistory: () => void;
  readonly onSettings: () => void;
}

/** Menu with everything that is not needed for every tap. */
export function MoreMenu({ open, actions, owned, onKeys, onHistory, onSettings }: MoreMenuProps) {
  const hasSound = useSwitch(sound);
  const isAtFinish = useSwitch(atFinishLine);
  const [isSharing, setIsSharing] = useState(false);
  const { open: openView } = useView();
  const navigate = useNavigate();
  const tools = useToolItems(open);
  const { items: shareItems, trigger, from, dialog } = useAdminShareItems(open);
  const isHelper = !open.may('configure');
  const maySeeHistory = open.may('seeHistory');
  const history = maySeeHistory && { label: 'History', icon: <HistoryIcon />, onSelect: from(onHistory) };
  const signIn = () => void navigate(withNext('/login', addressOf(open)));
  const sections: (readonly (MenuItem | false)[])[] = [
    isHelper
      ? [
          postItem(open),
          { label: 'Check this phone', icon: <CheckIcon />, onSelect: () => openView('check') },
          history,
          open.shown.actor.isAnonymous && { label: 'Sign In', icon: <UserIcon />, onSelect: signIn },
        ]
      : [],
    actions,
    tools.items,
    [
      { label: 'Share', icon: <ShareIcon />, keepsOpen: true, onSelect: () => setIsSharing(true) },
      { label: 'Export results', icon: <DownloadIcon />, onSelect: () => openView('export') },
      !isHelper && history,
      maySeeHistory && { label: 'Event settings', icon: <SettingsIcon />, onSelect: from(onSettings) },
    ],
    [
      {
        label: hasSound ? 'Sound on Start and Finish: on' : 'Sound on Start and Finish: off',
        icon: <Tick isOn={hasSound} />,
        isLong: true,
        onSelect: () => sound.set(!hasSound),
      },
      {
        label: isAtFinish ? 'This phone is at the finish: on' : 'This phone is at the finish: off',
        icon: <Tick isOn={isAtFinish} />,
        isLong: true,
        onSelect: () => atFinishLine.set(!isAtFinish),
      },
    ],
    [{ label: 'Keyboard', icon: <Tick isOn={false} />, onSelect: from(onKeys) }, ...owned.map(withIcon)],
  ];
  const back = { label: 'Back', icon: <BackIcon />, keepsOpen: true, onSelect: () => setIsSharing(false) };

  return (
    <>
      <Menu
        label="More"
        trigger={
          <Button ref={trigger} variant="quiet" className="race-tool">
            <MoreIcon />
          </Button>
        }
        items={separate(isSharing ? [[back], shareItems] : sections)}
        isWide={!isSharing}
        onOpenChange={(isOpen) => {
          if (isOpen) return;
          setIsSharing(false);
          tools.onClose();
        }}
      />
      {dialog}
    </>
  );
}

/** Menu item with the helper's post and who else is there. */
function postItem(open: OpenEvent): MenuItem {
  const post = ownPost(open);
  if (post === null)
    return { label: 'Choose your post', icon: <StopwatchIcon />, isLong: true, onSelect: () => askForPost(null) };
  const others = namesAt(open, post.line);
  return {
    label: (
      <TwoLines
        first={`Your post: ${post.name}`}
        second={others.length === 0 ? 'Nobody else is there' : `Also there: ${others.join(', ')}`}
      />
    ),
    icon: <StopwatchIcon />,
    isLong: true,
    onSelect: () => openPost(post.line),
  };
}

function separate(sections: readonly (readonly (MenuItem | false)[])[]): MenuItem[] {
  return sections
    .map((items) => items.filter((item) => item !== false))
    .filter(({ length }) => length > 0)
    .flatMap((items, index): readonly MenuItem[] => (index === 0 ? items : ['separator', ...items]));
}

function TwoLines({ first, second }: { readonly first: string; readonly second: string }): ReactNode {
  return (
    <>
      <span className="block">{first}</span>
      <bdi className="block max-w-64 truncate text-13 text-ink-2">{second}</bdi>
    </>
  );
}

function Tick({ isOn }: { readonly isOn: boolean }) {
  return <CheckIcon className={`size-5 ${isOn ? '' : 'invisible'}`} />;
}
