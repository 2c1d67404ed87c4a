import { mkdir } from 'node:fs/promises';
import { type Config, ConfigError, parseConfig } from '../config.ts';
import { createServerContext } from '../create-server-context.ts';
import { createLog } from '../log.ts';
import { openStorage } from '../storage/database.ts';
import { DatabaseRefused } from '../storage/database-refused.ts';
import { readSchemaGate } from '../storage/nodes.ts';
import { refuseNewer } from '../upgrades/schema-gate.ts';
import type { AdminAnswer } from './answers.ts';
import { backUp } from './backup-commands.ts';
import { runAdminCommand } from './commands.ts';
import { restore } from './restore-commands.ts';
import { restoreMoment } from './restore-moment.ts';
import { askRunningServer } from './socket.ts';
import { verify } from './verify-commands.ts';

process.umask(0o077);

async function run(words: readonly string[]): Promise<AdminAnswer> {
  const config = parseConfig(process.env);
  const answered = (await runOnDatabase(config, words)) ?? (await askRunningServer(config.dataDir, words));
  if (answered !== undefined) return answered;
  const log = createLog('error');
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const storage = await openStorage(config, log);
  const schema = await readSchemaGate(storage.db);
  refuseNewer(schema);
  const { accounts, payments, delivery } = await createServerContext({ config, log }, storage, {
    gate: { openSchema: () => schema },
    onCommitted: () => {},
    onAccountChanged: () => {},
  });
  try {
    return await runAdminCommand({ ...accounts, payments: payments.parts }, words);
  } finally {
    await delivery.stop();
    await storage.close();
  }
}

/** Commands that work on the stored database, whether a server runs or not. Undefined for any other command. */
function runOnDatabase(config: Config, words: readonly string[]): Promise<AdminAnswer> | undefined {
  const [command, file = ''] = words;
  if (command === 'verify' && words.length === 1) return verify(config);
  if (command === 'restore' && file === '--at') return restoreMoment(config, words.slice(2).join(' '));
  if (file === '' || words.length !== 2) return undefined;
  if (command === 'backup') return backUp(config, file);
  return command === 'restore' ? restore(config, file) : undefined;
}

try {
  const answer = await run(process.argv.slice(2));
  (answer.ok ? process.stdout : process.stderr).write(`${answer.text}\n`);
  process.exitCode = answer.ok ? 0 : 1;
} catch (error) {
  const isExpected = error instanceof ConfigError || error instanceof DatabaseRefused;
  process.stderr.write(`${isExpected ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
