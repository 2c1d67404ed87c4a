import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { EVENT_COST } from '../../../../domain/credits/prices.ts';
import { stopNow } from '../../../../domain/model/stops.ts';
import { withNext } from '../../../session/next-page.ts';
import { useAlert } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { BackIcon, CheckIcon, UserIcon } from '../../../ui/icons.tsx';
import { Menu, type MenuItem } from '../../../ui/menu.tsx';
import {
  CopyIcon,
  DownloadIcon,
  HistoryIcon,
  MoreIcon,
  SettingsIcon,
  ShareIcon,
  StopwatchIcon,
  TrashIcon,
} from '../../../ui/tool-icons.tsx';
import { useAdminShareItems } from '../dialogs/share-menu.tsx';
import { addressOf, type OpenEvent } from '../../../event/event-context.ts';
import { askForPost, namesAt, openPost, ownPost } from '../../../event/helpers/posts.ts';
import { deleteEvent, duplicateEvent } from '../../../event/event-steps.ts';
import { askToStop } from '../../../event/stop-race.ts';
import { useView } from '../../../event/in-address.ts';
import { exportView, viewList } from '../../../event/view-list.ts';
import { atFinishLine } from '../finishes/finish-line.ts';
import { sound } from '../../../timing/taps/tap-feedback.ts';
import { useSwitch } from '../../../event/use-switch.ts';

export interface MoreMenuProps {
  readonly open: OpenEvent;
  /** Actions that have buttons of their own where there is room. */
  readonly actions: readonly MenuItem[];
  readonly onKeys: () => void;
  readonly onHistory: () => void;
  readonly onSettings: () => void;
  readonly onOpenEvent: (eventId: string) => void;
  readonly onLeave: () => void;
}

/** Everything that is not needed for every tap. */
export function MoreMenu(props: MoreMenuProps) {
  const { open, actions, onKeys, onHistory, onSettings, onOpenEvent, onLeave } = props;
  const alerts = useAlert();
  const navigate = useNavigate();
  const hasSound = useSwitch(sound);
  const isAtFinish = useSwitch(atFinishLine);
  const [inside, setInside] = useState<'share' | 'files' | 'tools' | null>(null);
  const { open: openView } = useView();
  const [isCopying, setIsCopying] = useState(false);
  const { items: shareItems, files, trigger, from, dialog } = useAdminShareItems(open);
  const { name } = open.event;

  async function duplicate() {
    setIsCopying(true);
    await duplicateEvent(open, alerts, onOpenEvent, () => void navigate(withNext('/buy-credits', addressOf(open))));
    setIsCopying(false);
  }

  async function stop() {
    if (await askToStop(open, alerts)) openView('stop');
  }

  const history: readonly MenuItem[] = open.may('seeHistory')
    ? [{ label: 'History', icon: <HistoryIcon />, onSelect: from(onHistory) }]
    : [];
  const isHelper = !open.may('configure');
  const lead: readonly MenuItem[] = isHelper
    ? [
        postItem(open),
        { label: 'Check this phone', icon: <CheckIcon />, onSelect: () => openView('check') },
        ...history,
        ...(open.shown.actor.isAnonymous
          ? [
              {
                label: 'Sign In',
                icon: <UserIcon />,
                onSelect: () => void navigate(withNext('/login', addressOf(open))),
              },
            ]
          : []),
      ]
    : [];
  const owned: MenuItem[] = [
    ...(open.may('duplicate')
      ? [
          {
            label: <TwoLines first={`Copy for next week · ${EVENT_COST} credits`} second={`${name} (copy)`} />,
            icon: <CopyIcon />,
            onSelect: () => void duplicate(),
          },
        ]
      : []),
    ...(open.may('delete')
      ? [
          {
            label: <TwoLines first="Delete" second={name} />,
            icon: <TrashIcon />,
            danger: true,
            onSelect: () => void deleteEvent(open, onLeave),
          },
        ]
      : []),
  ];
  const sections: (readonly MenuItem[])[] = [
    lead,
    actions,
    [{ label: 'Race tools', icon: <StopwatchIcon />, keepsOpen: true, onSelect: () => setInside('tools') }],
    [
      { label: 'Share', icon: <ShareIcon />, keepsOpen: true, onSelect: () => setInside('share') },
      { label: 'Export results', icon: <DownloadIcon />, keepsOpen: true, onSelect: () => setInside('files') },
      ...(isHelper ? [] : history),
      ...(open.may('seeHistory')
        ? [{ label: 'Event settings', icon: <SettingsIcon />, onSelect: from(onSettings) }]
        : []),
    ],
    [
      {
        label: hasSound ? 'Sound on Start and Finish: on' : 'Sound on Start and Finish: off',
        icon: <Tick isOn={hasSound} />,
        onSelect: () => sound.set(!hasSound),
      },
      {
        label: isAtFinish ? 'This phone is at the finish: on' : 'This phone is at the finish: off',
        icon: <Tick isOn={isAtFinish} />,
        onSelect: () => atFinishLine.set(!isAtFinish),
      },
      { label: 'Keyboard', icon: <Tick isOn={false} />, onSelect: from(onKeys) },
    ],
    owned,
  ];
  /** Other screens of the same event. An owner who needs none of them sees one line. */
  const tools = viewList.map((views) =>
    views
      .filter(({ needs }) => open.may(needs))
      .map(({ id, label }): MenuItem => {
        if (id !== 'stop') return { label, onSelect: () => openView(id) };
        if (stopNow(open.event) !== null) return { label: 'Race stopped', danger: true, onSelect: () => openView(id) };
        return { label, danger: true, onSelect: () => void stop() };
      }),
  );
  // The racers of somebody else's event are of another library: owners alone compare.
  if (open.may('configure')) {
    tools.push([{ label: 'Compare events', onSelect: () => void navigate(`/compare?event=${open.eventId}`) }]);
  }
  const moreFiles: readonly MenuItem[] = open.may(exportView.needs)
    ? [{ label: 'Print and other formats', icon: <DownloadIcon />, onSelect: () => openView(exportView.id) }]
    : [];
  const within = { share: [shareItems], files: [files, moreFiles], tools };
  const back: MenuItem = {
    label: 'Back',
    icon: <BackIcon />,
    keepsOpen: true,
    onSelect: () => setInside(null),
  };

  return (
    <>
      <Menu
        label="More"
        trigger={
          <Button ref={trigger} variant="quiet" className="race-tool" busy={isCopying}>
            <MoreIcon />
          </Button>
        }
        items={separate(inside === null ? sections : [[back], ...within[inside]])}
        onOpenChange={(isOpen) => {
          if (!isOpen) setInside(null);
        }}
      />
      {dialog}
    </>
  );
}

/** Where a helper stands, and who else does. */
function postItem(open: OpenEvent): MenuItem {
  const post = ownPost(open);
  if (post === null) return { label: 'Choose your post', icon: <StopwatchIcon />, onSelect: () => askForPost(null) };
  const others = namesAt(open, post.line);
  return {
    label: (
      <TwoLines
        first={`Your post: ${post.name}`}
        second={others.length === 0 ? 'Nobody else is there' : `Also there: ${others.join(', ')}`}
      />
    ),
    icon: <StopwatchIcon />,
    onSelect: () => openPost(post.line),
  };
}

function separate(sections: readonly (readonly MenuItem[])[]): MenuItem[] {
  return sections
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
