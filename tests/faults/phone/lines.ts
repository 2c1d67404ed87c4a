import type { CachedEvent, OutboxRow } from '../../../src/client/sync/ports.ts';
import type { Command, CommandAnswer } from '../../../src/protocol/commands.ts';
import type { ErrorCode } from '../../../src/protocol/errors.ts';

/**
 * What a phone writes down while it runs, by a hand that takes no part in it. A line that is written stays when the phone
 * is killed in the next moment.
 */
export type Line =
  | { readonly kind: 'opened'; readonly deviceId: string }
  /** Before anything is done with it: the disk may take it, and the server too, before anybody is told. */
  | { readonly kind: 'made'; readonly command: Command }
  /** Somebody was told that it is recorded. */
  | { readonly kind: 'recorded'; readonly id: string }
  | {
      readonly kind: 'answered';
      readonly answers: readonly CommandAnswer[];
      /** On the machine's own clock. */
      readonly sentAt: number;
      readonly at: number;
    }
  | { readonly kind: 'failed'; readonly code: ErrorCode; readonly at: number }
  /** In the end: what its disk has, and what its screen shows. */
  | { readonly kind: 'kept'; readonly rows: readonly OutboxRow[] }
  | ({ readonly kind: 'shown' } & Shown);

export interface Shown {
  readonly eventId: string;
  readonly problem: string | null;
  readonly view: CachedEvent['view'] | null;
  readonly event: CachedEvent['event'] | null;
}

export type Write = (line: Line) => void | Promise<void>;
