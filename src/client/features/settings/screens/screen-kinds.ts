import type { ScreenKind } from '../../../../protocol/screen-address.ts';

export const KINDS: readonly { readonly value: ScreenKind; readonly label: string }[] = [
  { value: 'board', label: 'Board for a TV or projector' },
  { value: 'announcer', label: 'Announcer' },
  { value: 'overlay', label: 'Overlay for OBS or vMix' },
  { value: 'clock', label: 'Clock at the start' },
];
