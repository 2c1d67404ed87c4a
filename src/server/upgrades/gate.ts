import { randomUUID } from 'node:crypto';
import { SCHEMA_VERSION } from '../../protocol/schema-version.ts';
import type { Log } from '../log.ts';
import type { Storage } from '../storage/database.ts';
import { DatabaseRefused } from '../storage/database-refused.ts';
import { beat, listBehind, openGate, openGateAlone, readGate, removeNode } from '../storage/nodes.ts';
import { namesBefore } from '../storage/postgres.ts';

export interface GateTimes {
  readonly beatMs: number;
  /**
   * How long no connection of Beta 0.23 must have been seen. Such a node asks the database every five seconds, whichever
   * bus it has, and its pool closes a connection after ten idle ones, so that one is always there; three times that long.
   */
  readonly absentMs: number;
}

const TIMES: GateTimes = { beatMs: 5000, absentMs: 30_000 };

/**
 * What may be written. The release before skips kinds of changes that it does not know, so that its boards would be wrong:
 * none is written until every node that is up knows it. Answers from memory, and late at worst: closed is safe.
 */
export interface Gate {
  openSchema(): number;
  /** Other nodes went on while this one was away: it must not serve any more. */
  isOutdated(): boolean;
  stop(): Promise<void>;
}

export interface GateParts {
  readonly storage: Storage;
  readonly databaseUrl: string | undefined;
  readonly nodeName: string;
  readonly log: Log;
  readonly times?: Partial<GateTimes> | undefined;
}

/** Refuses a database that a newer release writes; else this node is one of those that are up. */
export function joinNodes(parts: GateParts): Promise<Gate> {
  return parts.databaseUrl === undefined ? joinAlone(parts) : joinOthers(parts, parts.databaseUrl);
}

/** On SQLite one process has the data folder. */
async function joinAlone({ storage: { db } }: GateParts): Promise<Gate> {
  refuseNewer(await readGate(db));
  await openGateAlone(db, SCHEMA_VERSION);
  return { openSchema: () => SCHEMA_VERSION, isOutdated: () => false, stop: async () => undefined };
}

async function joinOthers({ storage: { db }, nodeName, log, times }: GateParts, databaseUrl: string): Promise<Gate> {
  const { beatMs, absentMs } = { ...TIMES, ...times };
  const node = { id: randomUUID(), name: nodeName, schema: SCHEMA_VERSION };
  const before = namesBefore(databaseUrl);
  let open = await beat(db, node);
  refuseNewer(open);
  /** Looks, and not time: a process that stood still has seen nothing meanwhile. */
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
    open = await openGate(db, SCHEMA_VERSION, before);
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
