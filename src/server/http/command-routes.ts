import { Hono } from 'hono';
import {
  type Command,
  anyCommand,
  type CommandAnswer,
  commandBatch,
  PROTOCOL_VERSION,
} from '../../protocol/commands.ts';
import { MAX_COMMANDS_BODY_BYTES } from '../../protocol/limits.ts';
import { api } from '../../protocol/routes.ts';
import { findSender } from '../accounts/sender.ts';
import type { AccountParts } from '../accounts/parts.ts';
import { refuseWith } from './answers.ts';
import { checkShape, readBody } from './body.ts';
import type { App, AppEnv } from './context.ts';
import { authHeaders } from './cookies.ts';

/** Versions that are still understood, besides our own. */
const OLDEST_VERSION = 1;

/** Every command is answered on its own: one that is not understood holds up no other. */
export function createCommandRoutes(parts: AccountParts): App {
  const app = new Hono<AppEnv>();

  app.post(api.commands, async (c) => {
    const body = await readBody(c, commandBatch, MAX_COMMANDS_BODY_BYTES);
    if (!body.ok) return refuseWith(c, body.error);
    const { protocol, userId, commands, observations, keys } = body.value;
    if (protocol < OLDEST_VERSION) return refuseWith(c, 'client-outdated');
    // A newer client meets an older node while a release is under way: it keeps its commands and asks again.
    if (protocol > PROTOCOL_VERSION) return refuseWith(c, 'unavailable');
    const known = await findSender(parts, authHeaders(c));
    const isOther = userId !== undefined && userId !== known?.userId;
    if (known === null || isOther) return refuseWith(c, 'unauthenticated');
    const sender = { ...known, keys };

    const checked = commands.map((value) => checkShape(value, anyCommand));
    const understood = checked.flatMap((result) => (result.ok ? [result.value as Command] : []));
    const handled = await parts.queue.submit(understood.map((command) => ({ command, sender, observations })));
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
