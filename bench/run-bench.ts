import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, loadavg, release } from 'node:os';
import pg from 'pg';
import { fromRoot } from '../scripts/lib/project.mjs';
import { findReleaseBefore } from '../scripts/lib/release-before.mjs';
import { benchFile, pinning } from './processes.ts';
import { createReport } from './report.ts';
import { type FanOutPlan, measureFanOut, reportFanOut } from './sections/fan-out.ts';
import { type GrowthPlan, measureGrowth } from './sections/growth.ts';
import { measureOpening, type OpenPlan } from './sections/open.ts';
import { measureNodes } from './sections/nodes.ts';
import { measurePages } from './sections/pages.ts';
import { measureTaps, type TapsPlan } from './sections/taps.ts';
import { measureTelemetryPage } from './sections/telemetry-page.ts';
import { measureTelemetry, type TelemetryPlan } from './sections/telemetry.ts';

interface Plan {
  readonly fanOut: Omit<FanOutPlan, 'before'>;
  readonly taps: Omit<TapsPlan, 'before'>;
  readonly pageRounds: number;
  readonly open: OpenPlan;
  readonly growth: GrowthPlan;
  readonly telemetry: TelemetryPlan;
}

const quick: Plan = {
  fanOut: {
    counts: [1000, 5000],
    turns: 2,
    peerTurns: 1,
    peerCounts: [5000],
    peers: ['socket.io rooms', 'feathers + PostgreSQL'],
    tapMs: 1000,
    pacedMs: 2000,
    warmUpMs: 2000,
  },
  taps: { rounds: 1, tapMs: 2500, eventCounts: [1, 100], warmUpMs: 8000 },
  pageRounds: 1,
  open: { rounds: 1, changes: [1000, 10_000], series: { events: 50, racers: 200 } },
  growth: { changes: [1000, 10_000], liveEvents: [10, 100], ownedEvents: [100, 500], tapMs: 1500, warmUpMs: 1500 },
  telemetry: { rounds: 1, pageRounds: 1, movieBytes: 4.4e9 },
};

const whole: Plan = {
  fanOut: {
    counts: [1000, 5000, 10_000],
    turns: 8,
    peerTurns: 1,
    peerCounts: [1000, 5000, 10_000],
    tapMs: 1000,
    pacedMs: 3000,
    warmUpMs: 10_000,
  },
  taps: { rounds: 3, tapMs: 5000, eventCounts: [1, 100], warmUpMs: 10_000 },
  pageRounds: 3,
  open: { rounds: 3, changes: [1000, 10_000], series: { events: 50, racers: 200 } },
  growth: {
    changes: [1000, 19_900],
    liveEvents: [10, 1000],
    ownedEvents: [100, 10_000],
    tapMs: 5000,
    warmUpMs: 15_000,
  },
  telemetry: { rounds: 3, pageRounds: 3, movieBytes: 4.4e9 },
};

/** A plan that only shows that everything runs. */
const tiny: Plan = {
  fanOut: {
    counts: [50, 200],
    turns: 2,
    peerTurns: 1,
    peerCounts: [50, 200],
    tapMs: 500,
    pacedMs: 1000,
    warmUpMs: 500,
  },
  taps: { rounds: 1, tapMs: 1000, eventCounts: [1, 10], warmUpMs: 500 },
  pageRounds: 1,
  open: { rounds: 1, changes: [300, 3000], series: { events: 5, racers: 20 } },
  growth: { changes: [200, 2000], liveEvents: [5, 20], ownedEvents: [10, 100], tapMs: 500, warmUpMs: 500 },
  telemetry: { rounds: 1, pageRounds: 1, movieBytes: 0.5e9 },
};

const plans = { quick, whole, tiny };
export const sections = ['fan-out', 'taps', 'pages', 'open', 'growth', 'telemetry'] as const;
/** Sections that measure the product alone: no peers are installed for them, and no PostgreSQL is started. */
export const alone: readonly string[] = ['pages', 'open'];

export interface BenchOptions {
  readonly plan: keyof typeof plans;
  /** The commit or the tag that fan-out, taps and pages are compared with; the release before. */
  readonly before?: string | undefined;
  readonly only: readonly string[];
  /** Numbers of nodes on one PostgreSQL; where there are any, nothing else is measured. */
  readonly nodes: readonly number[];
  readonly chromium: string;
  /** Absent where only sections run that need none. */
  readonly postgresUrl?: string | undefined;
}

