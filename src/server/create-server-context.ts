import { join } from 'node:path';
import { setImmediate as nextRound } from 'node:timers/promises';
import type { AccountParts } from './accounts/account-parts.ts';
import { createAuth } from './accounts/auth.ts';
import { carryRightsOver } from './accounts/carry-rights-over.ts';
import { createKnownSessions } from './accounts/known-sessions.ts';
import { type Passwords, queuePasswords, scryptPasswords } from './accounts/passwords.ts';
import { type Clock, systemClock } from './clock.ts';
import { createCommandQueue, type QueueParts } from './commands/command-queue.ts';
import type { Config } from './config.ts';
import { loadSecret } from './data-dir.ts';
import { invitationMailOf } from './invitations/invitation-mail.ts';
import { createSharedLimits, type SharedLimitsParts } from './limits/shared-limits.ts';
import type { Log } from './log.ts';
import { startMailDelivery } from './mail/delivery.ts';
import { createFileTransport, createSmtpTransport } from './mail/transport.ts';
import type { Meters } from './metrics/metrics.ts';
import { createPayments } from './payments/create-payments.ts';
import { recordingsOfAccount } from '../telemetry/server/runs/recordings-of-account.ts';
import type { SandboxFaults } from './payments/sandbox-provider.ts';
import { createCommandStore } from './storage/command-store.ts';
import type { ServerContext } from './server-context.ts';
import type { Storage } from './storage/engine.ts';

export interface ContextOptions {
  readonly config: Config;
  readonly log: Log;
  readonly clock?: Clock;
  readonly passwords?: Passwords;
  readonly mostWaiting?: QueueParts['mostWaiting'];
  readonly sandboxFaults?: SandboxFaults;
}

/** Receivers of committed commands and of counts for the limits of other nodes. */
type Listeners = Pick<QueueParts, 'onCommitted' | 'gate'> &
  Partial<Pick<QueueParts, 'onUnreadable'>> &
  Pick<AccountParts, 'onAccountChanged'> &
  Partial<Pick<AccountParts, 'onEventsRewritten' | 'onScreensChanged'>> &
  Partial<Pick<SharedLimitsParts, 'tell'>> & { readonly meters?: Meters };

/** Parts that `npm run admin` needs too, when no server is running. */
export async function createServerContext(
  { config, log, clock = systemClock, sandboxFaults, mostWaiting, ...parts }: ContextOptions,
  storage: Storage,
  {
    onCommitted,
    onAccountChanged,
    onEventsRewritten = () => {},
    onScreensChanged = () => {},
    tell = () => {},
    meters,
    ...upgrades
  }: Listeners,
) {
  const secret = config.secret ?? (await loadSecret(config.dataDir));
  const transport =
    config.mail.smtpUrl === undefined
      ? createFileTransport(join(config.dataDir, 'mail'), log)
      : createSmtpTransport(config.mail.smtpUrl);
  const { from } = config.mail;
  const delivery = startMailDelivery({ db: storage.db, transport, from, clock, log, meter: meters?.mail });
  const { publicUrl, signupReview, operators, mail } = config;
  const onMailQueued = delivery.wake;
  const store = createCommandStore(storage, { invitations: invitationMailOf({ publicUrl, secret }), onMailQueued });
  const meter = meters?.commands;
  const gathering = { gather: nextRound, mostWaiting };
  const queue = createCommandQueue({ ...upgrades, ...gathering, store, clock, log, onCommitted, meter });
  const onGuestLinked = (from: string, to: string) => carryRightsOver(storage.db, queue, from, to);
  const passwords = queuePasswords(parts.passwords ?? scryptPasswords);
  const auth = createAuth({ storage, clock, log, secret, publicUrl, passwords, onMailQueued, onGuestLinked });
  const accounts: ServerContext = {
    storage,
    auth,
    knownSessions: createKnownSessions(storage),
    queue,
    passwords,
    clock,
    log,
    publicUrl,
    secret,
    signupReview,
    operators,
    mail,
    limits: createSharedLimits({ clock, secret, tell }),
    ownedBesides: recordingsOfAccount,
    onMailQueued,
    onAccountChanged,
    onEventsRewritten,
    onScreensChanged,
  };
  return { accounts, payments: await createPayments(config.payments, accounts, sandboxFaults), delivery };
}
