import type { ServerContext } from '../server-context.ts';
import type { PaymentsConfig } from '../config.ts';
import type { PaymentParts } from './settle.ts';
import type { PaymentProvider } from './provider.ts';
import { startSandboxDelivery } from './sandbox-delivery.ts';
import { createSandbox, type Sandbox, type SandboxFaults } from './sandbox-provider.ts';
import { createStripeProvider } from './stripe-provider.ts';

export interface Payments {
  readonly parts: PaymentParts;
  /** The sandbox; absent where real cards are taken. */
  readonly sandbox: Sandbox | undefined;
  /** Called once the server listens at `url`: from then on the sandbox sends its messages there. */
  startDelivery(url: string): { stop(): Promise<void> };
}

export async function createPayments(
  config: PaymentsConfig,
  accounts: ServerContext,
  faults?: SandboxFaults,
): Promise<Payments> {
  const { storage, queue, clock, log, secret, mail, onMailQueued, onAccountChanged } = accounts;
  const { db } = storage;
  let wake = () => {};
  const sandbox =
    config.provider === 'sandbox' ? createSandbox({ db, clock, secret, faults, onQueued: () => wake() }) : undefined;
  const provider: PaymentProvider =
    config.provider === 'stripe' ? await createStripeProvider(config, log) : sandbox!.provider;
  return {
    parts: { storage, provider, queue, clock, log, support: mail.support, onMailQueued, onAccountChanged },
    sandbox,
    startDelivery(url) {
      if (sandbox === undefined) return { stop: async () => {} };
      const delivery = startSandboxDelivery({ db, clock, log, signingSecret: sandbox.signingSecret, url });
      wake = delivery.wake;
      return delivery;
    },
  };
}
