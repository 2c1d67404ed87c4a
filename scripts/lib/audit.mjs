import { readFileSync } from 'node:fs';
import { npm } from './install.mjs';
import { fromRoot } from './project.mjs';

/** Versions below these have a known weakness. The whole tree counts: a package may bring an older copy of its own. */
const FLOORS = { ws: '8.21.0', hono: '4.12.21', 'better-auth': '1.6.22' };

const GIVE_UP_MS = 20_000;

/**
 * @param {string} version
 * @param {string} floor
 */
function isBelow(version, floor) {
  const [numbers = '', beta] = version.split('+', 1)[0]?.split(/-(.*)/s) ?? [];
  const [has, needs] = [numbers, floor].map((text) => text.split('.').map(Number));
  const at = [0, 1, 2].find((index) => has?.[index] !== needs?.[index]);
  // A prerelease of a version is below that version.
  if (at === undefined) return beta !== undefined;
  return !((has?.[at] ?? 0) > (needs?.[at] ?? 0));
}

/**
 * Every copy that is older than the version in which its weakness was fixed, and every floor without a package.
 * @param {import('./lockfile.mjs').Lockfile} lock
 * @param {Record<string, string>} floors
 */
export function findOutdated(lock, floors = FLOORS) {
  return Object.entries(floors).flatMap(([name, floor]) => {
    const copies = Object.entries(lock.packages).filter(
      ([path]) => path === `node_modules/${name}` || path.endsWith(`/node_modules/${name}`),
    );
    if (copies.length === 0) return [`${name} is not in the lockfile any more: take its floor out`];
    return copies
      .filter(([, { version = '0' }]) => isBelow(version, floor))
      .map(([path, { version }]) => `${path} is ${version}, and ${floor} is the first without a known hole`);
  });
}

/**
 * @typedef {object} Audit
 * @property {boolean} ok
 * @property {string} text one line for the console
 */

/**
 * The output of `npm audit --json`. Output without a count means that nothing was checked, whatever else it contains.
 * @param {string} output
 * @param {string} ending
 * @returns {Audit}
 */
export function readAudit(output, ending) {
  /** @type {{ metadata?: { vulnerabilities?: Record<string, number> }; vulnerabilities?: Record<string, { severity: string }>; message?: string; error?: { summary?: string } }} */
  let report = {};
  try {
    report = JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1));
  } catch {
    // No network, or not npm: reported below.
  }
  const counts = report.metadata?.vulnerabilities;
  if (counts === undefined) {
    const why = report.error?.summary || report.message || ending;
    return { ok: true, text: `npm audit: not checked (its service cannot be reached: ${why.split(/ - |\n/, 1)[0]})` };
  }
  const grave = Object.entries(report.vulnerabilities ?? {})
    .filter(([, { severity }]) => severity === 'high' || severity === 'critical')
    .map(([name, { severity }]) => `${name} (${severity})`);
  const { high = 0, critical = 0, total = 0 } = counts;
  const found = grave.length > 0 ? `: ${grave.join(', ')}` : '';
  return { ok: high + critical === 0, text: `npm audit: ${high + critical} high findings of ${total}${found}` };
}

/** @returns {Promise<Audit>} */
async function askNpm() {
  const args = ['audit', '--json', '--fetch-retries=0', `--fetch-timeout=${GIVE_UP_MS / 2}`];
  const { output, ending } = await npm(args, { timeoutMs: GIVE_UP_MS });
  return readAudit(output, ending);
}

/** @returns {Promise<Audit>} */
export async function audit() {
  const outdated = findOutdated(JSON.parse(readFileSync(fromRoot('package-lock.json'), 'utf8')));
  const floors = outdated.length === 0 ? `floors: all ${Object.keys(FLOORS).length} held` : outdated.join('\n');
  const asked = await askNpm();
  return { ok: asked.ok && outdated.length === 0, text: `${floors}\n${asked.text}` };
}
