import type { EventCommandBody } from '../../domain/events/commands.ts';
import { hearAnswer, type Outcome } from '../sync/await-answer.ts';
import type { SyncClient } from '../sync/sync-client.ts';

/** Records a command and waits for the answer. A refusal is shown here, so it does not wait in the header too. */
export async function recordAndHear(sync: SyncClient, eventId: string, body: EventCommandBody): Promise<Outcome> {
  const { command } = await sync.recordForEvent(eventId, body);
  const outcome = await hearAnswer(sync, [command.id]);
  if (outcome.kind === 'refused') void sync.dismiss(command.id);
  return outcome;
}
