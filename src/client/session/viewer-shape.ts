import type { Boot, Viewer } from '../../protocol/account.ts';

/** The channel on which the tabs of a browser tell each other who has signed in or out. */
export const VIEWER_CHANNEL = 'pushoff.viewer';

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Storage and other tabs may hold values of an older release: they are checked before they are believed. */
export function isViewer(value: unknown): value is Viewer {
  if (!isRecord(value)) return false;
  if (value['kind'] === 'nobody') return true;
  if (typeof value['userId'] !== 'string') return false;
  if (value['kind'] === 'anonymous') return true;
  return (
    value['kind'] === 'user' &&
    typeof value['email'] === 'string' &&
    typeof value['emailVerified'] === 'boolean' &&
    typeof value['username'] === 'string' &&
    typeof value['name'] === 'string' &&
    typeof value['credits'] === 'number'
  );
}

export function isBoot(value: unknown): value is Boot {
  return (
    isRecord(value) &&
    isViewer(value['viewer']) &&
    isRecord(value['site']) &&
    typeof value['site']['supportEmail'] === 'string' &&
    typeof value['site']['contactEmail'] === 'string'
  );
}
