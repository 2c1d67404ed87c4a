import { startPostgres } from '../../scripts/lib/postgres.mjs';

/** `npm test` starts one PostgreSQL for all projects; Vitest run by hand starts its own. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['TEST_DATABASE_URL'] !== undefined) return undefined;
  const { url, stop } = await startPostgres();
  process.env['TEST_DATABASE_URL'] = url;
  return stop;
}
