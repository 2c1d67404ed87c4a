import { STRIP_CELLS } from './strip.ts';

interface Moment {
  readonly strip: ArrayLike<number>;
  readonly at: number;
}

/**
 * The middle of three strips, cell by cell: a drop of rain is in one of them only. So is the rim of a fast wheel, which is why
 * bad weather is a switch with a larger uncertainty of its own. Answers the strip before, once there are three.
 */
export function createRainFilter(): (strip: ArrayLike<number>, at: number) => Moment | undefined {
  let [first, second]: (Moment | undefined)[] = [];
  return (strip, at) => {
    const third = { strip: Uint8Array.from(strip), at };
    const [one, two] = [first, second];
    [first, second] = [second, third];
    if (one === undefined || two === undefined) return undefined;
    const middle = new Uint8Array(STRIP_CELLS);
    for (let cell = 0; cell < STRIP_CELLS; cell += 1) {
      const [a, b, c] = [one.strip[cell]!, two.strip[cell]!, third.strip[cell]!];
      middle[cell] = Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
    }
    return { strip: middle, at: two.at };
  };
}
