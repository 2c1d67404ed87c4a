import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { audit } from './audit.mjs';
import { buildAnew } from './build.mjs';
import { enginesHere } from './engines.mjs';
import { commandOf, fromRoot } from './project.mjs';
import { countPlaywright, countVitest, failedFiles } from './reports.mjs';
import { runNode } from './run.mjs';

const MINUTE = 60_000;

/** @typedef {import('./reports.mjs').Counts & { output: string }} Outcome what it printed, unless it printed straight to the terminal */
/** @typedef {{ capture: boolean; half?: Half }} How */

/**
 * The two products of this house (0105), each with its rooms' projects for the compiler, by their platform types. The last of a half
 * has its tests and scripts.
 * @typedef {'timing' | 'telemetry'} Half
 * @type {Readonly<Record<Half, readonly string[]>>}
 */
const TYPE_PROJECTS = {
  timing: ['src/domain', 'src/protocol', 'src/server', 'src/client', 'src/client/service-worker', '.'],
  telemetry: [...['domain', 'protocol', 'server', 'client'].map((side) => `src/telemetry/${side}`), 'tests/telemetry'],
};

/** @param {string} half @returns {half is Half} */
export const isHalf = (half) => half in TYPE_PROJECTS;

/** Files and folders of telemetry; all others are those of timing. */
const TELEMETRY = [
  'src/telemetry',
  'tests/telemetry',
  ...['scripts', 'bench'].flatMap((folder) =>
    readdirSync(fromRoot(folder)).flatMap((name) => (name.startsWith('telemetry-') ? [`${folder}/${name}`] : [])),
  ),
];
/** @param {string} file */
const isOfTelemetry = (file) => TELEMETRY.some((each) => file === each || file.startsWith(`${each}/`));

/**
 * A step that passes or fails as a whole, without tests to count.
 * @param {boolean} ok
 * @param {string} output
 * @returns {Outcome}
 */
const asGate = (ok, output) => ({
  passed: ok ? 1 : 0,
  failed: ok ? 0 : 1,
  skipped: 0,
  failures: [],
  output: ok ? '' : output,
});

/**
 * @param {string} packageName
 * @param {string[]} args
 */
async function tool(packageName, args) {
  const { ok, output, ending } = await runNode(commandOf(packageName), args, { capture: true, timeoutMs: 5 * MINUTE });
  return asGate(ok, output || ending);
}

/**
 * Two at a time, each on one thread: threads that share a project check many types twice. The last project, which has all
 * tests, takes as long as the others. What has not changed since the last time is not checked again; `npm ci` forgets it.
 */
async function types(/** @type {How} */ { half }) {
  const check = (/** @type {string} */ project) => {
    const known = fromRoot('node_modules', '.cache', 'types', `${project.replaceAll('/', '-')}.tsbuildinfo`);
    return tool('typescript', ['-p', project, '--singleThreaded', '--incremental', '--tsBuildInfoFile', known]);
  };
  const projects = half === undefined ? Object.values(TYPE_PROJECTS) : [TYPE_PROJECTS[half]];
  const rooms = projects.flatMap((all) => all.slice(0, -1));
  const tests = projects.flatMap((all) => all.slice(-1));
  const inTurn = async (/** @type {string[]} */ projects) => {
    const outcomes = [];
    for (const project of projects) outcomes.push(await check(project));
    return outcomes;
  };
  const outcomes = (await Promise.all([rooms, tests].map(inTurn))).flat();
  return asGate(
    outcomes.every(({ failed }) => failed === 0),
    outcomes.map(({ output }) => output).join(''),
  );
}

/** @param {How} how */
function lint({ half }) {
  const files = { timing: TELEMETRY.map((each) => `--ignore-pattern=${each}`), telemetry: TELEMETRY };
  return tool('oxlint', ['--deny-warnings', '--report-unused-disable-directives', ...(half ? files[half] : [])]);
}

/** @param {How} how */
function format({ half }) {
  const files = { timing: ['.', ...TELEMETRY.map((each) => `!${each}`)], telemetry: TELEMETRY };
  return tool('oxfmt', ['--check', ...(half ? files[half] : [])]);
}

/** What is exported for nobody, and packages that nothing uses. Whether anybody uses it, only the whole can say. @param {How} how */
async function unused({ half }) {
  if (half === undefined) return tool('knip', ['--no-progress', '--no-config-hints']);
  const args = ['--no-progress', '--no-config-hints', '--no-exit-code', '--reporter=json'];
  const { ok, output, ending } = await runNode(commandOf('knip'), args, { capture: true, timeoutMs: 5 * MINUTE });
  if (!ok) return asGate(false, output || ending);
  /** @type {{ issues: readonly { file: string }[] }} */
  const { issues } = JSON.parse(output.slice(output.indexOf('{')));
  const own = issues.filter(({ file }) => isOfTelemetry(file) === (half === 'telemetry'));
  return asGate(own.length === 0, own.map((issue) => `${JSON.stringify(issue)}\n`).join(''));
}

async function build() {
  try {
    await buildAnew({ quiet: true });
    return asGate(true, '');
  } catch (error) {
    return asGate(false, String(error instanceof Error ? error.message : error));
  }
}

/** The output is shown on success too, because it says whether anything was checked. */
async function auditPackages() {
  const { ok, text } = await audit();
  if (ok) console.log(text);
  return asGate(ok, text);
}

/**
 * Runs a test runner that writes a JSON report, and counts by that report.
 * @template Report
 * @param {How & { name: string; timeoutMs: number; script: string; args: (reportFile: string) => string[]; count: (report: Report) => import('./reports.mjs').Counts }} options
 * @returns {Promise<Outcome>}
 */
