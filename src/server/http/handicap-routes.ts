import { Hono } from 'hono';
import { handicapPaths, handicapTable, MAX_HANDICAP_TABLE_BYTES } from '../../protocol/handicap-tables.ts';
import type { ServerContext } from '../server-context.ts';
import type { Limit } from '../limits/limiter.ts';
import {
  addHandicapTable,
  deleteHandicapTable,
  listHandicapTables,
  readHandicapTable,
} from '../storage/handicap-tables.ts';
import { refuseWith } from './answers.ts';
import { readBody } from './body.ts';
import type { App, AppEnv } from './context.ts';
import { accountOf, forAccounts } from './find-account.ts';
import { idIn } from './path-id.ts';

const CHANGES: Limit = { burst: 60, refillMs: 10_000 };

/** Tables of handicaps that a person has uploaded: for that person alone. Results hold what was taken from them. */
export function createHandicapRoutes(parts: ServerContext): App {
  const app = new Hono<AppEnv>();
  const { clock, limits, storage } = parts;
  const { db } = storage;
  const changes = limits.limiter('handicap-tables', CHANGES);
  const owners = forAccounts(parts);

  app.get(handicapPaths.list, owners, async (c) => {
    return c.json({ tables: await listHandicapTables(db, accountOf(c).userId) });
  });

  app.get(handicapPaths.one, owners, async (c) => {
    const table = await readHandicapTable(db, accountOf(c).userId, idIn(c, 'tableId'));
    return table === null ? refuseWith(c, 'handicap-table-not-found') : c.json(table);
  });

  app.put(handicapPaths.one, owners, async (c) => {
    const { userId } = accountOf(c);
    const wait = changes.take(userId);
    if (wait > 0) return refuseWith(c, 'too-many-requests', wait);
    const body = await readBody(c, handicapTable, MAX_HANDICAP_TABLE_BYTES);
    if (!body.ok) return refuseWith(c, body.error);
    const tableId = idIn(c, 'tableId');
    if (tableId === '') return refuseWith(c, 'handicap-table-not-found');
    const added = await addHandicapTable(db, { id: tableId, userId, table: body.value }, clock.now());
    if (added === 'too-many') return refuseWith(c, 'too-many-handicap-tables');
    return added === 'not-found' ? refuseWith(c, 'handicap-table-not-found') : c.json({ id: tableId });
  });

  app.delete(handicapPaths.one, owners, async (c) => {
    const isDeleted = await deleteHandicapTable(db, accountOf(c).userId, idIn(c, 'tableId'));
    return isDeleted ? c.json({ deleted: true }) : refuseWith(c, 'handicap-table-not-found');
  });
  return app;
}
