import './lib/require-node.mjs';

const { audit } = await import('./lib/audit.mjs');
const { runCommand } = await import('./lib/project.mjs');

await runCommand(async () => {
  const { ok, text } = await audit();
  console.log(text);
  process.exitCode = ok ? 0 : 1;
});
