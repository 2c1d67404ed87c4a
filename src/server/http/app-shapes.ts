import * as z from 'zod';
import { genders } from '../../domain/racers/details.ts';
import { newsKinds } from '../../domain/results/news.ts';
import { embedSettings } from '../../protocol/embeds.ts';
import { letterhead } from '../../protocol/letterhead.ts';
import { handicapTable } from '../../protocol/handicap-tables.ts';
import { pictureFacts } from '../../protocol/picture-facts.ts';
import { screenKinds } from '../../protocol/screen-address.ts';
import { seriesAnswer, seriesDocument } from '../../protocol/series.ts';
import { course, historyShapes, linkKey } from './history-shapes.ts';

const text = z.string();
const moment = z.number();
const flag = z.boolean();
const textOrNull = text.nullable();
const numberOrNull = z.number().nullable();
const done = <Name extends string>(name: Name) =>
  z.object({ [name]: z.literal(true) } as Record<Name, z.ZodLiteral<true>>);

const details = z.object({
  born: z.int().optional(),
  gender: z.enum(genders).optional(),
  class: text.optional(),
  club: text.optional(),
  team: text.optional(),
  category: text.optional(),
});

/** A racer of one's library. */
export const racer = z.object({
  id: text,
  name: text,
  groups: z.array(text),
  createdBy: text,
  createdAt: moment,
  awaitingCredits: flag,
  sameAs: text.optional(),
  details: details.optional(),
});

const site = z.object({
  supportEmail: text,
  contactEmail: text,
  tiles: z.object({ url: text, attribution: text }).optional(),
});
const viewer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('nobody') }),
  z.object({ kind: z.literal('anonymous'), userId: text }),
  z.object({
    kind: z.literal('user'),
    userId: text,
    email: text,
    emailVerified: flag,
    username: text,
    name: text,
    credits: z.int(),
    isOperator: z.literal(true).optional(),
  }),
]);

const account = z.object({
  credits: z.int(),
  events: z.array(
    z.object({
      id: text,
      name: text,
      createdAt: moment,
      deletedAt: numberOrNull,
      isOwner: flag,
      awaitingCredits: flag,
      total: z.int(),
      finished: z.int(),
      onCourse: z.int(),
    }),
  ),
  racers: z.array(racer),
});

const person = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('user'),
    userId: text,
    name: text,
    email: textOrNull,
    isAnonymous: flag,
    isConfirmed: flag.optional(),
    via: z.enum(['owner', 'invitation', 'guest-link']),
  }),
  z.object({ kind: z.literal('email'), email: text }),
]);

/** Changes, taps and the state of an event are told by their kinds and ids: the log is the app's, and grows with releases. */
export const loggedChange = z.looseObject({ type: text, seq: z.int() });
const byId = z.record(text, z.looseObject({}));

export const wholeEvent = z.object({
  view: z.enum(['admin', 'viewer']),
  keys: z.object({ admin: text, viewer: text }).optional().describe('Not with a token'),
  event: z.looseObject({
    id: text,
    seq: z.int(),
    name: text,
    timeZone: text,
    entries: byId.describe('By the id of the racer'),
    taps: byId.describe('By the id of the tap'),
    rulings: byId.describe('Statuses and penalties, by racer and attempt'),
  }),
});

/** Rows that bring a page from the event at `after`, or later, to the event at `seq`. */
const eventRows = z.looseObject({ type: z.literal('rows'), eventId: text, after: z.int(), seq: z.int() });

const webhooks = z.array(
  z.object({
    id: text,
    url: text,
    kinds: z.array(z.enum(newsKinds)),
    createdAt: moment,
    waiting: z.int(),
    failingSince: numberOrNull,
    disabledAt: numberOrNull,
    deliveries: z.array(
      z.object({
        id: text,
        kind: text,
        createdAt: moment,
        attempts: z.int(),
        attemptedAt: numberOrNull,
        doneAt: numberOrNull,
        outcome: textOrNull,
      }),
    ),
  }),
);

const screen = z.object({
  id: text,
  name: text,
  key: text,
  createdAt: moment,
  kind: z.enum(screenKinds).nullable(),
  maker: z.object({ isYou: flag, isGuest: flag, name: textOrNull }).nullable(),
});

const cardOutcome = z.discriminatedUnion('status', [
  z.object({ status: z.enum(['succeeded', 'processing', 'requires_action']) }),
  z.object({ status: z.literal('failed'), message: text }),
]);

const race = z.object({
  id: text,
  name: text,
  at: moment,
  timeZone: text,
  course,
  courseKey: textOrNull,
  conditions: text,
  finished: z.int(),
});
const change = { before: z.number(), after: z.number(), change: z.number() };
const ends = { from: textOrNull, to: textOrNull };
const racedAlone = z.array(z.object({ racerId: text, name: text, ms: z.number() }));
const trend = z
  .object({ results: z.int(), change: z.number(), perWeek: z.number(), says: z.enum(['faster', 'steady', 'slower']) })
  .nullable();

