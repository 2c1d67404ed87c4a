// Read by the attacked server before anything else: tells the attacker what it has used of processor and memory.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

process.on('message', (asked) => {
  if (asked === 'held') collectGarbage();
  const { user, system } = process.cpuUsage();
  const { maxRSS } = process.resourceUsage();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send?.({ cpuMs: (user + system) / 1000, rss, peakRss: maxRSS * 1024, held: heapUsed + external });
});
// An attacker that dies leaves no server behind.
process.on('disconnect', () => process.exit(0));
process.channel?.unref();
