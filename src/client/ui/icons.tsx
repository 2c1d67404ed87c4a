import type { ComponentProps, ReactNode } from 'react';

export type IconProps = Omit<ComponentProps<'svg'>, 'children' | 'path'>;

/** Icons stand beside words or inside a labelled button, so they are always hidden from screen readers. */
export function Icon({
  path,
  children = <path d={path} />,
  className = 'size-5',
  ...rest
}: IconProps & { readonly path?: string; readonly children?: ReactNode }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      {...rest}
      className={`shrink-0 ${className}`}
    >
      {children}
    </svg>
  );
}

/** @__NO_SIDE_EFFECTS__ An icon of one line: a page is built without those that it does not show. */
export function icon(path: string) {
  return (props: IconProps) => <Icon {...props} path={path} />;
}

export const BoltIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M13 2.5 5 13.5h6.5L10.5 21.5 19 10h-6.5z" fill="currentColor" strokeWidth={1.5} />
  </Icon>
);

export const MenuIcon = icon('M4 7h16M4 12h16M4 17h16');

export const CloseIcon = icon('m6 6 12 12M18 6 6 18');

export const CheckIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="m5 12.5 4.5 4.5L19 7.5" strokeWidth={2.5} />
  </Icon>
);

export const WarningIcon = icon('M12 4 2.8 19.5h18.4zM12 10v4.5M12 17h.01');

export function Spinner({ className = 'size-5', ...rest }: IconProps) {
  return (
    <Icon {...rest} className={`animate-spin ${className}`}>
      <circle cx="12" cy="12" r="9" opacity="0.25" strokeWidth={3} />
      <path d="M12 3a9 9 0 0 1 9 9" strokeWidth={3} />
    </Icon>
  );
}

export function BackIcon({ className = 'size-5', ...props }: IconProps) {
  return (
    <Icon {...props} className={`rtl:-scale-x-100 ${className}`}>
      <path d="M20 12H5M11 5.5 4.5 12l6.5 6.5" />
    </Icon>
  );
}

export const SearchIcon = icon('M4.5 11a6.5 6.5 0 1 0 13 0 6.5 6.5 0 1 0 -13 0zM16 16l4.5 4.5');

/** Shown for a command on its way to the server. */
export const SendingIcon = icon('M12 19V6M6 11.5 12 5.5l6 6');

export const UserIcon = icon('M8 8a4 4 0 1 0 8 0 4 4 0 1 0 -8 0zM4.5 20.5c.8-4 3.6-6 7.5-6s6.7 2 7.5 6');

export const PencilIcon = icon(
  'm4.5 19.5.9-4.2L16.2 4.5a1.8 1.8 0 0 1 2.6 0l.7.7a1.8 1.8 0 0 1 0 2.6L8.7 18.6zM14 6.7l3.3 3.3',
);

export const OpenIcon = icon(
  'M13.5 4.5h6v6M19.5 4.5 11 13M17.5 13.5v4a2 2 0 0 1-2 2h-9a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2h4',
);

export const PlusIcon = icon('M12 5v14M5 12h14');

export const InfoIcon = icon('M3 12a9 9 0 1 0 18 0 9 9 0 1 0 -18 0zM12 11v5.5M12 7.5h.01');

export const ShareIcon = icon(
  'M12 15V3.5M8 7l4-4 4 4M6.5 11H6a2 2 0 0 0-2 2v5.5a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2V13a2 2 0 0 0-2-2h-.5',
);
