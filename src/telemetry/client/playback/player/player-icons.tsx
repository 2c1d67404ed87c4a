import { Icon, icon, type IconProps } from '../../../../client/ui/icons.tsx';

export const PauseIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M8.5 5.5v13M15.5 5.5v13" strokeWidth={3.5} />
  </Icon>
);

export const FrameOnIcon = icon('M6 6.5v11l8.5-5.5zM18 6v12');

export const FrameBackIcon = icon('M18 6.5v11L9.5 12zM6 6v12');

export const SoundIcon = icon('M4 9.5v5h3.5l4.5 4v-13l-4.5 4zM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11');

export const SoundOffIcon = icon('M4 9.5v5h3.5l4.5 4v-13l-4.5 4zM16 9.5l5 5M21 9.5l-5 5');

export const FullScreenIcon = icon(
  'M4 9V5a1 1 0 0 1 1-1h4M15 4h4a1 1 0 0 1 1 1v4M20 15v4a1 1 0 0 1-1 1h-4M9 20H5a1 1 0 0 1-1-1v-4',
);

export const GaugeIcon = icon('M4.5 18a9 9 0 1 1 15 0M12 13.5 15.5 9');
