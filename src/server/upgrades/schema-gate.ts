import { randomUUID } from 'node:crypto';
import { SCHEMA_VERSION } from '../../protocol/schema-version.ts';
import type { Log } from '../log.ts';
import type { Storage } from '../storage/engine.ts';
import { DatabaseRefused } from '../storage/database-refused.ts';
import { beat, listBehind, openSchemaGate, openSchemaGateAlone, readSchemaGate, removeNode } from '../storage/nodes.ts';
import { namesBefore } from '../storage/postgres.ts';

export interface SchemaGateTimes {
  readonly beatMs: number;
  /**
   * Time for which no connection of Beta 0.23 must have been seen. Such a node asks the database every five seconds,
   * whichever bus it has, and its pool closes connections after ten idle seconds, so that one is always there; three
   * times that long.
   */
  readonly absentMs: number;
}

const TIMES: SchemaGateTimes = { beatMs: 5000, absentMs: 30_000 };

/**
 * Gate for the schema version that may be written. The release before skips unknown kinds of changes, and its boards would be wrong: no
 * new kind is written until every node that is up knows it. The answer comes from memory, and late at worst: closed is
 * safe.
 */
export interface SchemaGate {
  openSchema(): number;
  /** A newer schema was opened while this node was away: it must serve no more. */
  isOutdated(): boolean;
  stop(): Promise<void>;
}

export interface SchemaGateParts {
  readonly storage: Storage;
  readonly databaseUrl: string | undefined;
  readonly nodeName: string;
  readonly log: Log;
  readonly times?: Partial<SchemaGateTimes> | undefined;
}

/** Registers this node as up; refuses a database that a newer release writes. */
export function joinNodes(parts: SchemaGateParts): Promise<SchemaGate> {
  return parts.databaseUrl === undefined ? joinAlone(parts) : joinOthers(parts, parts.databaseUrl);
}

/** SQLite has one process for a data folder. */
async function joinAlone({ storage: { db } }: SchemaGateParts): Promise<SchemaGate> {
  refuseNewer(await readSchemaGate(db));
  await openSchemaGateAlone(db, SCHEMA_VERSION);
  return { openSchema: () => SCHEMA_VERSION, isOutdated: () => false, stop: async () => undefined };
}

async function joinOthers(
  { storage: { db }, nodeName, log, times }: SchemaGateParts,
  databaseUrl: string,
): Promise<SchemaGate> {
  const { beatMs, absentMs } = { ...TIMES, ...times };
  const node = { id: randomUUID(), name: nodeName, schema: SCHEMA_VERSION };
  const before = namesBefore(databaseUrl);
  let open = await beat(db, node);
  refuseNewer(open);
  /** Looks are counted, not time: a process that stood still has seen nothing meanwhile. */
  let looksInVain = 0;
  let lastBehind = '';
  let beating: Promise<void> = Promise.resolve();
  let isBeating = false;

  async function look(): Promise<void> {
    const behind = await listBehind(db, SCHEMA_VERSION, before);
    looksInVain = behind.length === 0 ? looksInVain + 1 : 0;
    if (behind.length > 0 && behind.join() !== lastBehind) {
      log.info(`Schema ${SCHEMA_VERSION} is not written yet: not every node knows it`, { behind });
    }
    lastBehind = behind.join();
    if (looksInVain * beatMs < absentMs) return;
    open = await openSchemaGate(db, SCHEMA_VERSION, before);
    if (open >= SCHEMA_VERSION) log.info(`Schema ${open} is written from now on: every node knows it`);
  }

  async function run(): Promise<void> {
    const wasOutdated = open > SCHEMA_VERSION;
    try {
      open = await beat(db, node);
      if (open < SCHEMA_VERSION) await look();
    } catch (error) {
      looksInVain = 0;
      log.warn('This node could not say that it is up', { error });
    }
    if (open > SCHEMA_VERSION && !wasOutdated) log.error(newerDatabase(open));
  }
  const timer = setInterval(() => {
    if (isBeating) return;
    isBeating = true;
    beating = run().finally(() => (isBeating = false));
  }, beatMs).unref();

  return {
    openSchema: () => open,
    isOutdated: () => open > SCHEMA_VERSION,
    async stop() {
      clearInterval(timer);
      await beating;
      await removeNode(db, node.id).catch((error: unknown) =>
        log.warn('This node could not say that it goes', { error }),
      );
    },
  };
}

const newerDatabase = (schema: number): string =>
  `This database is written by a newer Pushoff (schema ${schema}); this release knows ${SCHEMA_VERSION}. ` +
  'Start that release, or restore a backup.';

export function refuseNewer(schema: number): void {
  if (schema > SCHEMA_VERSION) throw new DatabaseRefused(newerDatabase(schema));
}
