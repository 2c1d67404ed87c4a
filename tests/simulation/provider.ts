import type { Random } from './random.ts';
import { coach, helper, type World } from './world.ts';

/** A card that was charged. */
export interface Purchase {
  readonly id: string;
  readonly userId: string;
  readonly amount: number;
  /** Whether a server has acknowledged the message. */
  isHeard: boolean;
}

/** Some people buy credits meanwhile. The provider sends a message to a server, repeatedly until it is acknowledged. */
export function schedulePurchases(world: World, random: Random, until: number): void {
  const { scheduler, journal } = world;
  const count = random.below(4);
  for (let index = 0; index < count; index += 1) {
    const { userId } = random.chance(0.8) ? coach : helper;
    const purchase: Purchase = { id: random.uuid(), userId, amount: random.pick([150, 350]), isHeard: false };
    scheduler.after(random.between(0, until - scheduler.now), 'somebody pays', () => {
      journal.purchases.push(purchase);
      tell(world, random, purchase);
    });
  }
}

/** The provider's timeout is short, so the same message often arrives twice at once. */
function tell(world: World, random: Random, purchase: Purchase): void {
  if (purchase.isHeard) return;
  const node = random.pick(world.nodes);
  if (node.isUp) {
    node.receivePurchase(purchase).then(
      () => (purchase.isHeard = true),
      () => {},
    );
  }
  world.scheduler.after(random.between(2, random.chance(0.5) ? 20 : 3000), 'provider', () =>
    tell(world, random, purchase),
  );
}
