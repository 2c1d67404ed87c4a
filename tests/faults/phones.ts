import { join } from 'node:path';
import type { BrowserPhone } from './browser-phone.ts';
import type { Cast, Player } from './cast.ts';
import type { Witness } from './check-run.ts';
import { machineNow } from './faults-log.ts';
import { createPhone, type PhoneOnDisk } from './phone-on-disk.ts';
import type { PhonePlan } from './phone/plan.ts';
import type { Setting } from './setting.ts';

const RACE_MS = 60_000;
const PAUSE_MS = 200;
const HOUR = 3_600_000;

/** One race for each minute, so that none grows without bound. */
export const racesFor = (minutes: number): number => Math.max(1, Math.ceil((minutes * 60_000) / RACE_MS));

export async function openPhones(setting: Setting, cast: Cast, seed: number): Promise<PhoneOnDisk[]> {
  const { coach, guest, watcher } = cast;
  const hands: readonly (readonly [string, Player, Partial<PhonePlan>])[] = [
    ['phone', coach, { createsRaces: true }],
    ['tablet', coach, { clockOffsetMs: 3 * HOUR }],
    ['guest', guest, { clockOffsetMs: -HOUR / 2 }],
    ['watcher', watcher, { pauseMs: null }],
  ];
  const phones = hands.map(([name, player, more]) => {
    const plan = planFor(setting, player, cast, { seed: `${seed} ${name}`, ...more });
    return createPhone(name, setting.phoneProgram, join(setting.folder, name), plan);
  });
  await Promise.all(phones.map((phone) => phone.open()));
  return phones;
}

export function planFor({ proxy }: Setting, player: Player, { races }: Cast, more: Partial<PhonePlan>): PhonePlan {
  const { viewer, cookie, keys } = player;
  return {
    viewer,
    cookie,
    keys,
    url: proxy.url,
    races,
    seed: '',
    beganAt: machineNow(),
    raceMs: RACE_MS,
    pauseMs: PAUSE_MS,
    createsRaces: false,
    clockOffsetMs: 0,
    ...more,
  };
}

export async function hear(phone: PhoneOnDisk | BrowserPhone, { coach, guest, watcher }: Cast): Promise<Witness> {
  const owner = [coach, guest, watcher].find(({ viewer }) => viewer === phone.plan.viewer)!;
  return { name: phone.name, person: owner.person, lines: phone.lines(), rows: await phone.rows() };
}
