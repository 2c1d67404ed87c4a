import { Icon, icon, type IconProps } from './icons.tsx';

/** Apart from the icons of every page: a viewer's page has no tools. */

export const CopyIcon = icon(
  'M11.5 9h6a2.5 2.5 0 0 1 2.5 2.5v6a2.5 2.5 0 0 1 -2.5 2.5h-6a2.5 2.5 0 0 1 -2.5 -2.5v-6a2.5 2.5 0 0 1 2.5 -2.5zM5.5 15H5a1 1 0 0 1-1-1V6.5A2.5 2.5 0 0 1 6.5 4H14a1 1 0 0 1 1 1v.5',
);

export const ChevronIcon = icon('m6 9 6 6 6-6');

export const SignOutIcon = icon('M10 4H6.5A2.5 2.5 0 0 0 4 6.5v11A2.5 2.5 0 0 0 6.5 20H10M15 8l4.5 4-4.5 4M19 12h-9.5');

export const DownloadIcon = icon('M12 4v11M7.5 11l4.5 4.5 4.5-4.5M4.5 20h15');

export const TrashIcon = icon(
  'M4 6.5h16M9.5 6V4.5a1 1 0 0 1 1-1h3a1 1 0 0 1 1 1V6M6 6.5l.8 12.2a2 2 0 0 0 2 1.8h6.4a2 2 0 0 0 2-1.8L18 6.5M10 10.5v6M14 10.5v6',
);

export const MailIcon = icon(
  'M5.5 5h13a2.5 2.5 0 0 1 2.5 2.5v9a2.5 2.5 0 0 1 -2.5 2.5h-13a2.5 2.5 0 0 1 -2.5 -2.5v-9a2.5 2.5 0 0 1 2.5 -2.5zM3.5 7.5l8.5 6 8.5-6',
);

export const BellIcon = icon('M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15L6 16.5ZM10 20.5a2.1 2.1 0 0 0 4 0');

export const PlayIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M8 5.5v13l10.5-6.5z" fill="currentColor" />
  </Icon>
);

export const StopwatchIcon = icon('M4.5 13.5a7.5 7.5 0 1 0 15 0 7.5 7.5 0 1 0 -15 0zM12 9.5v4M9.5 2.5h5M12 2.5V6');

export const UploadIcon = icon('M12 15.5v-11M7.5 9 12 4.5 16.5 9M4.5 20h15');

export const LinkIcon = icon(
  'M10 14a4 4 0 0 0 5.7 0l3.6-3.6a4 4 0 0 0-5.7-5.7L12.5 6M14 10a4 4 0 0 0-5.7 0l-3.6 3.6a4 4 0 0 0 5.7 5.7l1.1-1.3',
);

export const QrIcon = icon(
  'M5 4h4a1 1 0 0 1 1 1v4a1 1 0 0 1 -1 1h-4a1 1 0 0 1 -1 -1v-4a1 1 0 0 1 1 -1zM15 4h4a1 1 0 0 1 1 1v4a1 1 0 0 1 -1 1h-4a1 1 0 0 1 -1 -1v-4a1 1 0 0 1 1 -1zM5 14h4a1 1 0 0 1 1 1v4a1 1 0 0 1 -1 1h-4a1 1 0 0 1 -1 -1v-4a1 1 0 0 1 1 -1zM14 14h2.5v2.5M20 14v2.5M14 20h2.5M20 20h.01',
);

export const ScreenIcon = icon(
  'M5 4.5h14a1.5 1.5 0 0 1 1.5 1.5v9a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 15V6A1.5 1.5 0 0 1 5 4.5ZM8.5 20h7',
);

export const HistoryIcon = icon('M4 12a8 8 0 1 0 2.6-5.9L4 8.5M4 4v4.5h4.5M12 8v4.5l3 2');

export const SettingsIcon = icon(
  'M4 7h9M19 7h1M4 17h1M11 17h9M13.5 7a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0 -5 0zM5.5 17a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0 -5 0z',
);

export const GroupIcon = icon(
  'M5.5 8.5a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0 -7 0zM2.5 19.5c.6-3.5 3-5.2 6.5-5.2s5.9 1.7 6.5 5.2M16 5.3a3.5 3.5 0 0 1 0 6.4M18 14.8c2 .7 3.2 2.2 3.6 4.7',
);

export function MoreIcon(props: IconProps) {
  return (
    <Icon {...props} strokeWidth={3}>
      <path d="M5.5 12h.01M12 12h.01M18.5 12h.01" />
    </Icon>
  );
}

export const GripIcon = icon('M5 9h14M5 15h14');

export const CameraIcon = icon(
  'M4.5 8h3L9 5.5h6L16.5 8h3A1.5 1.5 0 0 1 21 9.5v8a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17.5v-8A1.5 1.5 0 0 1 4.5 8zM12 16.5a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4',
);
