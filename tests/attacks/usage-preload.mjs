// Read by the attacked server before anything else: tells the attacker what it has used of processor and memory.
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  const { maxRSS } = process.resourceUsage();
  process.send?.({ cpuMs: (user + system) / 1000, rss: process.memoryUsage.rss(), peakRss: maxRSS * 1024 });
});
// An attacker that dies leaves no server behind.
process.on('disconnect', () => process.exit(0));
process.channel?.unref();
