import './lib/require-node.mjs';

const { runCommand, Refusal } = await import('./lib/project.mjs');
const { ensureBuilt } = await import('./lib/build.mjs');
const { ensureChromium } = await import('./lib/chromium.mjs');
const { ensureProgram } = await import('./lib/debian.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');
const { startPostgres } = await import('./lib/postgres.mjs');
const { ensureEngines, isWithoutEngines, tellLeftOut } = await import('./lib/engines.mjs');
const { again, ALL_ENGINES, ofHalves, proofs, runStep, steps } = await import('./lib/steps.mjs');

/** @typedef {Awaited<ReturnType<typeof runStep>>} Result */

/** @param {string[]} names */
function choose(names) {
  const unknown = names.filter((name) => !(name in steps));
  if (unknown.length > 0) {
    throw new Refusal(`No such step: ${unknown.join(', ')}. The steps are: ${Object.keys(steps).join(', ')}.`);
  }
  const onDemand = [
    ...Object.values(again),
    ...proofs,
    ...ofHalves,
    ALL_ENGINES,
    ...(isWithoutEngines ? ['engines'] : []),
  ];
  return Object.keys(steps).filter((name) => (names.length === 0 ? !onDemand.includes(name) : names.includes(name)));
}

/**
 * Prepares a step and runs it; a step whose preparation failed has failed, and the others still run.
 * @param {string} name
 * @param {() => Promise<void>} prepare
 * @param {{ capture: boolean }} how
 * @returns {Promise<Result>}
 */
async function runOn(name, prepare, how) {
  if (!how.capture) console.log(`\n— ${name} —`);
  try {
    await prepare();
  } catch (error) {
    const output = error instanceof Error ? error.message : String(error);
    console.log(`${output}\n✗ ${name}`);
    return { name, ok: false, seconds: 0, passed: 0, failed: 1, skipped: 0, failures: [], output };
  }
  return runStep(name, how);
}

/** More failures than these have a cause other than a busy machine. */
const MOST_AGAIN = 3;

/**
 * Stories run beside the HTTP tests, on as few as two cores, where a browser or a server can stand still for seconds. Tests
 * that failed run once more with nothing beside them: what fails then has failed. What passes then is named at the end,
 * because a test that needs a quiet machine has a fault of its own.
 * @param {Result[]} results
 */
async function repeatAlone(results) {
  for (const [name, repetition] of Object.entries(again)) await repeatStep(results, name, repetition);
}

/** @param {Result[]} results @param {string} step @param {string} repetition */
async function repeatStep(results, step, repetition) {
  const stories = results.find(({ name, ok }) => name === step && !ok);
  if (stories === undefined || stories.failures.length === 0 || stories.failures.length > MOST_AGAIN) return;
  const repeated = await runOn(repetition, async () => {}, { capture: false });
  if (!repeated.ok || repeated.passed < stories.failed) return;
  results.push({ ...repeated, passed: 0 });
  Object.assign(stories, {
    ok: true,
    passed: stories.passed + stories.failed,
    failed: 0,
    failures: stories.failures.map((failure) => `passed only on a quiet machine: ${failure}`),
  });
}

/** The seconds of each step, in the order in which the steps ended. @param {Result[]} results @param {number} began */
function timesOf(results, began) {
  const total = (performance.now() - began) / 1000;
  const lines = [...results, { name: 'all, some side by side', ok: results.every(({ ok }) => ok), seconds: total }].map(
    ({ name, ok, seconds }) => `${ok ? '✓' : '✗'} ${name.padEnd(24)}${seconds.toFixed(1).padStart(8)} s`,
  );
  return lines.join('\n');
}

/** @param {Result[]} results */
function closingLine(results) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of results) {
    sum.passed += passed;
    sum.failed += failed;
    sum.skipped += skipped;
  }
  return `${sum.passed} passed, ${sum.failed} failed${sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''}`;
}

