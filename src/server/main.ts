import { fileURLToPath } from 'node:url';
import { type Config, ConfigError, parseConfig } from './config.ts';
import { createLog } from './log.ts';
import { startServer } from './server.ts';
import { DatabaseRefused } from './storage/database-refused.ts';

// Files in DATA_DIR (database, secret, mails) are for this user alone.
process.umask(0o077);

function readConfig(): Config {
  try {
    return parseConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

const config = readConfig();
const log = createLog(config.logLevel);
for (const name of config.unused) log.warn(`${name} has no effect in this version`);

/** For the launcher, which builds other languages while the server runs. */
export let readNewPages: (() => Promise<void>) | undefined;

try {
  const server = await startServer({
    config,
    log,
    clientFolder: fileURLToPath(new URL('../client/', import.meta.url)),
    redactorFile: fileURLToPath(new URL('redact-worker.js', import.meta.url)),
    pageWorkerFile: fileURLToPath(new URL('page-worker.js', import.meta.url)),
    rendererFile: fileURLToPath(new URL('../render/page-renderer.js', import.meta.url)),
  });
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await server.stop();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  readNewPages = server.readNewPages;
  process.stdout.write(`Pushoff is ready at ${config.publicUrl}\n`);
} catch (error) {
  process.stderr.write(`${explain(error, config)}\n`);
  log.debug('The server could not start', { error });
  process.exit(1);
}

/** Errors that an operator can act on get a text of their own; any other is shown whole. */
function explain(error: unknown, { host, port, dataDir, databaseUrl }: Config): string {
  if (error instanceof DatabaseRefused) return error.message;
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'EADDRINUSE') return `Port ${port} on ${host} is in use. Stop the other program, or set PORT.`;
  if (code === 'EADDRNOTAVAIL') return `This machine has no address ${host}. Set HOST to one that it has.`;
  if (code === 'EACCES' || code === 'EROFS') return `Pushoff may not write to ${dataDir} or listen on port ${port}.`;
  if (databaseUrl !== undefined && /ECONNREFUSED|ENOTFOUND|28P01|3D000|ETIMEDOUT/.test(code ?? '')) {
    return `The database in DATABASE_URL cannot be used: ${(error as Error).message}`;
  }
  return `Pushoff could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
