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
const isForTeams = ({ of, scoring: by, helpers, byCategory }: SeriesRules): boolean =>
  of !== 'teams' || ((by.kind === 'points' || by.kind === 'field') && helpers === null && !byCategory);

const rules = z.object({
  of: z.exactOptional(z.enum(['racers', 'teams'])),
  scoring,
  best: z.nullable(few),
  minimum: few,
  ties: z.array(z.enum(seriesTies)).check(z.maxLength(seriesTies.length)),
  starter: points,
  personalBest: z.exactOptional(points),
  dnf: z.union([points, z.literal('last')]),
  helpers: z.nullable(helperPoints),
  byCategory: z.boolean(),
});
export const seriesRules: z.ZodMiniType<SeriesRules> = rules.check(
  z.refine(isForTeams, 'must be for teams: by points, without helpers and categories'),
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

export interface ListedSeries {
  readonly id: string;
  readonly name: string;
  readonly events: number;
  readonly isPublic: boolean;
  readonly createdAt: number;
}

/** An event of a series. Deleted ones, and those that another person owns now, stay in the list and score nothing. */
export interface SeriesEventInfo {
  readonly id: string;
  readonly name: string;
  /** The first start; before anybody has started, the moment at which the event was created. */
  readonly at: number;
  readonly timeZone: string;
  readonly state: 'scored' | 'running' | 'gone';
  /** For a link to its page, where the event is public. */
  readonly viewerKey: string | null;
}

export interface SeriesAnswer {
  readonly id: string;
  readonly name: string;
  readonly rules: SeriesRules;
  readonly events: readonly SeriesEventInfo[];
  readonly standings: readonly Standings[];
  /** Only for the owner. */
  readonly own?: { readonly version: number; readonly document: SeriesDocument; readonly linkKey: string | null };
}
