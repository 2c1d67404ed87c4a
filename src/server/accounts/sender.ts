import type { Viewer } from '../../protocol/account.ts';
import type { Sender } from '../access/sender.ts';

/** An admin without a name is shown as this, as in the list of an event's admins. */
export const nameOf = (username: string): string => (username.trim() === '' ? 'Admin' : username);

type Known =
  | Exclude<Viewer, { readonly kind: 'user' }>
  | Pick<Viewer & { readonly kind: 'user' }, 'kind' | 'userId' | 'email' | 'emailVerified' | 'username'>;

/**
 * A viewer as commands and reads know them. The name goes into the log of the event, where every admin reads it for
 * ever: it is never the email.
 */
export function senderOf(viewer: Known): Sender | null {
  if (viewer.kind === 'nobody') return null;
  const { userId } = viewer;
  if (viewer.kind === 'anonymous') return { userId, isAnonymous: true, verifiedEmail: null, name: 'Guest', keys: {} };
  const { email, emailVerified, username } = viewer;
  return { userId, isAnonymous: false, verifiedEmail: emailVerified ? email : null, name: nameOf(username), keys: {} };
}
