import type { Random } from '../random.ts';

interface Way {
  readonly there: number;
  readonly back: number;
}

export interface Network {
  /** The ways of one exchange; null where it fails. */
  next(random: Random, now: number): Way | null;
}

interface Delays {
  /** Least time of one way, where both are equal. */
  readonly least: readonly [number, number];
  /** Share of the round trip by which the way there is longer. */
  readonly asymmetry: readonly [number, number];
  /** Mean of what queues add to a way. */
  readonly queue: number;
  readonly spikes: { readonly chance: number; readonly ms: readonly [number, number] };
  readonly loss: number;
}

const delays = {
  'Wi-Fi': { least: [3, 12], asymmetry: [-0.3, 0.3], queue: 5, spikes: { chance: 0.03, ms: [20, 150] }, loss: 0 },
  // A phone has to ask for its turn before it may send: the way there is the longer one.
  '4G': { least: [20, 50], asymmetry: [-0.05, 0.4], queue: 20, spikes: { chance: 0.06, ms: [80, 800] }, loss: 0.01 },
  bad: { least: [100, 300], asymmetry: [-0.3, 0.4], queue: 250, spikes: { chance: 0.2, ms: [300, 2_000] }, loss: 0.1 },
} satisfies Record<string, Delays>;

export type NetworkName = keyof typeof delays;
export const networkNames = Object.keys(delays) as NetworkName[];

/** Mean time until a phone takes another way: another mast, another channel. */
const REROUTED_AFTER_MS = 10 * 60_000;

export function createNetwork(name: NetworkName, random: Random): Network {
  const { least, asymmetry, queue, spikes, loss }: Delays = delays[name];
  const [oneWay, shift] = [random.between(...least), random.between(...asymmetry)];
  let [there, back] = [oneWay * (1 + shift), oneWay * (1 - shift)];
  let reroutedAt = 0;
  const delay = (draw: Random, base: number): number =>
    base - queue * Math.log(1 - draw.next()) + (draw.chance(spikes.chance) ? draw.between(...spikes.ms) : 0);
  return {
    next(draw, now) {
      for (; now > reroutedAt; reroutedAt -= REROUTED_AFTER_MS * Math.log(1 - draw.next())) {
        there = oneWay * (1 + shift) * draw.between(0.85, 1.15);
        back = oneWay * (1 - shift) * draw.between(0.85, 1.15);
      }
      return draw.chance(loss) ? null : { there: delay(draw, there), back: delay(draw, back) };
    },
  };
}
