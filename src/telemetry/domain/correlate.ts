export interface Overlap {
  /** Steps that both recordings know. */
  readonly count: number;
  /** From -1 to 1; 0 where it cannot be told. */
  readonly correlation: number;
  /** Standard deviations over the overlap. */
  readonly spreadA: number;
  readonly spreadB: number;
  /** 1 where both have the same mean and spread, less the more they differ (Lin's bias correction). */
  readonly agreement: number;
}

const NOTHING: Overlap = { count: 0, correlation: 0, spreadA: 0, spreadB: 0, agreement: 0 };

/** Pearson's correlation of a[i] with b[i + lag], over the steps that both know. */
export function correlate(a: Float64Array, b: Float64Array, lag: number): Overlap {
  const from = Math.max(0, -lag);
  const to = Math.min(a.length, b.length - lag);
  let [count, sumA, sumB, sumAA, sumBB, sumAB] = [0, 0, 0, 0, 0, 0];
  for (let at = from; at < to; at += 1) {
    const va = a[at]!;
    const vb = b[at + lag]!;
    const product = va * vb;
    // NaN is the only value that is not equal to itself: one test for both.
    if (product !== product) continue;
    count += 1;
    sumA += va;
    sumB += vb;
    sumAA += va * va;
    sumBB += vb * vb;
    sumAB += product;
  }
  if (count === 0) return NOTHING;
  return overlapOf(count, count, sumA, sumB, sumAA, sumBB, sumAB);
}

/**
 * A correlation with holes bridged by a line, for trying very many lags: with sums made once, a lag costs one product
 * for each pair. A hole is mostly a pause, and the line across it is about zero, as the speed was.
 */
export class Bridged {
  readonly #values: Float64Array;
  readonly #sums: Float64Array;
  readonly #squares: Float64Array;
  readonly #known: Float64Array;

  constructor(values: Float64Array) {
    this.#values = bridge(values);
    this.#sums = new Float64Array(values.length + 1);
    this.#squares = new Float64Array(values.length + 1);
    this.#known = new Float64Array(values.length + 1);
    this.#values.forEach((value, at) => {
      this.#sums[at + 1] = this.#sums[at]! + value;
      this.#squares[at + 1] = this.#squares[at]! + value * value;
      this.#known[at + 1] = this.#known[at]! + (Number.isNaN(values[at]!) ? 0 : 1);
    });
  }

  correlate(other: Bridged, lag: number): Overlap {
    const [a, b] = [this.#values, other.#values];
    const from = Math.max(0, -lag);
    const to = Math.min(a.length, b.length - lag);
    const steps = to - from;
    if (steps <= 0) return NOTHING;
    let product = 0;
    for (let at = from; at < to; at += 1) product += a[at]! * b[at + lag]!;
    const known = Math.min(this.#known[to]! - this.#known[from]!, other.#known[to + lag]! - other.#known[from + lag]!);
    return overlapOf(
      known,
      steps,
      this.#sums[to]! - this.#sums[from]!,
      other.#sums[to + lag]! - other.#sums[from + lag]!,
      this.#squares[to]! - this.#squares[from]!,
      other.#squares[to + lag]! - other.#squares[from + lag]!,
      product,
    );
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

function overlapOf(
  count: number,
  steps: number,
  sumA: number,
  sumB: number,
  sumAA: number,
  sumBB: number,
  sumAB: number,
): Overlap {
  const [meanA, meanB] = [sumA / steps, sumB / steps];
  const varianceA = Math.max(0, sumAA / steps - meanA ** 2);
  const varianceB = Math.max(0, sumBB / steps - meanB ** 2);
  const both = Math.sqrt(varianceA * varianceB);
  const covariance = sumAB / steps - meanA * meanB;
  const isFlat = both < 1e-12;
  return {
    count,
    correlation: isFlat ? 0 : Math.max(-1, Math.min(1, covariance / both)),
    spreadA: Math.sqrt(varianceA),
    spreadB: Math.sqrt(varianceB),
    agreement: isFlat ? 0 : (2 * both) / (varianceA + varianceB + (meanA - meanB) ** 2),
  };
}
