import { Button } from '../button.tsx';
import { BoltIcon, CheckIcon, CloseIcon, InfoIcon, MenuIcon, Spinner, UserIcon, WarningIcon } from '../icons.tsx';
import { Menu } from '../menu.tsx';
import { showToast } from '../toast.tsx';
import { TOOLTIP_TOPICS, tooltipLabel } from '../tooltip-texts.ts';
import { InfoTip } from '../info-tip.tsx';
import { ChevronIcon, CopyIcon, DownloadIcon, MailIcon, SignOutIcon, TrashIcon } from '../tool-icons.tsx';
import { Tooltip } from '../tooltip.tsx';
import { Row, Section } from './section.tsx';

export function MenusAndTooltips() {
  return (
    <Section title="Menu, tooltip">
      <Row>
        <Menu
          label="Account"
          align="start"
          trigger={
            <Button>
              <UserIcon /> Account <ChevronIcon className="size-4" />
            </Button>
          }
          items={[
            { label: 'Your account', icon: <UserIcon />, href: '#account' },
            { label: 'Download your data', icon: <DownloadIcon />, onSelect: () => showToast('Downloading.') },
            { label: 'Not yet', icon: <MailIcon />, disabled: true, onSelect: () => showToast('Never.') },
            'separator',
            { label: 'Delete account', icon: <TrashIcon />, danger: true, onSelect: () => showToast('Deleted.') },
          ]}
        />
        <Menu
          label="Open the menu"
          align="start"
          trigger={<MenuIcon />}
          items={[{ label: 'Sign Out', icon: <SignOutIcon />, onSelect: () => showToast('Signed out.') }]}
        />
        <Tooltip text="Copies the viewer link">
          <Button onClick={() => showToast('Copied.')}>
            <CopyIcon /> Copy
          </Button>
        </Tooltip>
      </Row>
      <ul className="grid gap-2 sm:grid-cols-2 lg:grid-cols-4">
        {TOOLTIP_TOPICS.map((topic) => (
          <li key={topic} className="flex min-h-11 items-center gap-2">
            {tooltipLabel(topic)} <InfoTip topic={topic} />
          </li>
        ))}
      </ul>
      <h3 className="mt-6 mb-3 text-18 font-[720]">Icons</h3>
      <Row>
        {[
          BoltIcon,
          MenuIcon,
          CloseIcon,
          CheckIcon,
          CopyIcon,
          InfoIcon,
          WarningIcon,
          ChevronIcon,
          SignOutIcon,
          UserIcon,
          DownloadIcon,
          TrashIcon,
          MailIcon,
          Spinner,
        ].map((Icon) => (
          <Icon key={Icon.name} className="size-6" />
        ))}
      </Row>
    </Section>
  );
}
