import type { CachedEvent, OutboxRow } from '../../../src/client/sync/ports.ts';
import type { Command, CommandAnswer } from '../../../src/protocol/commands.ts';
import type { ErrorCode } from '../../../src/protocol/errors.ts';

/**
 * The journal that a phone writes while it runs, which the phone itself does not use. A written line stays when the
 * phone is killed in the next moment.
 */
export type Line =
  | { readonly kind: 'opened'; readonly deviceId: string }
  /** Written before the command is used: the disk and the server may have it before the page is told. */
  | { readonly kind: 'made'; readonly command: Command }
  /** The command was shown as recorded. */
  | { readonly kind: 'recorded'; readonly id: string }
  | {
      readonly kind: 'answered';
      readonly answers: readonly CommandAnswer[];
      /** On the machine's own clock. */
      readonly sentAt: number;
      readonly at: number;
    }
  | { readonly kind: 'failed'; readonly code: ErrorCode; readonly at: number }
  /** What the timing screen said while times could not be sent; and that it showed a finish as finished. */
  | { readonly kind: 'told'; readonly words: string; readonly at: number }
  | { readonly kind: 'finished'; readonly tapId: string; readonly at: number }
  /** At the end: the content of its disk, and of its screen. */
  | { readonly kind: 'kept'; readonly rows: readonly OutboxRow[] }
  | ({ readonly kind: 'shown' } & Shown);

interface Shown {
  readonly eventId: string;
  readonly problem: string | null;
  readonly view: CachedEvent['view'] | null;
  readonly event: CachedEvent['event'] | null;
}

export type Write = (line: Line) => void | Promise<void>;
