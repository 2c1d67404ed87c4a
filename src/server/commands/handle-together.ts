import { type Command, type CommandAnswer, isEventCommand } from '../../protocol/commands.ts';
import { writeAll } from '../journal/numbering.ts';
import type { SentCommand } from '../journal/sent-command.ts';
import { TransactionLost } from '../journal/store.ts';
import type { Workspace } from '../journal/workspace.ts';
import type { Log } from '../log.ts';
import { handleCommand } from './handle-command.ts';
import { isWorthAnotherTry } from './try-again.ts';

export async function handleTogether(work: Workspace, commands: readonly SentCommand[]): Promise<CommandAnswer[]> {
  const answers: CommandAnswer[] = [];
  for (const sent of commands) answers.push(await handleCommand(work, sent));
  await writeAll(work);
  return answers;
}

export async function handleOneByOne(
  work: Workspace,
  commands: readonly SentCommand[],
  log: Log,
): Promise<CommandAnswer[]> {
  const { tx } = work;
  const answers: CommandAnswer[] = [];
  const failed = new Set<string>();
  // The state must be restored when a command fails, so it is no longer changed in place.
  work.own.clear();
  for (const sent of commands) {
    const { id } = sent.command;
    // A command that depends on one to be sent again would be refused for good, only because it came first.
    if (idsIn(sent.command).some((needed) => failed.has(needed))) {
      failed.add(idsIn(sent.command)[0]!);
      answers.push({ id, status: 'later' });
      continue;
    }
    const undo = rememberWork(work);
    try {
      const answer = await tx.savepoint(async () => {
        const handled = await handleCommand(work, sent);
        await writeAll(work);
        return handled;
      });
      answers.push(answer);
    } catch (error) {
      if (isWorthAnotherTry(error) || error instanceof TransactionLost) throw error;
      // If even this fails the whole transaction has failed, and PostgreSQL's commit would undo it silently.
      await tx.savepoint(async () => {});
      undo();
      log.error('A command failed; its device keeps it', { error, commandId: id });
      failed.add(idsIn(sent.command)[0]!);
      answers.push({ id, status: 'later' });
    }
  }
  return answers;
}

/** Called right after everything was written: from then on states are not changed, only replaced. */
function rememberWork({ events, resultsSeq, own, appended, unwritten, receipts, newReceipts }: Workspace): () => void {
  const before = {
    events: new Map(events),
    resultsSeq: new Map(resultsSeq),
    appended: new Map(appended),
    receipts: new Map(receipts),
  };
  return () => {
    restore(events, before.events);
    restore(resultsSeq, before.resultsSeq);
    restore(appended, before.appended);
    restore(receipts, before.receipts);
    own.clear();
    unwritten.clear();
    newReceipts.length = 0;
  };
}

/** Ids that a command is about, and then those that it needs to exist. */
function idsIn(command: Command): readonly string[] {
  if (command.type === 'racer.merge') return [command.racerId, command.into];
  if (!isEventCommand(command)) return [command.racerId];
  if (command.type === 'event.duplicate') return [command.eventId, command.sourceId];
  if (command.type !== 'entries.add') return [command.eventId];
  return [command.eventId, ...command.racers.map(({ racerId }) => racerId)];
}

function restore<Value>(map: Map<string, Value>, before: ReadonlyMap<string, Value>): void {
  map.clear();
  for (const [key, value] of before) map.set(key, value);
}
