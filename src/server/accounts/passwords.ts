import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { createFairTurns, type Requester } from '../fair-turns.ts';
import { createContext, withContexts } from './contexts.ts';

/** Passwords are injected, so that a test can count hashes: both paths of a failed login must cost one. */
export interface Passwords {
  hash(password: string): Promise<string>;
  verify(given: { hash: string; password: string }): Promise<boolean>;
}

export const scryptPasswords: Passwords = { hash: hashPassword, verify: verifyPassword };

/**
 * Hashing is slow on purpose, on the same four threads that wait for the disk. A class that signs in at once must not
 * keep taps from being stored, so two of the threads stay free. Sixty from one venue wait for some seconds; more would
 * wait for longer than a browser does, and are told to come back.
 */
const HASHES = { atOnce: 2, mostEach: 60, most: 300 };

/**
 * Requester that a hash is made for. better-auth hashes deep inside its own calls, so the requester cannot be a
 * parameter. A hash without one throws: it would bypass the queue, and a flood would find that way.
 */
const requesters = createContext<Requester>();

export function hashingFor<Value>(requester: Requester, work: () => Value): Promise<Awaited<Value>> {
  return withContexts(() => requesters.run(requester, work));
}

/** Rejects with a NoTurnError if the queue is full, or the client has hung up before its turn. */
export function queuePasswords({ hash, verify }: Passwords): Passwords {
  const turns = createFairTurns(HASHES);
  function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const requester = requesters.getStore();
    if (requester === undefined) throw new Error('A password is hashed for nobody');
    return turns.run(requester, work);
  }
  return {
    hash: async (password) => inTurn(() => hash(password)),
    verify: async (given) => inTurn(() => verify(given)),
  };
}
