import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Cluster } from '../../cluster/three-machines.ts';
import type { Machine } from '../../cluster/machine.ts';

/** What one member said of itself. */
interface Sighting {
  readonly name: string;
  readonly timeline: number;
  readonly receipts: number;
}

export interface Watch {
  /** Primaries that took a command after another one had taken over. */
  stop(): Promise<readonly string[]>;
}

const EVERY_MS = 250;
const ANSWER_MS = 1_000;
const QUESTION =
  'select pg_walfile_name(pg_current_wal_lsn()) as file, (select count(*)::int from receipts) as receipts';

/**
 * Asks every member past HAProxy, again and again. A primary of an earlier timeline in which the number of stored commands
 * grows after a later timeline was seen has been written to as a second primary.
 */
export function watchPrimaries(cluster: Cluster): Watch {
  const found: string[] = [];
  /** The highest timeline seen so far, and for each member what it had when that one was first seen. */
  let latest = 0;
  const since = new Map<string, Sighting>();
  let isOver = false;

  function note(sighting: Sighting): void {
    const { name, timeline, receipts } = sighting;
    if (timeline > latest) {
      latest = timeline;
      since.clear();
    }
    const first = since.get(name);
    if (first === undefined || first.timeline !== timeline) since.set(name, sighting);
    else if (timeline < latest && receipts > first.receipts) {
      found.push(`two primaries: ${name} on timeline ${timeline} took a command while ${latest} had begun`);
    }
  }
  async function look(machine: Machine): Promise<void> {
    while (!isOver) {
      const client = new pg.Client({
        connectionString: cluster.superUrl(machine, 'pushoff'),
        connectionTimeoutMillis: ANSWER_MS,
        query_timeout: ANSWER_MS,
      });
      client.on('error', () => undefined);
      try {
        await client.connect();
        while (!isOver) {
          const { rows } = await client.query<{ file: string; receipts: number }>(QUESTION);
          const { file, receipts } = rows[0]!;
          note({ name: machine.name, timeline: Number.parseInt(file.slice(0, 8), 16), receipts });
          await sleep(EVERY_MS);
        }
      } catch {
        // It is a replica, which has no log of its own, or it does not answer.
      } finally {
        await Promise.race([client.end().catch(() => undefined), sleep(ANSWER_MS)]);
      }
      await sleep(EVERY_MS);
    }
  }
  const looking = cluster.machines.map(look);
  return {
    async stop() {
      isOver = true;
      await Promise.all(looking);
      return found;
    },
  };
}
