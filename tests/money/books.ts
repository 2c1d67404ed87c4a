import type { Command } from '../../src/protocol/commands.ts';
import type { CreditPackage } from '../../src/domain/credits/prices.ts';
import type { Random } from '../simulation/random.ts';
import type { Caller } from './caller.ts';
import type { KillableServer } from './killable-server.ts';

/** What one person's clients know, from answers alone. */
export interface Account {
  readonly email: string;
  readonly clients: readonly Caller[];
  /** Every creation that was answered for good. */
  readonly creations: Creation[];
  readonly payments: Map<string, SeenPayment>;
}

export interface Creation {
  readonly command: Command;
  readonly kind: 'event' | 'racer';
  /** Of the event or racer. */
  readonly id: string;
  readonly outcome: 'accepted' | 'refused';
}

/** A payment as far as the buyer's clients have seen it. */
export interface SeenPayment {
  readonly id: string;
  readonly clientSecret: string;
  readonly creditPackage: CreditPackage;
  /** A card that pays was sent, whether or not there was an answer. */
  mayBePaid: boolean;
  /** The same with a card whose bank asks first; it pays only when it was confirmed as well. */
  bankAsked: boolean;
  bankTold: boolean;
  /** Somebody was answered that it is paid. */
  isPaid: boolean;
  refundAsked: boolean;
}

/** The whole run, as it is written down while it goes on. */
export interface Run {
  readonly server: KillableServer;
  readonly accounts: Account[];
  /** With it the provider signs its messages. */
  readonly signingSecret: string;
  /** How often each thing was done, and how it went. */
  readonly did: Map<string, number>;
  /** Everything that must not be. */
  readonly surprises: string[];
  log(line: string): void;
  /** Unique names, by which a line in the history is recognised. */
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
