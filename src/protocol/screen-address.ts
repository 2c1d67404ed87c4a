/** The kinds of screens, in the address: `screen=board`. */
export const screenKinds = ['board', 'announcer', 'overlay', 'clock'] as const;
export type ScreenKind = (typeof screenKinds)[number];

export const isScreenKind = (text: string | null | undefined): text is ScreenKind =>
  (screenKinds as readonly (string | null | undefined)[]).includes(text);

/** Keys of screens begin with this, so that a page and a server can tell them from the keys of links. */
export const SCREEN_KEY_PREFIX = 'screen-';

export function screenPath(eventId: string, kind: ScreenKind, key: string): string {
  return `/timer?eventId=${encodeURIComponent(eventId)}&screenKey=${encodeURIComponent(key)}&screen=${kind}`;
}