async function runTests({ name, capture, timeoutMs, script, args, count }) {
  // Not with Playwright's own results: each of its runs empties that folder, and the repetitions need the reports.
  const file = fromRoot('test-reports', `${name}.json`);
  rmSync(file, { force: true });
  const result = await runNode(script, args(file), {
    capture,
    timeoutMs,
    env: { ...process.env, PUSHOFF_E2E_REPORT: file },
  });
  const counts = readCounts(file, count);
  // The runner's exit code counts too: an error outside of all tests is in no test's result.
  if (!result.ok && counts.failed === 0) counts.failed = 1;
  return { ...counts, output: result.ok ? result.output : `${result.output}\n${result.ending}` };
}

/**
 * @template Report
 * @param {string} file
 * @param {(report: Report) => import('./reports.mjs').Counts} count
 */
function readCounts(file, count) {
  try {
    return count(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return { passed: 0, failed: 1, skipped: 0, failures: [] };
  }
}

/**
 * @param {string} name
 * @param {number} timeoutMs
 * @param {{ project?: string; files?: () => string[]; config?: string }} [part] other tests than all of the project that has this name
 * @returns {(how: How) => Promise<Outcome>}
 */
const vitest =
  (name, timeoutMs, { project = name, files = () => [], config } = {}) =>
  ({ capture }) =>
    runTests({
      name,
      capture,
      timeoutMs,
      count: countVitest,
      script: commandOf('vitest'),
      args: (file) => [
        'run',
        ...(config === undefined ? [] : ['--config', config]),
        '--project',
        project,
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${file}`,
        ...files(),
      ],
    });

/** The files of a project that have failed. @param {string} project @param {{ config?: string }} [part] */
const vitestAgain = (project, part = {}) =>
  vitest(`${project}-again`, 10 * MINUTE, {
    ...part,
    project,
    files: () => failedFiles(JSON.parse(readFileSync(fromRoot('test-reports', `${project}.json`), 'utf8'))),
  });

/**
 * @param {string} name
 * @param {() => string[]} args of `playwright test`
 * @returns {(how: How) => Promise<Outcome>}
 */
const playwright =
  (name, args) =>
  ({ capture }) =>
    runTests({
      name,
      capture,
      timeoutMs: 40 * MINUTE,
      count: countPlaywright,
      script: commandOf('@playwright/test'),
      args: () => ['test', ...args()],
    });

/** Their own settings: the other tests load neither a browser nor the client's plugins. */
const IN_BROWSER = { config: 'tests/components/vitest.config.ts' };

const otherEngines = () => enginesHere().map((project) => `--project=${project}`);

/** One worker: the HTTP tests run beside it. */
const mainEngines = () => [...otherEngines(), '--grep=@main', '--workers=1', '--output=test-results/other-engines'];

/** The steps in the order in which they run. @type {Record<string, (how: How) => Promise<Outcome>>} */
export const steps = {
  types,
  lint,
  format,
  unused,
  audit: auditPackages,
  build,
  unit: vitest('unit', 10 * MINUTE),
  /** The tests of one half. */
  'unit-timing': vitest('unit-timing', 10 * MINUTE, {
    project: 'unit',
    files: () => TELEMETRY.map((each) => `--exclude=${each.includes('.') ? each : `${each}/**`}`),
  }),
  'unit-telemetry': vitest('unit-telemetry', 10 * MINUTE, {
    project: 'unit',
    files: () => TELEMETRY,
  }),
  contract: vitest('contract', 10 * MINUTE),
  'contract-again': vitestAgain('contract'),
  simulation: vitest('simulation', 10 * MINUTE),
  http: vitest('http', 15 * MINUTE),
  'http-again': vitestAgain('http'),
  engines: playwright('engines', mainEngines),
  'engines-again': playwright('engines-again', () => [...mainEngines(), '--last-failed']),
  outputs: vitest('outputs', 10 * MINUTE),
  components: vitest('components', 10 * MINUTE, IN_BROWSER),
  'components-again': vitestAgain('components', IN_BROWSER),
  e2e: playwright('e2e', () => ['--project=stories']),
  'e2e-again': playwright('e2e-again', () => ['--project=stories', '--last-failed', '--workers=1']),
  proofs: vitest('proofs', 60 * MINUTE),
  'e2e-proofs': playwright('e2e-proofs', () => ['--project=proofs']),
  'engines-all': playwright('engines-all', otherEngines),
};

/** Of `npm run check -- timing` and `-- telemetry` alone. */
export const ofHalves = ['unit-timing', 'unit-telemetry'];

/** Steps of `npm run check`, of everything or of one half. @param {Half} [half] */
export const checks = (half) => ['types', 'lint', 'format', 'unused', half === undefined ? 'unit' : `unit-${half}`];

/** Run by `npm test` itself, after tests have failed beside other work. */
export const again = {
  contract: 'contract-again',
  components: 'components-again',
  http: 'http-again',
  engines: 'engines-again',
  e2e: 'e2e-again',
};
/** Steps that take too long for every change: `npm run proofs`, and all stories in Firefox and in WebKit: `npm run engines`. */
export const proofs = ['proofs', 'e2e-proofs'];
export const ALL_ENGINES = 'engines-all';

/**
 * Runs one step and reports its result.
 * @param {string} name
 * @param {How} how
 */
export async function runStep(name, how) {
  const began = performance.now();
  const step = steps[name];
  if (!step) throw new Error(`There is no step named ${name}`);
  const outcome = await step(how);
  const ok = outcome.failed === 0 && outcome.passed > 0;
  const took = ((performance.now() - began) / 1000).toFixed(1);
  if (!ok && outcome.output) console.log(outcome.output.trimEnd());
  console.log(`${ok ? '✓' : '✗'} ${name} (${took} s)`);
  return { name, ok, seconds: Number(took), ...outcome };
}
