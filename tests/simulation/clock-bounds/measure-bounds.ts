import { createRandom } from '../random.ts';
import { createNetwork, type NetworkName } from './networks.ts';
import { Phone } from './phone.ts';
import { type Measured, stories, type StoryName } from './stories.ts';

export interface Figures {
  readonly taps: number;
  /** Share of the taps whose true time is within the stated bound. */
  readonly inside: number;
  readonly p95: number;
  readonly meanBound: number;
}

/** The same phones for the same arguments. */
export async function playStory(
  story: StoryName,
  network: NetworkName,
  phones: number,
  mostPpm = 100,
): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (let index = 0; index < phones; index += 1) {
    const random = createRandom(`${story}/${network}/${index}`);
    const phone = new Phone(random, createNetwork(network, random), mostPpm);
    measured.push(...(await stories[story](phone, random)));
    phone.stop();
  }
  return measured;
}

export function summarise(measured: readonly Measured[]): Figures {
  const errors = measured.map(({ error }) => error).toSorted((one, other) => one - other);
  return {
    taps: measured.length,
    inside: measured.filter(({ error, bound }) => error <= bound).length / measured.length,
    p95: errors[Math.floor(errors.length * 0.95)]!,
    meanBound: measured.reduce((sum, { bound }) => sum + bound, 0) / measured.length,
  };
}
