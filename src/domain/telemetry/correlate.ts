export interface Overlap {
  /** Steps that both know. */
  readonly count: number;
  /** From -1 to 1; 0 where nothing can be said. */
  readonly correlation: number;
  /** Standard deviations over the overlap. */
  readonly spreadA: number;
  readonly spreadB: number;
}

/** Pearson's correlation of a[i] with b[i + lag], over what both know. */
export function correlate(a: Float64Array, b: Float64Array, lag: number): Overlap {
  const from = Math.max(0, -lag);
  const to = Math.min(a.length, b.length - lag);
  let [count, sumA, sumB, sumAA, sumBB, sumAB] = [0, 0, 0, 0, 0, 0];
  for (let at = from; at < to; at += 1) {
    const va = a[at]!;
    const vb = b[at + lag]!;
    const product = va * vb;
    // NaN is the only value that is not itself: one test for both.
    if (product !== product) continue;
    count += 1;
    sumA += va;
    sumB += vb;
    sumAA += va * va;
    sumBB += vb * vb;
    sumAB += product;
  }
  if (count === 0) return { count, correlation: 0, spreadA: 0, spreadB: 0 };
  const [meanA, meanB] = [sumA / count, sumB / count];
  return overlapOf(count, sumAA / count - meanA ** 2, sumBB / count - meanB ** 2, sumAB / count - meanA * meanB);
}

/**
 * The same with holes bridged by a line, for looking at very many lags: with sums made once, a lag costs one product for
 * each pair. A hole is mostly a pause, and the line across it about zero, as it was.
 */
export class Bridged {
  readonly #values: Float64Array;
  readonly #sums: Float64Array;
  readonly #squares: Float64Array;

  constructor(values: Float64Array) {
    this.#values = bridge(values);
    this.#sums = new Float64Array(values.length + 1);
    this.#squares = new Float64Array(values.length + 1);
    this.#values.forEach((value, at) => {
      this.#sums[at + 1] = this.#sums[at]! + value;
      this.#squares[at + 1] = this.#squares[at]! + value * value;
    });
  }

  correlate(other: Bridged, lag: number): Overlap {
    const [a, b] = [this.#values, other.#values];
    const from = Math.max(0, -lag);
    const to = Math.min(a.length, b.length - lag);
    const count = to - from;
    if (count <= 0) return { count: 0, correlation: 0, spreadA: 0, spreadB: 0 };
    let product = 0;
    for (let at = from; at < to; at += 1) product += a[at]! * b[at + lag]!;
    const meanA = (this.#sums[to]! - this.#sums[from]!) / count;
    const meanB = (other.#sums[to + lag]! - other.#sums[from + lag]!) / count;
    const squareA = (this.#squares[to]! - this.#squares[from]!) / count;
    const squareB = (other.#squares[to + lag]! - other.#squares[from + lag]!) / count;
    return overlapOf(count, squareA - meanA * meanA, squareB - meanB * meanB, product / count - meanA * meanB);
  }
}

function bridge(values: Float64Array): Float64Array {
  const result = values.slice();
  let last = -1;
  for (let at = 0; at <= values.length; at += 1) {
    if (at < values.length && Number.isNaN(values[at]!)) continue;
    const [before, after] = [values[last] ?? values[at] ?? 0, values[at] ?? values[last] ?? 0];
    for (let hole = last + 1; hole < at; hole += 1) {
      result[hole] = before + ((after - before) * (hole - last)) / (at - last);
    }
    last = at;
  }
  return result;
}

function overlapOf(count: number, varianceA: number, varianceB: number, covariance: number): Overlap {
  const [spreadA, spreadB] = [Math.sqrt(Math.max(0, varianceA)), Math.sqrt(Math.max(0, varianceB))];
  const both = spreadA * spreadB;
  const correlation = both > 1e-12 ? Math.max(-1, Math.min(1, covariance / both)) : 0;
  return { count, correlation, spreadA, spreadB };
}
