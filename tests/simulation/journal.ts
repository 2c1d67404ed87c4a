import type { RowsFrame } from '../../src/domain/sights/set-rows.ts';
import type { Change } from '../../src/domain/model/changes.ts';
import type { EventState } from '../../src/domain/model/state.ts';
import type { Reading } from '../../src/domain/timing/clock.ts';
import type { CachedEvent } from '../../src/client/sync/ports.ts';
import type { Command, CommandAnswer } from '../../src/protocol/commands.ts';
import type { Person } from './people.ts';
import type { Purchase } from './provider.ts';

/** A command as it was made on a device. */
export interface Recorded {
  readonly command: Command;
  readonly person: Person;
  readonly device: string;
  /** The time of the command by the scheduler's clock, which no device can read. */
  readonly trueTime: number;
  /** Whether the device's clock had only ever drifted until then. */
  readonly isSteady: boolean;
  /**
   * Whether the page was told that the command is on disk. Without that the device may lose it, but then it was never
   * shown as recorded.
   */
  isConfirmed: boolean;
  /** The readings of the device's clocks, which must never change. */
  readonly captured: Reading;
}

/** The data of an event that a device received, and the person signed in. */
export type Delivered = {
  readonly device: string;
  readonly person: Person | null;
  /** The key that was sent for the event. */
  readonly key: string | undefined;
  readonly eventId: string;
  /** The last number of the event at that moment. */
  readonly upTo: number;
} & (
  | { readonly kind: 'whole'; readonly whole: CachedEvent }
  | { readonly kind: 'changes'; readonly changes: readonly Change[] }
  | { readonly kind: 'rows'; readonly frame: RowsFrame }
);

/** An event as a viewer's page had it after a message. */
interface Watched {
  readonly device: string;
  readonly event: EventState;
}

/** Everything that the checks need to know about a run. The journal only records; nothing in the world reads it. */
export interface Journal {
  readonly recorded: Map<string, Recorded>;
  readonly answers: Map<string, CommandAnswer[]>;
  readonly delivered: Delivered[];
  readonly watched: Watched[];
  readonly violations: string[];
  readonly dismissed: Set<string>;
  readonly purchases: Purchase[];
  /** Every id that a device has made, with the device. */
  readonly madeIds: Map<string, string>;
  operations: number;
  kills: number;
  answered(answers: readonly CommandAnswer[]): void;
  violate(what: string): void;
}

export function createJournal(): Journal {
  const answers = new Map<string, CommandAnswer[]>();
  const violations: string[] = [];
  return {
    recorded: new Map(),
    answers,
    delivered: [],
    watched: [],
    violations,
    dismissed: new Set(),
    purchases: [],
    madeIds: new Map(),
    operations: 0,
    kills: 0,
    answered(some) {
      for (const answer of some) {
        const known = answers.get(answer.id);
        if (known === undefined) answers.set(answer.id, [answer]);
        else known.push(answer);
      }
    },
    violate: (what) => void violations.push(what),
  };
}