await runCommand(async () => {
  const began = performance.now();
  const chosen = choose(process.argv.slice(2));
  if (chosen.some((name) => proofs.includes(name))) process.env['PUSHOFF_IN_FULL'] = '1';
  await ensureInstalled();

  const together = ['types', 'lint', 'format', 'unused', 'audit'].filter((name) => chosen.includes(name));
  /** @type {Result[]} */
  const results = await Promise.all(together.map((name) => runStep(name, { capture: true })));

  /** @type {Awaited<ReturnType<typeof startPostgres>> | undefined} */
  let postgres;
  const needPostgres = async () => {
    postgres ??= await startPostgres();
    process.env['TEST_DATABASE_URL'] = postgres.url;
  };
  const needServers = async () => {
    await needPostgres();
    process.env['PUSHOFF_NATS'] = await ensureProgram('nats-server');
    process.env['PUSHOFF_NGINX'] = await ensureProgram('nginx');
  };
  const needBrowser = async () => {
    process.env['PUSHOFF_CHROMIUM'] = await ensureChromium();
    console.log(`Browser: ${process.env['PUSHOFF_CHROMIUM']}`);
  };
  const needBrowserAndBuild = async () => {
    if (results.some(({ name, ok }) => name === 'build' && !ok)) throw new Refusal('Not run: the build failed.');
    await needBrowser();
    await ensureBuilt();
  };
  const needReaders = async () => {
    await needBrowserAndBuild();
    await ensureProgram('pdftotext', 'poppler-utils');
  };
  /** @param {'main' | 'all'} which */
  const needEngines = (which) => async () => {
    await needBrowserAndBuild();
    await ensureEngines(which);
  };
  /** @type {Record<string, () => Promise<void>>} */
  const grounds = {
    contract: needPostgres,
    http: needServers,
    components: needBrowser,
    e2e: needBrowserAndBuild,
    outputs: needReaders,
    proofs: needServers,
    'e2e-proofs': needBrowserAndBuild,
    engines: needEngines('main'),
    [ALL_ENGINES]: needEngines('all'),
  };
  /** @param {string[]} names @param {{ capture: boolean }} how */
  const runInTurn = async (names, how) => {
    for (const name of names.filter((step) => chosen.includes(step))) {
      results.push(await runOn(name, grounds[name] ?? (async () => {}), how));
    }
  };
  try {
    await runInTurn(['build'], { capture: false });
    // The browser tests and the HTTP tests, which wait for servers to stop, each leave cores idle at times: side by
    // side they take less time. The longest of each lane comes first, so that a short one is the last of both. Whichever
    // lane is free first takes the next of the rest.
    const isAlone = !chosen.includes('e2e');
    const rest = ['engines', 'outputs', 'simulation'];
    const takeRest = async () => {
      for (let name = rest.shift(); name !== undefined; name = rest.shift()) {
        await runInTurn([name], { capture: !isAlone });
      }
    };
    await Promise.all([
      runInTurn(['http', 'unit', 'contract'], { capture: !isAlone }).then(takeRest),
      runInTurn(['e2e', 'components'], { capture: false }).then(takeRest),
    ]);
    await repeatAlone(results);
    // Proofs measure, so nothing runs beside them.
    await runInTurn(proofs, { capture: false });
    await runInTurn([ALL_ENGINES], { capture: false });
  } finally {
    await postgres?.stop();
  }

  for (const { name, ok, failures } of results) {
    for (const failure of failures) console.log(`${ok ? '!' : '✗'} ${name}: ${failure}`);
  }
  if (chosen.includes(ALL_ENGINES)) tellLeftOut();
  if (isWithoutEngines) console.log('Left out: the stories in Firefox and in WebKit (PUSHOFF_WITHOUT_ENGINES).');
  console.log(`\n${timesOf(results, began)}\n\n${closingLine(results)}`);
  process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;
});
