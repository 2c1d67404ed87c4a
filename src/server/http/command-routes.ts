import { Hono } from 'hono';
import { refuse } from '../../domain/result.ts';
import { mayCommand } from '../../protocol/api-tokens.ts';
import {
  anyCommand,
  type CommandAnswer,
  type CommandAnswers,
  type Command,
  commandBatch,
  isEventCommand,
  keysFor,
  knownObservations,
  PROTOCOL_VERSION,
} from '../../protocol/commands.ts';
import { errors } from '../../protocol/errors.ts';
import { MAX_COMMANDS_BODY_BYTES } from '../../protocol/limits.ts';
import { api } from '../../protocol/routes.ts';
import { SCHEMA_VERSION } from '../../protocol/schema-version.ts';
import type { Sender } from '../access/sender.ts';
import type { ServerContext } from '../server-context.ts';
import type { KeyGuess, KeyGuesses } from '../guesses/key-guesses.ts';
import { MOST_IN_COMMANDS } from '../json/strict-json.ts';
import type { Limit } from '../limits/limiter.ts';
import { refuseWith } from './answers.ts';
import { checkShape, parseBody, readJsonBytes } from './body.ts';
import type { App, AppEnv } from './context.ts';
import type { Refusal } from './faults.ts';
import { findSender } from './find-sender.ts';

/** The oldest version of the protocol that is still understood. */
const OLDEST_VERSION = 1;

/** A phone that was offline may send a day of taps at once; a program that floods is slowed down. */
const COMMANDS: Limit = { burst: 20_000, refillMs: 10 };
/** Bytes that count as one command before the body is parsed. A tap with its envelope takes 1 KB. */
const BYTES_OF_COMMAND = 2048;

/** Seconds that a device waits when the queue is full: about as long as it takes to store most of the queue. */
const RETRY_FULL_SECONDS = 5;

/** The commands of a request that were understood. */
interface Batch {
  readonly commands: readonly Command[];
  readonly sender: Sender;
  readonly observations: ReturnType<typeof knownObservations>;
  readonly bytes: number;
}

/** Every command is answered on its own: one that is not understood holds up no other. */
export function createCommandRoutes(parts: ServerContext, keyGuesses: KeyGuesses): App {
  const app = new Hono<AppEnv>();
  const commandLimiter = parts.limits.limiter('commands', COMMANDS);

  /**
   * Keys with too many wrong guesses beside them are left out: a sender who is an admin without a key needs none. A
   * command that is refused for want of such a key comes again, because its key may be right.
   */
  async function submit(address: string, given: Readonly<Record<string, string>>, batch: Batch) {
    const guesses = new Map<string, KeyGuess>();
    for (const [eventId, key] of Object.entries(given)) {
      const guess = keyGuesses.begin(address, eventId, key);
      if (guess !== null) guesses.set(eventId, guess);
    }
    const isLeftOut = (eventId: string) => given[eventId] !== undefined && !guesses.has(eventId);
    try {
      const keys = Object.fromEntries(Object.entries(given).filter(([eventId]) => guesses.has(eventId)));
      const onKey = (eventId: string, opens: boolean) => guesses.get(eventId)?.judged(opens);
      const sender: Sender = { ...batch.sender, keys, onKey };
      const sent = batch.commands.map((command) => ({ command, sender, observations: batch.observations }));
      const answers = await parts.queue.submit(sent, batch.bytes);
      return answers.map((answer, index): CommandAnswer => {
        const command = batch.commands[index]!;
        const isUnseen = answer.status === 'refused' && answer.code === 'event-not-found';
        return isUnseen && isEventCommand(command) && isLeftOut(command.eventId)
          ? { id: answer.id, status: 'later' }
          : answer;
      });
    } finally {
      for (const guess of guesses.values()) guess.end();
    }
  }

  app.post(api.commands, async (c) => {
    // A full queue is checked first: a refused request must cost nothing, neither a query to a silent database nor a
    // body.
    if (parts.queue.isFull) return refuseWith(c, 'unavailable', RETRY_FULL_SECONDS);
    const known = await findSender(parts, c);
    if (known === null) return refuseWith(c, 'unauthenticated');
    const bytes = await readJsonBytes(c, MAX_COMMANDS_BODY_BYTES);
    if (!bytes.ok) return refuseWith(c, bytes.error);
    const weight = Math.ceil(bytes.value.length / BYTES_OF_COMMAND);
    const tooHeavy = commandLimiter.takeMany(known.userId, weight);
    if (tooHeavy > 0) return refuseWith(c, 'too-many-requests', tooHeavy);
    const body = parseBody(c, bytes.value, commandBatch, MOST_IN_COMMANDS);
    if (!body.ok) return refuseWith(c, body.error);
    const { protocol, schema, userId, commands } = body.value;
    if (protocol < OLDEST_VERSION) return refuseWith(c, 'client-outdated');
    // A newer client may meet an older node during a release: it keeps its commands and asks again.
    if (protocol > PROTOCOL_VERSION) return refuseWith(c, 'unavailable');
    if (userId !== undefined && userId !== known.userId) return refuseWith(c, 'unauthenticated');
    const wait = commandLimiter.takeMany(known.userId, Math.max(0, commands.length - weight));
    if (wait > 0) {
      commandLimiter.giveBack(known.userId, weight);
      return refuseWith(c, 'too-many-requests', wait);
    }

    const token = c.get('token');
    const checked = commands.map((value, index) => {
      const command = checkShape(value, anyCommand, ['commands', index]);
      const isCovered = !command.ok || token === undefined || mayCommand(token.scopes, command.value.type);
      return isCovered ? command : refuse<Refusal>({ code: 'token-scope-missing', faults: [] });
    });
    const understood = checked.flatMap((result) => (result.ok ? [result.value] : []));
    // A token has the rights of its account and no others.
    const given = token === undefined ? keysFor(understood, body.value) : {};
    const handled = await submit(c.get('address'), given, {
      commands: understood,
      sender: known,
      observations: knownObservations(body.value),
      bytes: bytes.value.length,
    });
    let next = 0;
    const answers = checked.map((result, index): CommandAnswer => {
      if (result.ok) return tell(handled[next++]!);
      const id = idOf(commands[index]);
      // A newer page can record commands that this node does not know yet. The page keeps the command until a newer
      // node answers.
      if (schema > SCHEMA_VERSION) return { id, status: 'later' };
      const { code, faults } = result.error;
      return tell({ id, status: 'refused', code, ...(faults.length > 0 && { errors: faults }) });
    });
    return c.json({ answers, schema: SCHEMA_VERSION } satisfies CommandAnswers);
  });
  return app;
}

/** Texts are put in here: the stored answer of a command, which is sent again, has its code alone. */
const tell = (answer: CommandAnswer): CommandAnswer =>
  answer.status === 'refused' ? { ...answer, message: errors[answer.code].text } : answer;

function idOf(value: unknown): string {
  const id = (value as { id?: unknown } | null)?.id;
  return typeof id === 'string' ? id : '';
}
