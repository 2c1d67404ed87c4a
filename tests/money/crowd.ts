import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '../../src/protocol/routes.ts';
import { createRandom, type Random } from '../simulation/random.ts';
import { PASSWORD } from '../support/people.ts';
import { type Account, type Client, type Run, tally } from './books.ts';
import { Caller, type Traffic } from './caller.ts';
import { createEventNow, createRacerNow, duplicateEvent, sendAgain } from './creations.ts';
import { speakOfPayment } from './messages.ts';
import { reconcile, refund } from './operator.ts';
import { buy } from './purchase.ts';
import { readCredits, readHistory } from './reads.ts';

/** Clients of one account compete for its credits, and share its payments. */
const CLIENTS_OF_ONE = 5;
/** A random delay, so that a kill hits requests in any state. */
const KILL_WITHIN_MS = 40;

type Operation = readonly [name: string, perform: (client: Client) => Promise<unknown>];

const OPERATIONS: readonly (readonly [number, Operation])[] = [
  [34, ['create racer', createRacerNow]],
  [16, ['create event', createEventNow]],
  [12, ['duplicate event', duplicateEvent]],
  [7, ['send again', sendAgain]],
  [6, ['buy', buy]],
  [12, ['read history', readHistory]],
  [11, ['read credits', readCredits]],
  [2, ['speak of payment', speakOfPayment]],
  [1.2, ['refund', refund]],
  [0.4, ['reconcile', ({ run }) => reconcile(run)]],
];

export interface Crowd {
  readonly operations: number;
  readonly clients: number;
  readonly kills: number;
  readonly seed: number;
}

/** A new person with this many devices. */
export async function arrive(run: Run, traffic: Traffic, name: string, devices: number): Promise<Account> {
  const email = `${name}@example.org`;
  const network = run.accounts.length;
  const clients = Array.from({ length: devices }, (_, index) => new Caller(traffic, `10.0.${network}.${index + 1}`));
  const [first] = clients as [Caller, ...Caller[]];
  const created = await first.post(api.signUp, { username: name, email, password: PASSWORD });
  const session = await first.post(api.login, { email, password: PASSWORD });
  if (created.status !== 200 || session.status !== 200) throw new Error(`${email} could not arrive`);
  // Hashing a password a hundred times would take longer than everything else.
  for (const client of clients) client.cookie = first.cookie;
  const account: Account = { email, clients, creations: [], payments: new Map() };
  run.accounts.push(account);
  return account;
}

/** Runs all clients at once while the server is killed. Resolves with the number of requests cut off. */
export async function letLoose(run: Run, traffic: Traffic, crowd: Crowd): Promise<number> {
  const random = createRandom(crowd.seed);
  const clients: Client[] = [];
  for (let index = 0; clients.length < crowd.clients; index += 1) {
    const devices = Math.min(CLIENTS_OF_ONE, crowd.clients - clients.length);
    const account = await arrive(run, traffic, `person-${index + 1}`, devices);
    for (const [device, caller] of account.clients.entries()) {
      clients.push({ run, account, caller, random: random.fork(`person ${index + 1} device ${device}`) });
    }
  }
  let begun = 0;
  const kills = createKiller(run, traffic, crowd, random.fork('kills'));
  async function work(client: Client): Promise<void> {
    while (begun < crowd.operations) {
      begun += 1;
      kills.mayKill(begun);
      const [name, perform] = client.random.weigh(OPERATIONS);
      tally(run, name);
      await perform(client);
    }
  }
  await Promise.all(clients.map(work));
  return kills.end();
}

/** One kill in each part of the run, at a random point. */
function createKiller(run: Run, traffic: Traffic, { operations, kills }: Crowd, random: Random) {
  const part = operations / kills;
  const moments = Array.from({ length: kills }, (_, index) => Math.floor((index + random.between(0.1, 0.9)) * part));
  let killing: Promise<void> | undefined;
  let cutOff = 0;
  async function kill(begun: number): Promise<void> {
    await sleep(random.between(0, KILL_WITHIN_MS));
    const { inFlight } = traffic;
    cutOff += inFlight;
    const began = performance.now();
    await run.server.killAndRestart();
    const ms = Math.round(performance.now() - began);
    run.log(`killed after ${begun} operations, with ${inFlight} requests under way; back after ${ms} ms`);
    killing = undefined;
  }
  return {
    mayKill(begun: number): void {
      if (killing !== undefined || begun < (moments[0] ?? Infinity)) return;
      moments.shift();
      killing = kill(begun);
    },
    async end(): Promise<number> {
      await killing;
      return cutOff;
    },
  };
}
