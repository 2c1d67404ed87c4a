import * as z from 'zod';
import { listedEvents, startList } from '../../protocol/api-reads.ts';
import { scopes } from '../../protocol/api-tokens.ts';
import { publicResults } from '../../protocol/results.ts';
import { listedSeries } from '../../protocol/series.ts';
import { appShapes, loggedChange, racer, wholeEvent } from './app-shapes.ts';

const fault = z.object({
  pointer: z.string().optional().describe('A JSON pointer into the body of the request, as a fragment'),
  parameter: z.string().optional().describe('The parameter that is at fault'),
  rule: z.string().describe('The rule that is broken, by its name in JSON Schema where it has one'),
  detail: z.string(),
});

const tokenList = z.object({
  tokens: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      prefix: z.string(),
      scopes: z.array(z.enum(scopes)),
      createdAt: z.int(),
      expiresAt: z.int(),
      lastUsedAt: z.int().nullable(),
    }),
  ),
});

/** Answers by their names in the document: first those that programs read, which are promised to stay. */
export const shapes = {
  EventList: listedEvents,
  StartList: startList,
  Results: publicResults,
  SeriesList: listedSeries,
  Clock: z.object({ received: z.number(), sent: z.number() }),
  TokenList: tokenList,
  MadeToken: tokenList.extend({ token: z.string() }),
  WholeEvent: wholeEvent,
  CommandAnswers: z.object({
    schema: z.int(),
    answers: z.array(
      z.discriminatedUnion('status', [
        z.object({
          id: z.string(),
          status: z.literal('accepted'),
          changes: z.array(loggedChange),
          racer: racer
            .nullable()
            .optional()
            .describe('Of commands on racers: the racer afterwards; null where it is gone'),
        }),
        z.object({
          id: z.string(),
          status: z.literal('refused'),
          code: z.string(),
          message: z.string(),
          errors: z.array(fault).optional(),
        }),
        z.object({ id: z.string(), status: z.literal('later') }).describe('Not looked at: send it again'),
      ]),
    ),
  }),
  ...appShapes,
};

/** `code` is any text to a client that was generated before the code was added. */
export const problem = z
  .object({
    error: z.object({
      code: z.string(),
      status: z.string(),
      message: z.string(),
      requestId: z.string(),
      retryAfterSeconds: z.int().optional(),
    }),
    type: z.string(),
    title: z.string(),
    status: z.int(),
    errors: z.array(fault).optional(),
  })
  .describe('Why a call was refused: problem details (RFC 9457), and the code that programs decide by');
