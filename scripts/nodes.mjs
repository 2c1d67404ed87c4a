import './lib/require-node.mjs';
import { parseArgs } from 'node:util';

const { commandOf, fromRoot, Refusal, runCommand } = await import('./lib/project.mjs');
const { ensureBuilt, serverEntry } = await import('./lib/build.mjs');
const { ensureChromium } = await import('./lib/chromium.mjs');
const { ensureProgram } = await import('./lib/debian.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');
const { buildRelease, findReleaseBefore } = await import('./lib/release-before.mjs');
const { runNode } = await import('./lib/run.mjs');

/** @typedef {import('../tests/nodes/run-restarts.ts').RestartReport} RestartReport */
/** @typedef {import('../tests/nodes/run-upgrade.ts').UpgradeReport} UpgradeReport */
/** @typedef {import('../tests/nodes/cache-report.ts').CacheReport} CacheReport */

const USAGE = `npm run nodes -- [--restarts 6] [--devices 4] [--viewers 200]
npm run nodes -- --upgrade [--devices 4] [--viewers 200]
npm run nodes -- --cache [--seconds 60]`;
const MOST_SHOWN = 40;

function readOptions() {
  const { values } = parseArgs({
    options: {
      upgrade: { type: 'boolean', default: false },
      cache: { type: 'boolean', default: false },
      seconds: { type: 'string', default: '60' },
      restarts: { type: 'string', default: '6' },
      devices: { type: 'string', default: '4' },
      viewers: { type: 'string', default: '200' },
    },
  });
  return {
    isUpgrade: values.upgrade,
    isCache: values.cache,
    seconds: wholeNumber(values.seconds, '--seconds'),
    restarts: wholeNumber(values.restarts, '--restarts'),
    devices: wholeNumber(values.devices, '--devices'),
    viewers: wholeNumber(values.viewers, '--viewers'),
  };
}

/** @param {string} text @param {string} name */
function wholeNumber(text, name) {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new Refusal(`${name} takes a whole number from 1 to 9999.\n${USAGE}`);
  return Number(text);
}

/** @param {RestartReport | UpgradeReport} report */
function showTaps({ taps, lost, doubled, calls, retried }) {
  const again = Object.entries(retried).map(([call, count]) => `${count} ${call}`);
  console.log(`${taps} taps, ${lost} lost, ${doubled} doubled`);
  console.log(`${calls} calls, made again by themselves: ${again.join(', ') || 'none'}`);
}

/** @param {Pick<RestartReport, 'surprises' | 'seconds'>} report */
function showSurprises({ surprises, seconds }) {
  for (const surprise of surprises.slice(0, MOST_SHOWN)) console.log(`SURPRISE  ${surprise}`);
  if (surprises.length > MOST_SHOWN) console.log(`… and ${surprises.length - MOST_SHOWN} more`);
  console.log(`${surprises.length} surprises (${seconds} s)`);
}

/** @param {RestartReport} report */
function showRestarts(report) {
  const { reconnections, backAfter } = report;
  showTaps(report);
  const [tenth, half, most] = backAfter;
  console.log(
    `${reconnections} reconnections: a tenth after ${tenth} ms, half after ${half} ms, 90 % after ${most} ms`,
  );
  showSurprises(report);
}

/** @param {UpgradeReport} report */
function showUpgrade(report) {
  const { compared, boards, wrongBoards, verified } = report;
  showTaps(report);
  console.log(
    `${compared} boards of one moment served by both releases, ${boards} shown at the end, ${wrongBoards} wrong`,
  );
  console.log(
    `verify: ${Object.entries(verified)
      .map(([name, count]) => `${count} ${name}`)
      .join(', ')}`,
  );
  showSurprises(report);
}

/** @param {CacheReport} report */
function showCache(report) {
  const { requestsPerSecond, requestsPerProcessorSecond, requests, bytes, failed, nodeAll, nodeMost, taps, age } =
    report;
  const rate = Math.round(requestsPerSecond);
  console.log(
    `${rate} requests/s from one core with nginx, ${Math.round(requestsPerProcessorSecond)} for each second of it`,
  );
  console.log(`${requests} requests, ${failed} failed, ${Math.round(bytes / requests)} bytes each with the headers`);
  console.log(
    `the node: ${nodeAll} requests, at most ${nodeMost} in a second, ${report.nodeSeconds.toFixed(2)} s of a processor with ${taps} taps`,
  );
  console.log(
    `${report.looked} answers looked at: half lacked nothing older than ${age.median} ms, none anything older than ${age.most} ms`,
  );
  console.log(
    `dead ${report.deadAfter} ms after the change of link; ${report.reachedByQuery} of 50 requests with a query reached the node`,
  );
  for (const [what, { ms, bytes: size }] of Object.entries(report.arrival)) {
    console.log(`an arrival's ${what}: ${ms.toFixed(2)} ms of the node's processor, ${Math.round(size)} bytes`);
  }
  showSurprises(report);
}

