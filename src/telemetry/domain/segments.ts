/** The stretches between breaks as pairs of indices, the second not included. Invalid breaks are passed over. */
export function segmentsOf(count: number, breaks: readonly number[]): [from: number, to: number][] {
  const starts = [0, ...breaks].filter((start) => Number.isInteger(start) && start >= 0 && start < count);
  const sorted = [...new Set(starts)].sort((a, b) => a - b);
  return sorted.map((start, index) => [start, sorted[index + 1] ?? count]);
}
