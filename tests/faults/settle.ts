import { setTimeout as sleep } from 'node:timers/promises';
import { connectStorage } from '../../src/server/storage/database.ts';
import { runAdmin } from '../support/admin-program.ts';
import { quiet } from '../support/database.ts';
import type { BrowserPhone } from './browser-phone.ts';
import type { Cast } from './cast.ts';
import { checkRun, type Verdict, type Witness } from './check-run.ts';
import { countBy } from './faults-log.ts';
import type { PhoneOnDisk } from './phone-on-disk.ts';
import type { Line } from './phone/lines.ts';
import { hear } from './phones.ts';
import type { Setting } from './setting.ts';
import { readSeqs, readTables } from './stored.ts';

const SETTLE_MS = 120_000;

/** After the last fault: everything comes to rest, and what is stored is compared with every answer. */
export async function settle(
  setting: Setting,
  cast: Cast,
  phones: readonly PhoneOnDisk[],
  browser: BrowserPhone | undefined,
  log: (line: string) => void,
): Promise<{ readonly verdict: Verdict; readonly witnesses: readonly Witness[] }> {
  const { nodes } = setting;
  const everybody = [...phones, ...(browser === undefined ? [] : [browser])];
  const violations: string[] = [];
  const patiently = (name: string, work: Promise<unknown>) =>
    Promise.race([
      work.catch((error: unknown) => violations.push(`stuck: ${String(error)}`)),
      sleep(SETTLE_MS, undefined, { ref: false }).then(() => violations.push(`stuck: ${name} does not come to rest`)),
    ]);
  await Promise.all(everybody.map((phone) => patiently(phone.name, phone.rest())));
  log('nothing waits any more');
  const storage = connectStorage(setting.storage, quiet);
  try {
    const seqs = await readSeqs(storage.db);
    await Promise.all(everybody.map((phone) => patiently(phone.name, phone.show(seqs))));
    for (const phone of phones) await phone.kill();
    const exits = [...nodes.flatMap((node) => node.exits), ...(await Promise.all(nodes.map((node) => node.stop())))];
    for (const code of exits) if (code !== 0) violations.push(`stop: a node that was asked to stop ended with ${code}`);
    for (const { crashes } of nodes)
      violations.push(...crashes.map((said) => `crash: a node ended by itself: ${said}`));
    violations.push(...(await askOperator(setting)));
    const witnesses = [...cast.before, ...(await Promise.all(everybody.map((phone) => hear(phone, cast))))];
    log(
      `what batches came to: ${JSON.stringify(countBy(witnesses.flatMap(({ lines }) => lines.flatMap(outcomesOf))))}`,
    );
    const verdict = checkRun(await readTables(storage.db), witnesses);
    return { verdict: { ...verdict, violations: [...violations, ...verdict.violations] }, witnesses };
  } finally {
    await storage.close();
  }
}

function outcomesOf(line: Line): readonly string[] {
  if (line.kind === 'answered') return line.answers.map(({ status }) => status);
  return line.kind === 'failed' ? [line.code] : [];
}

/** Runs `verify` and `audit`: the state must equal the replay of the log, and the ledger must add up. */
async function askOperator({ build, storage: { dataDir, databaseUrl } }: Setting): Promise<string[]> {
  const environment = { DATA_DIR: dataDir, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) };
  const problems: string[] = [];
  for (const word of ['verify', 'audit']) {
    const { ok, text } = await runAdmin(build.adminEntry, environment, word);
    if (!ok) problems.push(`${word}: ${text}`);
  }
  return problems;
}
