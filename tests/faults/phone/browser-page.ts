import { createWebPorts } from '../../../src/client/sync/web-ports.ts';
import type { Line } from './lines.ts';
import { type Phone, startPhone } from './phone.ts';
import type { PhonePlan } from './plan.ts';

declare global {
  /** Provided by the harness; resolves when the harness has the line. */
  var writeLine: (line: Line) => Promise<void>;
  var openPhone: (plan: PhonePlan) => Promise<void>;
  var phone: Phone & { tapOnce(): Promise<void> };
}

/** The same phone on the browser's own storage. */
globalThis.openPhone = async (plan) => {
  const ports = await createWebPorts();
  await globalThis.writeLine({ kind: 'opened', deviceId: await ports.storage.deviceId(ports.ids.make) });
  globalThis.phone = startPhone(ports, plan, [], globalThis.writeLine);
};
