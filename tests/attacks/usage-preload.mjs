// Loaded by the attacked server before anything else: reports its use of processor and memory to the attacker.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** The longest processor time between two turns of the event loop. */
let longestHoldMs = 0;
let lastTurn = 0;
/** @type {NodeJS.Timeout | undefined} */
let watching;
function takeTurn() {
  const now = cpuMs();
  longestHoldMs = Math.max(longestHoldMs, now - lastTurn);
  lastTurn = now;
}

process.on('message', (asked) => {
  if (asked === 'held') collectGarbage();
  if (asked === 'watch') {
    [longestHoldMs, lastTurn] = [0, cpuMs()];
    watching ??= setInterval(takeTurn, 2).unref();
  }
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send?.({ cpuMs: cpuMs(), rss, held: heapUsed + external, longestHoldMs });
});
// The server ends with the attacker's process.
process.on('disconnect', () => process.exit(0));
process.channel?.unref();
