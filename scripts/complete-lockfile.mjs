// Where a registry mirror carries only its own platform's binaries, npm writes a lockfile without the others, and then
// `npm ci` refuses that lockfile everywhere. This writes the missing entries from what the packages themselves declare.
import { readFileSync, writeFileSync } from 'node:fs';
import { missingPlatforms, platformOf } from './lib/lockfile.mjs';
import { fromRoot, Refusal, runCommand } from './lib/project.mjs';

await runCommand(async () => {
  const file = fromRoot('package-lock.json');
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  const missing = missingPlatforms(lock);
  for (const { name, version, dev } of missing) {
    const platform = platformOf(name);
    if (!platform)
      throw new Refusal(`${name} does not say which platform it is for: add it to package-lock.json by hand.`);
    const { os, cpu, libc } = platform;
    lock.packages[`node_modules/${name}`] = {
      version,
      cpu,
      ...(dev && { dev }),
      ...(libc && { libc }),
      optional: true,
      ...(os && { os }),
    };
  }
  const { '': self, ...packages } = lock.packages;
  const sorted = Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
  writeFileSync(
    file,
    `${JSON.stringify({ ...lock, packages: { '': self, ...Object.fromEntries(sorted) } }, null, 2)}\n`,
  );
  console.log(`package-lock.json: ${missing.length} added`);
});
