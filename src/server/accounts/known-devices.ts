import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { findPassword } from '../storage/credentials.ts';
import type { AccountParts } from './account-parts.ts';

/**
 * A device on which an account has logged in before. Its guesses are counted apart, so that strangers who guess at the
 * account from everywhere cannot keep its owner out. The cookie opens nothing: it holds an id of the device and a mark
 * for each account, made from the account's stored password. The server stores nothing for it, and a new password ends
 * all marks.
 */
type Parts = Pick<AccountParts, 'storage' | 'secret' | 'publicUrl'>;

/** Accounts of a family on one tablet, the one that logged in last first. */
const MOST_ACCOUNTS = 5;
/** The longest time for which browsers keep a cookie. */
const KEPT_S = 400 * 24 * 3600;
const MARK_LENGTH = 22;

interface Device {
  readonly id: string;
  readonly marks: readonly string[];
}

/** Id of the device, if the account of this address has logged in on it with its present password. */
export async function recogniseDevice(
  parts: Parts,
  cookies: string | undefined,
  email: string,
): Promise<string | undefined> {
  const device = deviceIn(parts, cookies);
  const account = device && (await findPassword(parts.storage.db, { email }));
  if (device === undefined || account === undefined) return undefined;
  const mark = Buffer.from(markOf(parts, device.id, account));
  return device.marks.some((each) => timingSafeEqual(Buffer.from(each), mark)) ? device.id : undefined;
}

/** Cookie of a device on which this account has just proved its identity. */
export async function rememberDevice(
  parts: Parts,
  cookies: string | undefined,
  userId: string,
): Promise<readonly string[]> {
  const account = await findPassword(parts.storage.db, { userId });
  if (account === undefined) return [];
  const { id, marks } = deviceIn(parts, cookies) ?? { id: randomBytes(16).toString('base64url'), marks: [] };
  const mark = markOf(parts, id, account);
  const kept = [mark, ...marks.filter((each) => each !== mark)].slice(0, MOST_ACCOUNTS);
  const secure = isSecure(parts) ? '; Secure' : '';
  const value = [id, ...kept].join('.');
  return [`${nameOf(parts)}=${value}; Max-Age=${KEPT_S}; Path=/; HttpOnly; SameSite=Lax${secure}`];
}

const isSecure = ({ publicUrl }: Parts): boolean => publicUrl.startsWith('https:');
const nameOf = (parts: Parts): string => `${isSecure(parts) ? '__Host-' : ''}pushoff.device`;

function deviceIn(parts: Parts, cookies = ''): Device | undefined {
  const start = `${nameOf(parts)}=`;
  const value = cookies
    .split('; ')
    .find((pair) => pair.startsWith(start))
    ?.slice(start.length);
  const [id = '', ...marks] = value?.split('.') ?? [];
  const isWhole = [id, ...marks].every((part) => part.length === MARK_LENGTH && /^[\w-]+$/.test(part));
  return isWhole && marks.length <= MOST_ACCOUNTS ? { id, marks } : undefined;
}

function markOf({ secret }: Parts, id: string, { userId, hash }: { userId: string; hash: string }): string {
  const mark = createHmac('sha256', secret).update(`known device ${id} ${userId} ${hash}`).digest('base64url');
  return mark.slice(0, MARK_LENGTH);
}
