// For ours and the peers alike: memory is compared after everything that is no longer needed has been given back.
process.on('SIGUSR2', () => {
  for (let round = 0; round < 4; round += 1) globalThis.gc();
});
