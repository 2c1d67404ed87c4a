import { randomUUID } from 'node:crypto';
import { betterAuth } from 'better-auth';
import { APIError } from 'better-auth/api';
import { anonymous } from 'better-auth/plugins';
import type { ErrorCode } from '../../protocol/errors.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../protocol/limits.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Storage } from '../storage/engine.ts';
import { queueMail, type NewMail } from '../storage/mail.ts';
import { findProfile, languageOfUser } from '../storage/profiles.ts';
import { wordsIn } from '../words/in-language.ts';
import { withContexts } from './contexts.ts';
import type { Passwords } from './passwords.ts';
import { cookiePrefixOf } from './session-cookie.ts';

/** Header in which only we tell better-auth the client's address. A value that the client sends is dropped. */
export const CLIENT_ADDRESS_HEADER = 'x-pushoff-client-address';

const DAY_S = 24 * 3600;
const SESSION_S = 30 * DAY_S;
const RENEWED_AFTER_S = DAY_S;
/** A session that ends sooner is due to be renewed. */
export const FRESH_SESSION_MS = (SESSION_S - RENEWED_AFTER_S) * 1000;
const RESET_S = 3600;

export interface AuthParts {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly log: Log;
  readonly secret: string;
  readonly publicUrl: string;
  readonly passwords: Passwords;
  onMailQueued(): void;
  /**
   * Called when a guest has logged in: better-auth deletes the anonymous user, so its rights must be carried over
   * first.
   */
  onGuestLinked(anonymousUserId: string, userId: string): Promise<void>;
}

export type Auth = ReturnType<typeof createAuth>;

/**
 * better-auth keeps sessions, checks passwords and makes reset links. It is called as a library only: none of its routes
 * is served. Sign-up, resets and confirmations are ours, because each must change several things in one transaction.
 */
export function createAuth(parts: AuthParts) {
  const { storage, log, publicUrl } = parts;
  const isSecure = publicUrl.startsWith('https:');
  const send = async (mail: NewMail): Promise<void> => {
    await queueMail(storage.db, mail, parts.clock.now());
    parts.onMailQueued();
  };
  const auth = betterAuth({
    appName: 'Pushoff',
    baseURL: publicUrl,
    secret: parts.secret,
    database: { db: storage.db, type: storage.engine },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
      resetPasswordTokenExpiresIn: RESET_S,
      password: parts.passwords,
      sendResetPassword: async ({ user, token }) => {
        const { passwordResetMail } = wordsIn(await languageOfUser(storage.db, user.id));
        return send(passwordResetMail(user, resetLink(publicUrl, token)));
      },
    },
    session: { expiresIn: SESSION_S, updateAge: RENEWED_AFTER_S, cookieCache: { enabled: false } },
    databaseHooks: {
      session: {
        create: {
          // Every new session passes this hook, so the check cannot be bypassed.
          async before(session) {
            const refusal = await refusalOf(storage, session.userId);
            if (refusal !== undefined) throw new APIError('FORBIDDEN', { code: refusal });
          },
        },
      },
    },
    // better-auth's limit (three logins in ten seconds from one address) locks out a club on one Wi-Fi; ours is in
    // http/.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    advanced: {
      // better-auth's own prefix for https is __Secure-, which a neighbouring subdomain can set as well.
      useSecureCookies: false,
      cookiePrefix: cookiePrefixOf(publicUrl),
      defaultCookieAttributes: { secure: isSecure },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      // The tables are checked by our own tests; at run time the check would outlive a database that is closed quickly.
      database: { generateId: () => randomUUID(), validateSchema: false },
    },
    plugins: [
      anonymous({
        emailDomainName: 'anonymous.invalid',
        onLinkAccount: ({ anonymousUser, newUser }) => parts.onGuestLinked(anonymousUser.user.id, newUser.user.id),
      }),
    ],
    logger: { level: 'error', log: (level, message, ...details) => log[level](message, { details }) },
  });
  return { api: inContexts(auth.api), options: auth.options };
}

/** Every call of better-auth begins and ends here, so that what it switches on for itself is off between calls. */
function inContexts<Api extends object>(api: Api): Api {
  return new Proxy(api, {
    get(target, name) {
      const call: unknown = Reflect.get(target, name);
      return typeof call === 'function'
        ? (...given: readonly unknown[]) => withContexts(() => Reflect.apply(call, target, given) as unknown)
        : call;
    },
  });
}

async function refusalOf({ db }: Storage, userId: string): Promise<ErrorCode | undefined> {
  const user = await db.selectFrom('user').select('isAnonymous').where('id', '=', userId).executeTakeFirst();
  if (user !== undefined && Boolean(user.isAnonymous)) return undefined;
  const profile = await findProfile(db, userId);
  if (profile === undefined) return 'no-profile';
  return profile.accepted ? undefined : 'not-accepted';
}

export function resetLink(publicUrl: string, token: string): string {
  return `${publicUrl}/reset-password?token=${encodeURIComponent(token)}`;
}
