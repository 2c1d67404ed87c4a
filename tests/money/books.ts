import type { Command } from '../../src/protocol/commands.ts';
import type { CreditPackage } from '../../src/domain/credits/prices.ts';
import type { Random } from '../simulation/random.ts';
import type { Caller } from './caller.ts';
import type { KillableServer } from './killable-server.ts';

/** What one person's clients know from the answers alone. */
export interface Account {
  readonly email: string;
  readonly clients: readonly Caller[];
  /** Every creation with a final answer. */
  readonly creations: Creation[];
  readonly payments: Map<string, SeenPayment>;
}

export interface Creation {
  readonly command: Command;
  readonly kind: 'event' | 'racer';
  /** The id of the event or racer. */
  readonly id: string;
  readonly outcome: 'accepted' | 'refused';
}

/** A payment as far as the buyer's clients have seen it. */
export interface SeenPayment {
  readonly id: string;
  readonly clientSecret: string;
  readonly creditPackage: CreditPackage;
  /** Whether a card that pays was sent, answered or not. */
  mayBePaid: boolean;
  /** Whether a card whose bank asks was sent; it pays only after a confirmation. */
  bankAsked: boolean;
  bankTold: boolean;
  /** Whether an answer said that it is paid. */
  isPaid: boolean;
  refundAsked: boolean;
}

/** The record of the whole run. */
export interface Run {
  readonly server: KillableServer;
  readonly accounts: Account[];
  /** The secret with which the provider signs its messages. */
  readonly signingSecret: string;
  /** The number of operations by kind and outcome. */
  readonly did: Map<string, number>;
  /** Every violation. */
  readonly surprises: string[];
  log(line: string): void;
  /** A unique name, by which a line in the history is recognised. */
  nextName(): string;
}

export interface Client {
  readonly run: Run;
  readonly account: Account;
  readonly caller: Caller;
  readonly random: Random;
}

export function tally({ did }: Run, what: string): void {
  did.set(what, (did.get(what) ?? 0) + 1);
}

export function couldBePaid({ mayBePaid, bankAsked, bankTold }: SeenPayment): boolean {
  return mayBePaid || (bankAsked && bankTold);
}
