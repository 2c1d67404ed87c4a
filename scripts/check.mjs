import './lib/require-node.mjs';

const { Refusal, runCommand } = await import('./lib/project.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');
const { checks, isHalf, runStep } = await import('./lib/steps.mjs');

await runCommand(async () => {
  const began = performance.now();
  const [half] = process.argv.slice(2);
  if (half !== undefined && !isHalf(half)) throw new Refusal('npm run check -- [timing | telemetry]');
  await ensureInstalled();
  const how = { capture: true, ...(half !== undefined && { half }) };
  const results = await Promise.all(checks(half).map((name) => runStep(name, how)));
  const failed = results.filter(({ ok }) => !ok).map(({ name }) => name);
  const took = `${((performance.now() - began) / 1000).toFixed(1)} s`;
  console.log(failed.length === 0 ? `All good (${took}).` : `Failed: ${failed.join(', ')} (${took}).`);
  process.exitCode = failed.length === 0 ? 0 : 1;
});
