import type { AccountParts } from './accounts/account-parts.ts';
import type { CommandQueue } from './commands/command-queue.ts';
import type { SharedLimits } from './limits/shared-limits.ts';

/** What routes, payments and the operator's commands work with: accounts, the queue of commands, and the limits of all nodes. */
export interface ServerContext extends AccountParts {
  readonly queue: CommandQueue;
  readonly limits: SharedLimits;
}
