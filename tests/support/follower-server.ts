import { epochMs } from '../../src/domain/units.ts';
import { createPushTransport } from '../../src/server/followers/push-transport.ts';
import { deriveVapidKeys } from '../../src/server/followers/vapid.ts';
import { eventCommand } from './commands.ts';
import { PUSH_CERTIFICATE } from './push-certificate.ts';
import type { PushService } from './push-service.ts';

export const SECRET = 'the-secret-of-the-followers-0123456789abcdef';
export const START = epochMs(1_760_000_000_000);

/** Told by hand, so that a test knows when everything has been told. */
export const followerOptionsFor = (service: PushService) => ({
  holdMs: 3_600_000,
  push: createPushTransport({
    vapid: deriveVapidKeys(SECRET),
    subject: 'mailto:us@example.org',
    standIn: service.url,
    ca: PUSH_CERTIFICATE,
    // Every name leads to this machine; the stand-in has none.
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  }),
});

export const enter = (eventId: string, line: string, racerId: string, seconds: number) =>
  eventCommand(eventId, { type: 'tap.enter', line, racerId, to: epochMs(START + seconds * 1000) });
