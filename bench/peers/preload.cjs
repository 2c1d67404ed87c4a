// For Pushoff and the peers alike: memory is compared after a garbage collection.
process.on('SIGUSR2', () => {
  for (let round = 0; round < 4; round += 1) globalThis.gc();
});
