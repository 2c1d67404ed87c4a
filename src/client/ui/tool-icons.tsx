import { Icon, type IconProps } from './icons.tsx';

/** Apart from the icons of every page: a viewer's page has no tools. */

export const CopyIcon = (props: IconProps) => (
  <Icon {...props}>
    <rect x="9" y="9" width="11" height="11" rx="2.5" />
    <path d="M5.5 15H5a1 1 0 0 1-1-1V6.5A2.5 2.5 0 0 1 6.5 4H14a1 1 0 0 1 1 1v.5" />
  </Icon>
);

export const ChevronIcon = (props: IconProps) => <Icon {...props} path="m6 9 6 6 6-6" />;

export const SignOutIcon = (props: IconProps) => (
  <Icon {...props} path="M10 4H6.5A2.5 2.5 0 0 0 4 6.5v11A2.5 2.5 0 0 0 6.5 20H10M15 8l4.5 4-4.5 4M19 12h-9.5" />
);

export const DownloadIcon = (props: IconProps) => <Icon {...props} path="M12 4v11M7.5 11l4.5 4.5 4.5-4.5M4.5 20h15" />;

export const TrashIcon = (props: IconProps) => (
  <Icon
    {...props}
    path="M4 6.5h16M9.5 6V4.5a1 1 0 0 1 1-1h3a1 1 0 0 1 1 1V6M6 6.5l.8 12.2a2 2 0 0 0 2 1.8h6.4a2 2 0 0 0 2-1.8L18 6.5M10 10.5v6M14 10.5v6"
  />
);

export const MailIcon = (props: IconProps) => (
  <Icon {...props}>
    <rect x="3" y="5" width="18" height="14" rx="2.5" />
    <path d="m3.5 7.5 8.5 6 8.5-6" />
  </Icon>
);

export const BellIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15L6 16.5Z" />
    <path d="M10 20.5a2.1 2.1 0 0 0 4 0" />
  </Icon>
);

export const PlayIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M8 5.5v13l10.5-6.5z" fill="currentColor" />
  </Icon>
);

export const StopwatchIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="12" cy="13.5" r="7.5" />
    <path d="M12 9.5v4M9.5 2.5h5M12 2.5V6" />
  </Icon>
);

export const UploadIcon = (props: IconProps) => <Icon {...props} path="M12 15.5v-11M7.5 9 12 4.5 16.5 9M4.5 20h15" />;

export const LinkIcon = (props: IconProps) => (
  <Icon
    {...props}
    path="M10 14a4 4 0 0 0 5.7 0l3.6-3.6a4 4 0 0 0-5.7-5.7L12.5 6M14 10a4 4 0 0 0-5.7 0l-3.6 3.6a4 4 0 0 0 5.7 5.7l1.1-1.3"
  />
);

export const QrIcon = (props: IconProps) => (
  <Icon {...props}>
    <rect x="4" y="4" width="6" height="6" rx="1" />
    <rect x="14" y="4" width="6" height="6" rx="1" />
    <rect x="4" y="14" width="6" height="6" rx="1" />
    <path d="M14 14h2.5v2.5M20 14v2.5M14 20h2.5M20 20h.01" />
  </Icon>
);

export const ScreenIcon = (props: IconProps) => (
  <Icon
    {...props}
    path="M5 4.5h14a1.5 1.5 0 0 1 1.5 1.5v9a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 15V6A1.5 1.5 0 0 1 5 4.5ZM8.5 20h7"
  />
);

export const HistoryIcon = (props: IconProps) => (
  <Icon {...props} path="M4 12a8 8 0 1 0 2.6-5.9L4 8.5M4 4v4.5h4.5M12 8v4.5l3 2" />
);

export const SettingsIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4 7h9M19 7h1M4 17h1M11 17h9" />
    <circle cx="16" cy="7" r="2.5" />
    <circle cx="8" cy="17" r="2.5" />
  </Icon>
);

export const GroupIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="9" cy="8.5" r="3.5" />
    <path d="M2.5 19.5c.6-3.5 3-5.2 6.5-5.2s5.9 1.7 6.5 5.2M16 5.3a3.5 3.5 0 0 1 0 6.4M18 14.8c2 .7 3.2 2.2 3.6 4.7" />
  </Icon>
);

export function MoreIcon(props: IconProps) {
  return (
    <Icon {...props} strokeWidth={3}>
      <path d="M5.5 12h.01M12 12h.01M18.5 12h.01" />
    </Icon>
  );
}

export const GripIcon = (props: IconProps) => <Icon {...props} path="M5 9h14M5 15h14" />;