/** True when every aim is met. */
export async function runBench({
  plan: name,
  before,
  only,
  nodes,
  chromium,
  postgresUrl,
}: BenchOptions): Promise<boolean> {
  const plan = plans[name];
  const release = before ?? findReleaseBefore();
  const fanOutPlan: FanOutPlan = { ...plan.fanOut, before: release };
  const began = Date.now();
  const startLoad = loadavg()[0]!;
  const log = (line: string) => console.error(`${((Date.now() - began) / 60_000).toFixed(1)} min: ${line}`);
  const report = createReport((line) => console.log(line));
  const wants = (section: string) => nodes.length === 0 && (only.length === 0 || only.includes(section));
  console.log('name  ours  limit  peer  ratio');
  const fanOut = wants('fan-out') || wants('growth') ? await measureFanOut(fanOutPlan, log) : undefined;
  if (fanOut !== undefined) reportFanOut(fanOut, fanOutPlan, report);
  if (wants('taps')) await measureTaps({ ...plan.taps, before: release }, report, log);
  if (nodes.length > 0) await measureNodes({ ...plan.taps, nodes }, report, log);
  if (wants('pages')) await measurePages({ rounds: plan.pageRounds, chromium, before: release }, report);
  if (wants('open')) await measureOpening(plan.open, chromium, report);
  if (wants('growth')) await measureGrowth(plan.growth, fanOut!, report);
  if (wants('telemetry')) {
    await measureTelemetry(plan.telemetry, report, log);
    await measureTelemetryPage(plan.telemetry.pageRounds, plan.telemetry.movieBytes, chromium, report);
  }
  const minutes = ((Date.now() - began) / 60_000).toFixed(1);
  const options = [
    ...(name === 'whole' ? [] : [`--${name}`]),
    ...only.map((section) => `--only ${section}`),
    ...(nodes.length === 0 ? [] : [`--nodes ${nodes.join(',')}`]),
    ...(before === undefined ? [] : [`--before ${before}`]),
  ];
  // A run of some sections must not replace the results of all.
  const measured = nodes.length > 0 ? ['nodes'] : [...only].sort();
  const file = measured.length === 0 ? 'RESULTS.md' : `RESULTS.${measured.join('-')}.md`;
  await report.write(benchFile(file), [
    `${new Date().toISOString().slice(0, 10)}, \`npm run bench${options.length === 0 ? '' : ` -- ${options.join(' ')}`}\`, ${minutes} minutes; machine load before it: ${startLoad.toFixed(2)}`,
    ...(await describeMachine(chromium, postgresUrl)),
    `${pinning}; PostgreSQL shares the cores with both, so of its figures only the ratios count`,
    'medians of the rounds, with the least and the most; contestants take turns of seconds, the others held meanwhile, and a ratio is that of its own turn',
  ]);
  console.log(`\n${report.verdicts.join('\n')}`);
  return report.isMet;
}

async function describePostgres(connectionString: string): Promise<string> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ server_version: string; fsync: string }>(
    "select current_setting('server_version') as server_version, current_setting('fsync') as fsync",
  );
  await client.end();
  const { server_version: version, fsync } = rows[0]!;
  return `PostgreSQL ${version} (fsync ${fsync}), `;
}

async function describeMachine(chromium: string, postgresUrl: string | undefined): Promise<string[]> {
  const postgres = postgresUrl === undefined ? '' : await describePostgres(postgresUrl);
  const browser = execFileSync(chromium, ['--version'], { encoding: 'utf8' }).trim();
  const lock = JSON.parse(readFileSync(benchFile('package-lock.json'), 'utf8')) as Lockfile;
  const { dependencies = {} } = lock.packages['']!;
  const { version: ours } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8')) as { version: string };
  return [
    `${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}, kernel ${release()}`,
    `Pushoff ${ours}, Node ${process.versions.node}, ${postgres}${browser}`,
    `peers: ${Object.entries(dependencies)
      .map(([packageName, at]) => `${packageName} ${at}`)
      .join(', ')}`,
  ];
}

interface Lockfile {
  readonly packages: Readonly<Record<string, { readonly dependencies?: Readonly<Record<string, string>> }>>;
}
