import type { Change } from '../../src/domain/events/changes.ts';
import type { Reading } from '../../src/domain/timing/clock.ts';
import type { CachedEvent } from '../../src/client/sync/ports.ts';
import type { Command, CommandAnswer } from '../../src/protocol/commands.ts';
import type { Person } from './people.ts';
import type { Purchase } from './provider.ts';

/** A command as somebody made it, at the moment they were told that it is recorded. */
export interface Recorded {
  readonly command: Command;
  readonly person: Person;
  readonly device: string;
  /** When it was made, by a clock that nobody in the world has. */
  readonly trueTime: number;
  /** Whether the device's clock had only ever drifted until then. */
  readonly isSteady: boolean;
  /** Told to be on disk. Without it the device may forget, but then it was never shown as recorded. */
  isConfirmed: boolean;
  /** What the device's clocks said: nothing may change it. */
  readonly captured: Reading;
}

/** What a device received of an event, and as whom. */
export type Delivered = {
  readonly device: string;
  readonly person: Person | null;
  /** The key that was shown for it. */
  readonly key: string | undefined;
  readonly eventId: string;
  /** How far the event had got by then. */
  readonly upTo: number;
} & (
  | { readonly kind: 'whole'; readonly whole: CachedEvent }
  | { readonly kind: 'changes'; readonly changes: readonly Change[] }
);

/** All that the checks need to know of a run, written down by a hand that takes no part in it. */
export interface Journal {
  readonly recorded: Map<string, Recorded>;
  readonly answers: Map<string, CommandAnswer[]>;
  readonly delivered: Delivered[];
  readonly violations: string[];
  readonly dismissed: Set<string>;
  readonly purchases: Purchase[];
  /** Every id that a device has made, and which one. */
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
