import * as z from 'zod';
import { statuses } from '../../domain/model/ruling.ts';

const text = z.string();
const moment = z.number();
const flag = z.boolean();
const textOrNull = text.nullable();
const numberOrNull = z.number().nullable();
export const linkKey = z.object({ linkKey: textOrNull });
export const course = z.object({ name: text, meters: numberOrNull }).nullable();

/** Answers about one racer over the events of an owner. */
export const historyShapes = {
  History: z.object({
    name: text,
    courses: z.array(
      z.object({
        course,
        best: z.object({ ms: z.number(), at: moment }).nullable(),
        results: z.array(
          z.object({
            event: z.object({
              id: textOrNull,
              name: textOrNull,
              timeZone: text,
              conditions: text,
              viewerKey: textOrNull,
            }),
            at: moment,
            ms: numberOrNull,
            runs: z.array(z.number()),
            status: z.enum(statuses),
            bestByMs: numberOrNull,
            firstUnderMs: numberOrNull,
            isBest: flag,
            fastestSince: numberOrNull,
          }),
        ),
      }),
    ),
    isCut: flag,
    own: linkKey
      .extend({
        mayShare: flag,
        publicName: text,
        racerId: text,
        elsewhere: z.array(z.object({ eventId: text, racerId: text, name: text })),
        merged: z.array(z.object({ racerId: text, name: text })),
        met: z.array(text),
      })
      .optional(),
  }),
  MergePreview: z.object({
    sides: z.array(
      z.object({ racerId: text, name: text, events: z.int(), series: z.int(), followers: z.int(), runs: z.int() }),
    ),
    met: z.array(text),
  }),
  RacerSeries: z.object({
    series: z.array(
      z.object({
        id: textOrNull,
        name: text,
        scoring: z.enum(['points', 'field', 'time', 'percent']),
        isAdjusted: flag,
        minimum: z.int(),
        standings: z.array(
          z.object({
            category: textOrNull,
            isOverall: flag,
            rank: numberOrNull,
            ranked: z.int(),
            total: z.number(),
            scores: z.int(),
          }),
        ),
      }),
    ),
    isCut: flag,
  }),
};
