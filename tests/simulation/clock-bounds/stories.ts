import type { Placed } from '../../../src/domain/timing/clock.ts';
import type { Random } from '../random.ts';
import type { Phone, TrueTap } from './phone.ts';

const MINUTE = 60_000;
const TAPS = 6;

export interface Measured {
  readonly error: number;
  readonly bound: number;
}

type Story = (phone: Phone, random: Random) => Promise<readonly Measured[]>;

/** What a phone goes through before, between and after its taps. */
export const stories = {
  'just opened': async (phone) => {
    phone.open();
    await phone.pass(15_000);
    return sendNow(phone, [await tapAfter(phone, 0)]);
  },
  'with a signal': async (phone, random) => {
    phone.open();
    await phone.pass(random.between(2, 20) * MINUTE);
    const measured: Measured[] = [];
    for (let count = 0; count < TAPS; count += 1) {
      measured.push(...(await sendNow(phone, [await tapAfter(phone, random.between(5_000, 90_000))])));
    }
    return measured;
  },
  'an hour offline, then a signal': async (phone, random) => {
    phone.open();
    await phone.pass(random.between(5, 25) * MINUTE);
    phone.isOffline = true;
    const taps = await tapWithin(phone, random, 60 * MINUTE);
    phone.isOffline = false;
    return sendNow(phone, taps);
  },
  'an hour offline, still offline': async (phone, random) => {
    phone.open();
    await phone.pass(random.between(5, 25) * MINUTE);
    phone.isOffline = true;
    const taps = await tapWithin(phone, random, 60 * MINUTE);
    return compare(
      taps,
      taps.map((tap) => phone.place(tap)),
    );
  },
  'opened offline, an hour to the signal': async (phone, random) => {
    phone.isOffline = true;
    phone.open();
    const taps = await tapWithin(phone, random, 60 * MINUTE);
    phone.isOffline = false;
    return sendNow(phone, taps);
  },
  'asleep for a while offline': async (phone, random) => {
    phone.open();
    await phone.pass(random.between(5, 25) * MINUTE);
    phone.isOffline = true;
    const before = await tapWithin(phone, random, 20 * MINUTE);
    await phone.sleep(random.between(1, 20) * MINUTE);
    const after = await tapWithin(phone, random, 20 * MINUTE);
    phone.isOffline = false;
    return sendNow(phone, [...before, ...after]);
  },
  'wall clock set while offline': async (phone, random) => {
    phone.open();
    await phone.pass(random.between(5, 25) * MINUTE);
    phone.isOffline = true;
    const before = await tapWithin(phone, random, 20 * MINUTE);
    phone.jump(random.pick([-1, 1]) * 10 ** random.between(2, 7));
    const after = await tapWithin(phone, random, 20 * MINUTE);
    phone.isOffline = false;
    return sendNow(phone, [...before, ...after]);
  },
  'page loaded anew while offline': async (phone, random) => {
    phone.open();
    await phone.pass(random.between(5, 25) * MINUTE);
    phone.isOffline = true;
    const before = await tapWithin(phone, random, 20 * MINUTE);
    phone.open();
    const after = await tapWithin(phone, random, 20 * MINUTE);
    phone.isOffline = false;
    return sendNow(phone, [...before, ...after]);
  },
} satisfies Record<string, Story>;

export type StoryName = keyof typeof stories;
export const storyNames = Object.keys(stories) as StoryName[];

async function tapAfter(phone: Phone, ms: number): Promise<TrueTap> {
  await phone.pass(ms);
  return phone.tap();
}

/** Taps at random moments of a time that passes. */
async function tapWithin(phone: Phone, random: Random, ms: number): Promise<TrueTap[]> {
  const moments = Array.from({ length: TAPS }, () => random.next() * ms).toSorted((one, other) => one - other);
  const taps: TrueTap[] = [];
  let passed = 0;
  for (const moment of moments) {
    taps.push(await tapAfter(phone, moment - passed));
    passed = moment;
  }
  await phone.pass(ms - passed);
  return taps;
}

async function sendNow(phone: Phone, taps: readonly TrueTap[]): Promise<readonly Measured[]> {
  return compare(taps, await phone.send(taps));
}

function compare(taps: readonly TrueTap[], placed: readonly Placed[]): readonly Measured[] {
  return taps.map(({ at }, index) => ({
    error: Math.abs(placed[index]!.at - at),
    bound: placed[index]!.uncertainty,
  }));
}
