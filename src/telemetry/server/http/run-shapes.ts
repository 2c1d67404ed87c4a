import * as z from 'zod';
import { privacyZones, runDetails } from '../../protocol/runs.ts';

const text = z.string();
const moment = z.number();
const textOrNull = text.nullable();
const numberOrNull = z.number().nullable();

const run = z.object({
  id: text,
  ownerId: text,
  ownerName: text,
  role: z.enum(['owner', 'shared', 'link']),
  version: z.int(),
  revision: text.optional(),
  createdAt: moment,
  deletedAt: numberOrNull,
  details: runDetails,
  sharing: z.object({ emails: z.array(text), linkKey: textOrNull }).nullable(),
  videoTicket: text.optional(),
});
const runSummary = z.object({ id: text, revision: text, name: text, timestamp: numberOrNull, duration: numberOrNull });
const blockedOwner = z.object({ ownerId: text, ownerName: text });
const sharedRuns = z.array(runSummary.extend({ ...blockedOwner.shape, sharedAt: moment }));

/** Answers to the calls of telemetry, by their names in the document. */
export const runShapes = {
  Run: z.object({ run }),
  Runs: z.object({ runs: z.array(run), videoBytes: z.object({ used: z.number(), limit: z.number() }).optional() }),
  RunPage: z.object({
    runs: z.array(runSummary.extend({ distance: numberOrNull, createdAt: moment, deletedAt: numberOrNull })),
    next: textOrNull,
    version: text.optional(),
    isSame: z.literal(true).optional(),
  }),
  SharedRunPage: z.object({
    runs: sharedRuns,
    next: textOrNull,
    offers: sharedRuns.optional(),
    blocked: z.array(blockedOwner).optional(),
  }),
  EventRuns: z.object({ runs: z.array(z.object({ runId: text, racerId: text, name: text })) }),
  PrivacyZones: privacyZones,
};
