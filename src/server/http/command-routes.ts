import { Hono } from 'hono';
import {
  anyCommand,
  type CommandAnswer,
  commandBatch,
  knownKeys,
  knownObservations,
  PROTOCOL_VERSION,
} from '../../protocol/commands.ts';
import { MAX_COMMANDS_BODY_BYTES } from '../../protocol/limits.ts';
import { api } from '../../protocol/routes.ts';
import type { AccountParts } from '../accounts/parts.ts';
import type { Sender } from '../commands/sender.ts';
import { refuseWith } from './answers.ts';
import { addressKey } from './client-address.ts';
import { checkShape, readBody } from './body.ts';
import type { App, AppEnv } from './context.ts';
import type { Limit } from './limiter.ts';
import type { KeyGuesses } from './key-guesses.ts';
import { findSender } from './find-sender.ts';

/** Versions that are still understood, besides our own. */
const OLDEST_VERSION = 1;

/** A day of taps may come at once from a phone that was offline; a program that floods is slowed down. */
const COMMANDS: Limit = { burst: 20_000, refillMs: 10 };

/** Every command is answered on its own: one that is not understood holds up no other. */
export function createCommandRoutes(parts: AccountParts, keyGuesses: KeyGuesses): App {
  const app = new Hono<AppEnv>();
  const commandLimiter = parts.limits.limiter('commands', COMMANDS);

  app.post(api.commands, async (c) => {
    const known = await findSender(parts, c);
    if (known === null) return refuseWith(c, 'unauthenticated');
    const body = await readBody(c, commandBatch, MAX_COMMANDS_BODY_BYTES);
    if (!body.ok) return refuseWith(c, body.error);
    const { protocol, userId, commands } = body.value;
    if (protocol < OLDEST_VERSION) return refuseWith(c, 'client-outdated');
    // A newer client meets an older node while a release is under way: it keeps its commands and asks again.
    if (protocol > PROTOCOL_VERSION) return refuseWith(c, 'unavailable');
    if (userId !== undefined && userId !== known.userId) return refuseWith(c, 'unauthenticated');
    const wait = commandLimiter.takeMany(known.userId, commands.length);
    if (wait > 0) return refuseWith(c, 'too-many-requests', wait);

    const address = addressKey(c.get('address'));
    const given = Object.entries(knownKeys(body.value));
    const keys = Object.fromEntries(given.filter(([eventId]) => keyGuesses.allows(address, eventId)));
    const sender: Sender = { ...known, keys, onWrongKey: (eventId, key) => keyGuesses.failed(address, eventId, key) };
    const observations = knownObservations(body.value);
    const checked = commands.map((value) => checkShape(value, anyCommand));
    const sent = checked.flatMap((result) => (result.ok ? [{ command: result.value, sender, observations }] : []));
    const handled = await parts.queue.submit(sent);
    let next = 0;
    const answers = checked.map((result, index): CommandAnswer => {
      if (result.ok) return handled[next++]!;
      return { id: idOf(commands[index]), status: 'refused', code: result.error };
    });
    return c.json({ answers });
  });
  return app;
}

function idOf(value: unknown): string {
  const id = (value as { id?: unknown } | null)?.id;
  return typeof id === 'string' ? id : '';
}