const earlierBest = z.object({
  ms: z.number(),
  at: moment.optional(),
  count: z.int().optional(),
  lastMs: z.number().optional(),
});

/** Answers of the app's own calls, by their names in the document: they change with releases. */
export const appShapes = {
  Boot: z.object({ viewer, site }),
  SignUp: z.object({ created: z.literal(true), accepted: flag, granted: flag }),
  Sent: z.object({ sent: flag }),
  Changed: done('changed'),
  Verified: done('verified'),
  Removed: done('removed'),
  Deleted: done('deleted'),
  Stored: done('stored'),
  Stopped: done('stopped'),
  Received: done('received'),
  Nothing: z.object({}),
  MailWish: z.object({ isWanted: flag }),
  AccountData: z.looseObject({ exportedAt: text }).describe('All that is stored of a person, for reading'),
  Account: account,
  EventChanges: z.union([wholeEvent, eventRows, z.object({ changes: z.array(loggedChange) })]),
  EventRows: eventRows,
  EventHistory: z.object({
    changes: z.array(loggedChange),
    taps: z.array(z.looseObject({ id: text })).optional(),
    hasMore: flag,
  }),
  EventPeople: z.object({ owner: person, admins: z.array(person) }),
  WebhookList: z.object({ webhooks }),
  MadeWebhook: z.object({ webhooks, secret: text }),
  TestedWebhook: z.object({ webhooks, outcome: text }),
  Bests: z.object({ bests: z.record(text, earlierBest) }),
  EmbedSettings: embedSettings,
  Letterhead: letterhead,
  Followed: z.object({ token: textOrNull }),
  PushKey: z.object({ key: text }),
  ConfirmedFollow: z.object({ board: text }),
  Screen: screen,
  Screens: z.object({ screens: z.array(screen) }),
  Group: z.object({
    id: text,
    name: textOrNull,
    owner: text.optional(),
    events: z.array(z.object({ id: text, name: text, createdAt: moment, timeZone: text, viewerKey: text })),
  }),
  CreditHistory: z.object({
    lines: z.array(
      z.object({
        number: z.int(),
        at: moment,
        kind: z.enum(['welcome', 'grant', 'purchase', 'event', 'racer', 'refund', 'adjustment']),
        subject: textOrNull,
        amount: z.int(),
        balance: z.int(),
        paymentId: textOrNull,
      }),
    ),
    hasMore: flag,
  }),
  PaymentIntent: z.object({ data: z.object({ clientSecret: text, paymentId: text }) }),
  Payment: z.object({
    payment: z.object({
      id: text,
      amount: z.int(),
      priceCents: z.int(),
      state: z.enum(['open', 'paid', 'cancelled', 'refunded']),
      problem: textOrNull,
      createdAt: moment,
      paidAt: numberOrNull,
    }),
  }),
  CardOutcome: cardOutcome,
  Document: z.looseObject({ openapi: text, paths: z.looseObject({}) }),
  ...historyShapes,
  LinkKey: linkKey,
  SavedSeries: z.object({ version: z.int() }),
  Series: z.object({
    ...seriesAnswer.shape,
    own: linkKey
      .extend({ version: z.int(), document: seriesDocument })
      .optional()
      .describe('For the owner alone, in a session'),
  }),
  Races: z.object({ races: z.array(race) }),
  Comparison: z.object({
    before: race,
    after: race,
    racers: z.array(
      z.object({
        racerId: text,
        name: text,
        ...change,
        places: z.tuple([z.int(), z.int()]),
        ownChange: numberOrNull,
        sections: z.array(z.object(change).nullable()),
      }),
    ),
    fieldChange: numberOrNull,
    sections: z.array(z.object({ ...ends, fieldChange: numberOrNull })),
    onlyBefore: racedAlone,
    onlyAfter: racedAlone,
  }),
  Progress: z.object({
    days: z.array(numberOrNull),
    sections: z.array(z.object(ends)),
    racers: z.array(
      z.object({
        racerId: text,
        name: text,
        times: z.array(z.object({ event: z.int(), ms: z.number(), sections: z.array(numberOrNull) })),
        trend,
        ownTrend: trend,
        sections: z.array(trend),
      }),
    ),
    races: z.array(race),
    leftOut: z.int(),
  }),
  Records: z.object({
    records: z.array(
      z.object({
        category: textOrNull,
        ms: z.number(),
        racerId: text,
        name: text,
        at: moment,
        event: z.object({ id: text, name: text, timeZone: text }),
      }),
    ),
    leftOut: z.int(),
  }),
  PicturedFinishes: z.object({
    finishes: z.array(z.object({ tapId: text, racerId: textOrNull, bytes: z.int() })),
    deletedRacers: z.array(text).optional(),
  }),
  SharedFinish: z.object({ facts: pictureFacts, parts: z.array(z.int()) }),
  HandicapTables: z.object({
    tables: z.array(z.object({ id: text, name: text, version: text, createdAt: moment })),
  }),
  HandicapTable: handicapTable,
  Id: z.object({ id: text }),
};
