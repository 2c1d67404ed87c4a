import { loadSecret } from '../../src/server/data-dir.ts';
import { signingSecretOf } from '../../src/server/payments/signature.ts';
import type { Engine, Storage } from '../../src/server/storage/engine.ts';
import { openStorage } from '../../src/server/storage/database.ts';
import { createTestDatabase, quiet, type TestDatabase } from '../support/database.ts';
import type { Run } from './books.ts';
import type { Traffic } from './caller.ts';
import { arrive, type Crowd, letLoose } from './crowd.ts';
import { checkAccount, type Told } from './final-count.ts';
import { startKillableServer } from './killable-server.ts';
import { buyAndGiveBack, spendLastCredits } from './last-credits.ts';
import { reconcile } from './operator.ts';
import { addUpLedger, hurryMessages, type LedgerSum, readProviderBooks, untilDelivered } from './provider-books.ts';
import { readAll } from './reads.ts';
import { buildServer, type ServerBuild } from '../cluster/server-build.ts';

const CLIENTS_FOR_THE_LAST_CREDITS = 100;

export interface MoneyOptions extends Omit<Crowd, 'seed'> {
  readonly engine: Engine;
  readonly seed?: number;
  log?(line: string): void;
}

export interface MoneyReport {
  readonly kills: number;
  readonly starts: number;
  /** Requests that were under way when the server was killed, and those that were not answered at all. */
  readonly cutOff: number;
  readonly unanswered: number;
  /** The number of operations by kind and outcome. */
  readonly did: Readonly<Record<string, number>>;
  readonly payments: Readonly<Record<'paid' | 'refunded' | 'unpaid', number>>;
  readonly ledger: LedgerSum;
  /** The output of the operator's program. */
  readonly audit: string;
  readonly surprises: readonly string[];
  readonly seconds: number;
}

/** Runs many clients against a server that is killed meanwhile, and then accounts for every credit. */
export async function runMoney(options: MoneyOptions): Promise<MoneyReport> {
  const database = await createTestDatabase(options.engine);
  const build = await buildServer();
  try {
    return await runOn(build, database, options);
  } finally {
    await build.remove();
    await database.remove();
  }
}

async function runOn(build: ServerBuild, database: TestDatabase, options: MoneyOptions): Promise<MoneyReport> {
  const { seed = 1, log = () => {} } = options;
  const began = performance.now();
  const server = await startKillableServer(build, database, log);
  let names = 0;
  const run: Run = {
    server,
    accounts: [],
    signingSecret: signingSecretOf(await loadSecret(database.dataDir)),
    did: new Map(),
    surprises: [],
    log,
    nextName: () => String((names += 1)),
  };
  const traffic: Traffic = { server, inFlight: 0, unanswered: 0, broken: [] };
  try {
    const cutOff = await letLoose(run, traffic, { ...options, seed });
    log(`everybody is done after ${secondsSince(began)} s`);
    const storage = await openStorage(database, quiet);
    try {
      const { told, audit } = await close(run, traffic, storage);
      const provider = await readProviderBooks(storage);
      const ledger = await addUpLedger(storage);
      for (const [index, account] of run.accounts.entries()) checkAccount(run, account, told[index]!, provider);
      if (ledger.sum !== 0) run.surprises.push(`all accounts together have ${ledger.sum} credits`);
      for (const id of ledger.wrong) run.surprises.push(`account ${id} has not what its transfers make`);
      run.surprises.push(...server.errors(), ...traffic.broken);
      const intents = [...provider.values()];
      const paid = intents.filter(({ state }) => state === 'paid').length;
      const refunded = intents.filter(({ refundedCents }) => refundedCents > 0).length;
      return {
        ...server.count,
        cutOff,
        unanswered: traffic.unanswered,
        did: Object.fromEntries(run.did),
        payments: { paid, refunded, unpaid: intents.length - paid },
        ledger,
        audit,
        surprises: run.surprises,
        seconds: secondsSince(began),
      };
    } finally {
      await storage.close();
    }
  } finally {
    await server.stop();
  }
}

/** Waits until nothing is under way. Then runs the operator's audit, with the server running and stopped. */
async function close(run: Run, traffic: Traffic, storage: Storage): Promise<{ told: Told[]; audit: string }> {
  const { server, log } = run;
  const last = await arrive(run, traffic, 'the-last', CLIENTS_FOR_THE_LAST_CREDITS);
  await spendLastCredits(run, last);
  log(`${await hurryMessages(storage)} messages of the provider were still on their way`);
  // The first message of this purchase wakes the delivery of messages.
  await buyAndGiveBack(run, last, () => untilDelivered(storage));
  log(`reconcile: ${await reconcile(run)}`);
  const told: Told[] = [];
  for (const account of run.accounts) told.push(await readAll(account.clients[0]!, account));
  const whileItRuns = await server.ask('audit');
  if (!whileItRuns.ok) run.surprises.push(`audit: ${whileItRuns.text}`);
  if ((await server.stop()) !== 0) run.surprises.push('The server did not stop when it was asked to');
  const audit = await server.runAdmin('audit');
  if (!audit.ok) run.surprises.push(`audit: ${audit.output}`);
  return { told, audit: audit.output };
}

const secondsSince = (began: number): number => Math.round((performance.now() - began) / 100) / 10;