/** @typedef {ReturnType<typeof readOptions>} Options */

/** @param {string} file */
async function load(file) {
  const { tsImport } = await import('tsx/esm/api');
  return tsImport(file, import.meta.url);
}

/** @param {Options} options */
async function restart(options) {
  const { restarts, devices, viewers } = options;
  /** @type {typeof import('../tests/nodes/run-restarts.ts')} */
  const { runRestarts } = await load('../tests/nodes/run-restarts.ts');
  console.log(`\n${restarts} restarts of two nodes behind nginx, ${devices} devices tapping, ${viewers} viewers`);
  const report = await runRestarts({ ...options, log: (line) => console.log(line) });
  showRestarts(report);
  return report.surprises.length === 0 && report.lost === 0 && report.doubled === 0;
}

/** @param {Options} options */
async function upgrade(options) {
  const [devices, viewers] = [Math.ceil(options.devices / 2), Math.ceil(options.viewers / 2)];
  const release = findReleaseBefore();
  console.log(`Building ${release}…`);
  const before = await buildRelease(release);
  await ensureBuilt();
  /** @type {typeof import('../tests/nodes/run-upgrade.ts')} */
  const { runUpgrade } = await load('../tests/nodes/run-upgrade.ts');
  console.log(
    `\nTwo nodes behind nginx go from ${release} to this release; of either release ${devices} devices tap and ${viewers} watch`,
  );
  const now = { root: fromRoot(), serverEntry };
  const report = await runUpgrade({ before, now, devices, viewers, log: (line) => console.log(line) });
  showUpgrade(report);
  const page = await runNode(commandOf('@playwright/test'), ['test', '--config', 'tests/nodes/playwright.config.ts'], {
    env: { ...process.env, PUSHOFF_BEFORE: before.serverEntry, PUSHOFF_CHROMIUM: await ensureChromium() },
  });
  const { surprises, lost, doubled, wrongBoards } = report;
  return page.ok && surprises.length === 0 && lost === 0 && doubled === 0 && wrongBoards === 0;
}

/** @param {Options} options */
async function cache({ seconds }) {
  const nginx = await ensureProgram('nginx', 'nginx-light');
  const wrk = await ensureProgram('wrk');
  await ensureBuilt();
  /** @type {typeof import('../tests/nodes/run-cache.ts')} */
  const { LEAST_RATE, MOST_OF_NODE, runCache } = await load('../tests/nodes/run-cache.ts');
  console.log(`\nSpectators ask nginx on one core for ${seconds} s, while a race goes on`);
  const report = await runCache({ seconds, nginx, wrk });
  showCache(report);
  // On a busy machine the core is not the cache's alone: what it does in a second of its own time counts.
  const isFast = report.requestsPerProcessorSecond >= LEAST_RATE;
  const isSpared = report.nodeMost <= MOST_OF_NODE;
  if (!isFast) console.log(`DOES NOT HOLD: at least ${LEAST_RATE} requests for each second of a core`);
  if (!isSpared) console.log(`DOES NOT HOLD: at most ${MOST_OF_NODE} requests of a second reach the node`);
  return isFast && isSpared && report.failed === 0 && report.surprises.length === 0;
}

// The nodes are separate processes, which end with this one only if it exits through `process.exit`.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));

await runCommand(async () => {
  const options = readOptions();
  await ensureInstalled();
  if (options.isCache) {
    process.exitCode = (await cache(options)) ? 0 : 1;
    return;
  }
  process.env['PUSHOFF_NATS'] = await ensureProgram('nats-server');
  process.env['PUSHOFF_NGINX'] = await ensureProgram('nginx');
  const { startPostgres } = await import('./lib/postgres.mjs');
  const postgres = await startPostgres();
  process.env['TEST_DATABASE_URL'] = postgres.url;
  const isWell = await (options.isUpgrade ? upgrade(options) : restart(options));
  await postgres.stop();
  process.exitCode = isWell ? 0 : 1;
});
