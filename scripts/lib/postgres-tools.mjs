import { existsSync } from 'node:fs';
import { startPostgres } from './postgres.mjs';
import { run } from './run.mjs';

const INSTALL_MS = 5 * 60_000;

/** A PostgreSQL with pg_dump, psql and pg_restore of its own version: this machine's, or one that is installed on it. */
export async function startPostgresWithTools() {
  try {
    return await startPostgres({ withTools: true });
  } catch (error) {
    if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) throw error;
  }
  console.log("No PostgreSQL with pg_dump here: installing Debian's package…");
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update'], { capture: true, env, timeoutMs: INSTALL_MS });
  const { ok, output } = await run('apt-get', ['install', '-y', '--no-install-recommends', 'postgresql'], {
    capture: true,
    env,
    timeoutMs: INSTALL_MS,
  });
  if (!ok) console.log(output.trimEnd());
  return startPostgres({ withTools: true });
}
