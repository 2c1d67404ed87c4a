import type { Sender } from '../commands/sender.ts';
import type { AccountParts } from './parts.ts';
import { recogniseViewer } from './sessions.ts';

/** Whoever is signed in, anonymous or not, as commands and reads need to know them. */
export async function findSender(parts: AccountParts, headers: Headers): Promise<Sender | null> {
  const { viewer } = await recogniseViewer(parts, headers);
  if (viewer.kind === 'nobody') return null;
  if (viewer.kind === 'anonymous') {
    return { userId: viewer.userId, isAnonymous: true, verifiedEmail: null, name: 'Guest', keys: {} };
  }
  return {
    userId: viewer.userId,
    isAnonymous: false,
    verifiedEmail: viewer.emailVerified ? viewer.email : null,
    name: viewer.username || viewer.name || viewer.email,
    keys: {},
  };
}
