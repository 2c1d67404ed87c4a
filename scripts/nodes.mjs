import './lib/require-node.mjs';
import { parseArgs } from 'node:util';

const { Refusal, runCommand } = await import('./lib/project.mjs');
const { ensureProgram } = await import('./lib/debian.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');

/** @typedef {import('../tests/nodes/run-restarts.ts').RestartReport} RestartReport */

const USAGE = 'npm run nodes -- [--restarts 6] [--devices 4] [--viewers 200]';
const MOST_SHOWN = 40;

function readOptions() {
  const { values } = parseArgs({
    options: {
      restarts: { type: 'string', default: '6' },
      devices: { type: 'string', default: '4' },
      viewers: { type: 'string', default: '200' },
    },
  });
  return {
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

/** @param {RestartReport} report */
function show(report) {
  const { taps, lost, doubled, calls, retried, reconnections, backAfter, surprises, seconds } = report;
  const again = Object.entries(retried).map(([call, count]) => `${count} ${call}`);
  console.log(`${taps} taps, ${lost} lost, ${doubled} doubled`);
  console.log(`${calls} calls, made again by themselves: ${again.join(', ') || 'none'}`);
  const [tenth, half, most] = backAfter;
  console.log(
    `${reconnections} reconnections: a tenth after ${tenth} ms, half after ${half} ms, 90 % after ${most} ms`,
  );
  for (const surprise of surprises.slice(0, MOST_SHOWN)) console.log(`SURPRISE  ${surprise}`);
  if (surprises.length > MOST_SHOWN) console.log(`… and ${surprises.length - MOST_SHOWN} more`);
  console.log(`${surprises.length} surprises (${seconds} s)`);
}

// The nodes are processes of their own, and go when this one does only where it is told.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));

await runCommand(async () => {
  const options = readOptions();
  await ensureInstalled();
  process.env['PUSHOFF_NATS'] = await ensureProgram('nats-server');
  process.env['PUSHOFF_NGINX'] = await ensureProgram('nginx');
  const { tsImport } = await import('tsx/esm/api');
  /** @type {typeof import('../tests/nodes/run-restarts.ts')} */
  const { runRestarts } = await tsImport('../tests/nodes/run-restarts.ts', import.meta.url);
  const { startPostgres } = await import('./lib/postgres.mjs');
  const postgres = await startPostgres();
  process.env['TEST_DATABASE_URL'] = postgres.url;
  const { restarts, devices, viewers } = options;
  console.log(`\n${restarts} restarts of two nodes behind nginx, ${devices} devices tapping, ${viewers} viewers`);
  const report = await runRestarts({ ...options, log: (line) => console.log(line) });
  show(report);
  await postgres.stop();
  process.exitCode = report.surprises.length === 0 && report.lost === 0 && report.doubled === 0 ? 0 : 1;
});
