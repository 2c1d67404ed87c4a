import type { ClockObservation } from '../../domain/timing/clock.ts';
import type { Command, CommandAnswer } from '../../protocol/commands.ts';
import type { ErrorCode } from '../../protocol/errors.ts';
import type { Sender } from '../access/sender.ts';
import type { Outcome } from './store.ts';

export interface SentCommand {
  readonly command: Command;
  readonly sender: Sender;
  readonly observations: readonly ClockObservation[];
}

export interface Handled {
  readonly answer: CommandAnswer;
  /** Null if the command must be sent again: no receipt is stored. */
  readonly outcome: Outcome | null;
}

export const later = ({ id }: Command): Handled => ({ answer: { id, status: 'later' }, outcome: null });

export function refused(commandId: string, code: ErrorCode): Handled {
  return { answer: { id: commandId, status: 'refused', code }, outcome: { status: 'refused', code } };
}
