import type { Line } from '../../domain/model/lines.ts';
import type { SeenEvent } from './event-context.ts';
import { POST } from './in-address.ts';

export function whyNoLink({ shown }: SeenEvent): string {
  return shown.view === 'viewer'
    ? 'The link is no longer in the address bar. Pass on the one you got.'
    : 'You’ll get the link once the event is on the server.';
}

function linkWith(open: SeenEvent, parameter: string, key: string): string {
  return `${location.origin}/timer?eventId=${encodeURIComponent(open.eventId)}&${parameter}=${encodeURIComponent(key)}`;
}

/**
 * The admin link, which is the same invitation for every post; with a line, it leads to that line's screen instead of the
 * board.
 */
export function adminLink(open: SeenEvent, post: Line | null = null): string | null {
  const { keys } = open.shown;
  if (keys === null) return null;
  const link = linkWith(open, 'guestAdminKey', keys.admin);
  return post === null ? link : `${link}&${POST}=${encodeURIComponent(post)}`;
}

/** A viewer is shown no keys, and passes on the address that brought them here. */
export function viewerLink(open: SeenEvent): string | null {
  const { keys } = open.shown;
  if (keys !== null) return linkWith(open, 'guestViewerKey', keys.viewer);
  const key = new URLSearchParams(location.search).get('guestViewerKey');
  return key === null || key === '' ? null : linkWith(open, 'guestViewerKey', key);
}
