/**
 * What `bench/RESULTS.md` says of this release beside another: how many figures have an aim there, and which do not hold.
 * @param {string} results
 * @param {string} release
 */
export function readComparison(results, release) {
  const lines = results.split('\n').filter((line) => line.startsWith('- ') && line.includes(`limit: ${release}:`));
  const worse = lines.filter((line) => line.startsWith('- DOES NOT HOLD: ')).map((line) => line.slice('- '.length));
  return { compared: lines.length, worse };
}
