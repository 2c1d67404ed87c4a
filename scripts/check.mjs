import './lib/require-node.mjs';

const { runCommand } = await import('./lib/project.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');
const { runStep } = await import('./lib/steps.mjs');

await runCommand(async () => {
  const began = performance.now();
  await ensureInstalled();
  const results = await Promise.all(
    ['types', 'lint', 'format', 'unused', 'unit'].map((name) => runStep(name, { capture: true })),
  );
  const failed = results.filter(({ ok }) => !ok).map(({ name }) => name);
  const took = `${((performance.now() - began) / 1000).toFixed(1)} s`;
  console.log(failed.length === 0 ? `All good (${took}).` : `Failed: ${failed.join(', ')} (${took}).`);
  process.exitCode = failed.length === 0 ? 0 : 1;
});
