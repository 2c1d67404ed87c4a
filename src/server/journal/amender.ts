import type { ChangeBody } from '../../domain/model/changes.ts';
import type { Author, EventState } from '../../domain/model/state.ts';
import type { CommandTransaction } from './store.ts';

type Amendment = (event: EventState, tx: CommandTransaction) => Promise<readonly ChangeBody[]>;

export interface Amender {
  /**
   * Stores changes that follow from something else than a command: a guest who got an account, credits that arrived.
   */
  amend(eventIds: readonly string[], by: Author, decideOn: Amendment): Promise<void>;
}
