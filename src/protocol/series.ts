import * as z from 'zod/mini';
import { type SeriesRules, seriesTies } from '../domain/series/rules.ts';
import type { Standings } from '../domain/series/standings.ts';
import { id } from './commands.ts';
import { MAX_NAME_LENGTH, MAX_POINTS_TABLE, MAX_SERIES_EVENTS, MAX_SERIES_HELPERS } from './limits.ts';
import { MAX_SERIES_POINTS } from './series-paths.ts';
import { code, oneLine, text } from './text.ts';

/** A hundred events and 2,000 helpers, 100 characters each. */
export const MAX_SERIES_BYTES = 224 * 1024;

const points = z.number().check(z.gte(0), z.lte(MAX_SERIES_POINTS));
const few = z.int().check(z.gte(1), z.lte(MAX_SERIES_EVENTS));

/** Every element names the fault: a hole in a table is one. */
const tablePoints = z
  .number(code('points-table-broken'))
  .check(z.gte(0, code('points-table-broken')), z.lte(MAX_SERIES_POINTS, code('points-table-broken')));

/** A later place never gets more than an earlier one: a table with a hole is a typing error. */
const table = z.array(tablePoints, code('points-table-broken')).check(
  z.minLength(1, code('points-table-broken')),
  z.maxLength(MAX_POINTS_TABLE, code('points-table-broken')),
  z.refine<number[]>(
    (values) => values.every((value, index) => index === 0 || value <= values[index - 1]!),
    code('points-table-broken'),
  ),
);

const scoring = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('points'), table, rest: points }),
  z.object({ kind: z.literal('field') }),
  z.object({ kind: z.literal('time') }),
  z.object({ kind: z.literal('percent') }),
]);

const helperPoints = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('fixed'), points, most: few }),
  z.object({ kind: z.literal('maximum'), most: few }),
  z.object({ kind: z.literal('average'), most: few }),
]);

/** A team has no time that events could share: in one of them places may be added up. */
const isForTeams = ({ of, scoring: by, times, helpers, byCategory }: SeriesRules): boolean =>
  of !== 'teams' ||
  ((by.kind === 'points' || by.kind === 'field') && times !== 'adjusted' && helpers === null && !byCategory);

const rules = z.object({
  of: z.exactOptional(z.enum(['racers', 'teams'])),
  scoring,
  times: z.exactOptional(z.enum(['actual', 'adjusted'])),
  best: z.nullable(few),
  minimum: few,
  ties: z.array(z.enum(seriesTies)).check(z.maxLength(seriesTies.length)),
  starter: points,
  personalBest: z.exactOptional(points),
  dnf: z.union([points, z.literal('last')]),
  helpers: z.nullable(helperPoints),
  byCategory: z.boolean(),
  overall: z.exactOptional(z.boolean()),
});
const seriesRules: z.ZodMiniType<SeriesRules> = rules.check(
  z.refine(isForTeams, 'must be for teams: by points, without adjusted times, helpers and categories'),
);

/** A series as its owner writes it. */
export const seriesDocument = z.object({
  name: text(MAX_NAME_LENGTH).check(oneLine, z.trim(), z.minLength(1, code('series-name-blank'))),
  rules: seriesRules,
  /** In the order of the season. */
  eventIds: z.array(id).check(z.maxLength(MAX_SERIES_EVENTS)),
  helpers: z.array(z.object({ eventId: id, racerId: id })).check(z.maxLength(MAX_SERIES_HELPERS)),
});
export type SeriesDocument = z.infer<typeof seriesDocument>;

export const seriesChange = z.object({
  /** The version that the change was made from; 0 for a new series. */
  version: z.int().check(z.gte(0)),
  document: seriesDocument,
});

export const seriesLink = z.object({ isOn: z.boolean() });

/** Raised when a field changes its meaning or is removed. Readers pass over fields that they do not know. */
export const SERIES_VERSION = 1;
const version = z.literal(SERIES_VERSION);

const listedOne = z.object({
  id: z.string(),
  name: z.string(),
  /** Number of the series' events. */
  events: z.int(),
  /** True where everybody with the link may read the series. */
  isPublic: z.boolean(),
  /** Milliseconds since 1970-01-01T00:00Z. */
  createdAt: z.int(),
});
export type ListedSeries = z.infer<typeof listedOne>;

/** The newest first; an account has no more than `MAX_SERIES`. */
export const listedSeries = z.object({ version, series: z.array(listedOne) });
export type ListedSeriesAnswer = z.infer<typeof listedSeries>;

/** Deleted events, and those that another person owns now, stay in the list and score nothing. */
const eventInfo = z.object({
  id: z.string(),
  name: z.string(),
  /** The first start; before anybody has started, the moment at which the event was created. */
  at: z.number(),
  timeZone: z.string(),
  state: z.enum(['scored', 'running', 'gone']),
  /** Handicap rule of this event, in a series by adjusted times. `none`: the event has no rule that the series can score. */
  adjusted: z.exactOptional(z.enum(['time', 'plus', 'grade', 'none'])),
  /** Viewer key for a link to the event's page, where the event is public. Null for programs. */
  viewerKey: z.nullable(z.string()),
});
export type SeriesEventInfo = z.infer<typeof eventInfo>;

const standings: z.ZodMiniType<Standings> = z.object({
  /** Null: all racers together. */
  category: z.nullable(z.string()),
  rows: z.array(
    z.object({
      racerId: z.string(),
      name: z.string(),
      /** Equal in everything that decides: equal ranks. Null: too few events. */
      rank: z.nullable(z.int()),
      total: z.number(),
      /** In the order of the events; events without the racer are missing. */
      scores: z.array(
        z.object({
          eventId: z.string(),
          kind: z.enum(['result', 'dnf', 'helper']),
          /** Points or per cent; milliseconds where times are added up, below zero for a time under its target. */
          value: z.number(),
          /** Null for helpers and for racers without a place. */
          place: z.nullable(z.int()),
          /** A score that is not among the best n. */
          isDropped: z.boolean(),
        }),
      ),
    }),
  ),
});

export const seriesAnswer = z.object({
  version,
  id: z.string(),
  name: z.string(),
  rules: seriesRules,
  events: z.array(eventInfo),
  standings: z.array(standings),
});

export interface SeriesAnswer extends Omit<z.infer<typeof seriesAnswer>, 'standings'> {
  readonly standings: readonly Standings[];
  /** Only for the owner, in a session. */
  readonly own?: { readonly version: number; readonly document: SeriesDocument; readonly linkKey: string | null };
}
