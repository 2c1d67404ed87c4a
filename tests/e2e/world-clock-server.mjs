// Loaded by the server before anything else: the server's clock makes the leaps of `world-clock.ts`.
const realNow = Date.now;
/** @type {{ at: number, by: number }[]} */
const leaps = [];

Date.now = () => {
  const now = realNow();
  return leaps.reduce((sum, { at, by }) => (now >= at ? sum + by : sum), now);
};
process.on('message', (/** @type {{ at: number, by: number }} */ leap) => {
  leaps.push(leap);
  process.send?.(leap.at);
});
// An open channel would keep a server alive that has been asked to stop.
process.channel?.unref();
