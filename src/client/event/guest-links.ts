import type { SeenEvent } from './event-context.ts';

export function whyNoLink({ shown }: SeenEvent): string {
  return shown.view === 'viewer'
    ? 'The link is not in the address any more. Hand on the one that was sent to you.'
    : 'The link is made as soon as the event is on the server.';
}

function linkWith(open: SeenEvent, parameter: string, key: string): string {
  return `${location.origin}/timer?eventId=${encodeURIComponent(open.eventId)}&${parameter}=${encodeURIComponent(key)}`;
}

export function adminLink(open: SeenEvent): string | null {
  const { keys } = open.shown;
  return keys === null ? null : linkWith(open, 'guestAdminKey', keys.admin);
}

/** A viewer is shown no keys, and passes on the address that brought them here. */
export function viewerLink(open: SeenEvent): string | null {
  const { keys } = open.shown;
  if (keys !== null) return linkWith(open, 'guestViewerKey', keys.viewer);
  const key = new URLSearchParams(location.search).get('guestViewerKey');
  return key === null || key === '' ? null : linkWith(open, 'guestViewerKey', key);
}
