import { randomBytes } from 'node:crypto';
import { createTestDatabase } from '../../tests/support/database.ts';
import { inWords } from '../figures.ts';
import { type LoadClient, OUR_WARM_UP, roomIn } from '../load-client.ts';
import { topicsOf, loadOn } from '../contestants.ts';
import { type Ours, setStage, startOurs } from '../ours.ts';
import { databaseTime, processorTime } from '../processes.ts';
import type { Report } from '../report.ts';
import { countCommits } from './taps.ts';

interface NodesPlan {
  readonly nodes: readonly number[];
  /** The largest counts: the events of all nodes together. */
  readonly eventCounts: readonly number[];
  readonly tapMs: number;
  readonly warmUpMs: number;
}

/** Viewers of all nodes together: the same people come to more nodes. */
const VIEWERS = 1000;
const IN_FLIGHT = 128;

/** Where an event's viewers are: on whichever node, or with the event's phones on one, as where a balancer hashes the event. */
const WAYS = { everywhere: 'all nodes', together: 'one node' } as const;
type Way = keyof typeof WAYS;

interface Added {
  readonly nodes: number;
  readonly serverUs: number;
  readonly databaseUs: number;
  readonly perCommit: number;
  readonly missing: number;
}

/**
 * Several nodes on one PostgreSQL. Two cores cannot show by the clock what eight would do, so what a tap costs is counted in
 * the processor's time, of the nodes and of the database apart: with a core for each, the smaller of the two rates is what
 * they store.
 */
export async function measureNodes(plan: NodesPlan, report: Report, log: (line: string) => void): Promise<void> {
  const events = Math.max(...plan.eventCounts);
  const rows: string[][] = [];
  const cases = plan.nodes.flatMap((nodes) =>
    nodes === 1
      ? [[nodes, 'together'] as const]
      : (['together', 'everywhere'] as const).map((way) => [nodes, way] as const),
  );
  for (const [nodes, way] of cases) {
    const added = await measure(nodes, events, way, plan);
    const { serverUs, databaseUs, perCommit, missing } = added;
    const [ofNodes, ofDatabase] = [(nodes * 1e6) / serverUs, 1e6 / databaseUs];
    rows.push([
      String(nodes),
      WAYS[way],
      inWords(serverUs),
      inWords(databaseUs),
      perCommit.toFixed(1),
      inWords(ofNodes),
      inWords(ofDatabase),
      String(missing),
    ]);
    log(rows.at(-1)!.join(' | '));
  }
  report.addTable({
    title: `Nodes on one PostgreSQL: ${events} events, ${VIEWERS} viewers`,
    head: [
      'nodes',
      "an event's people are on",
      'µs of the nodes a tap',
      'µs of PostgreSQL a tap',
      'taps a commit',
      'taps/s of the nodes, a core each',
      'taps/s of PostgreSQL, one core',
      'missing',
    ],
    rows,
    notes: [
      'On all nodes: every tap is told by all of them, each of which reads what the others have stored. On one node: a balancer ' +
        'sends all who open an event to the same node, and the others hear of its taps and read nothing. ' +
        `${IN_FLIGHT} taps are in flight in all, so that more nodes commit fewer of them together.`,
    ],
  });
}

async function measure(count: number, events: number, way: Way, { tapMs, warmUpMs }: NodesPlan): Promise<Added> {
  const { databaseUrl, remove } = await createTestDatabase('postgres');
  const { racers, room } = roomIn(events);
  const secret = randomBytes(32).toString('hex');
  const servers: Ours[] = [];
  const loads: LoadClient[] = [];
  try {
    for (let node = 0; node < count; node += 1) servers.push(await startOurs({ databaseUrl, secret }));
    const stage = await setStage(servers[0]!, { events, racers });
    const share = Math.floor(events / count);
    for (const [node, { port }] of servers.entries()) {
      const races = way === 'together' ? stage.races.slice(share * node, share * (node + 1)) : stage.races;
      loads.push(await loadOn(port, { ...stage, races }, topicsOf(races)));
    }
    for (const load of loads) await load.connect(VIEWERS / count);
    const inFlight = IN_FLIGHT / count;
    // Each node's phones tap in events of their own.
    const plans = loads.map((load, node) => ({
      load,
      plan: { inFlight, topics: share, from: way === 'together' ? 0 : share * node },
    }));
    await Promise.all(
      plans.map(({ load, plan }) =>
        load.warmUp({ ...plan, taps: OUR_WARM_UP.taps / count, mostMs: warmUpMs, room: room / count }),
      ),
    );
    const began = Date.now();
    const used = await timeOf(servers, databaseUrl!);
    const results = await Promise.all(
      plans.map(({ load, plan }) => load.tap({ ...plan, ms: tapMs, most: room / count })),
    );
    const usedSince = await timeOf(servers, databaseUrl!);
    const commits = await countCommits(servers[0]!.dataDir, databaseUrl, began);
    const taps = results.reduce((sum, { answered }) => sum + answered, 0);
    return {
      nodes: count,
      serverUs: ((usedSince.nodes - used.nodes) / taps) * 1e6,
      databaseUs: ((usedSince.database - used.database) / taps) * 1e6,
      perCommit: taps / Math.max(1, commits),
      missing: results.reduce((sum, { missing, doubled }) => sum + missing + doubled, 0),
    };
  } finally {
    for (const load of loads) await load.close();
    for (const server of servers) await server.stop();
    await remove();
  }
}

async function timeOf(servers: readonly Ours[], databaseUrl: string) {
  const nodes = servers.reduce((sum, { child }) => sum + processorTime(child), 0);
  return { nodes, database: await databaseTime(databaseUrl) };
}
