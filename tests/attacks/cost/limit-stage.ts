import { extend } from '../../../src/domain/events/apply.ts';
import type { Change } from '../../../src/domain/model/changes.ts';
import type { EventState } from '../../../src/domain/model/state.ts';
import * as limits from '../../../src/domain/limits.ts';
import { adjustmentsOf } from '../../../src/domain/model/ruling.ts';
import { type ProgressAnswer, progressPath } from '../../../src/protocol/compare.ts';
import { askRunningServer } from '../../../src/server/admin/socket.ts';
import { call, parse } from '../../matrix/wire.ts';
import { type Person, signUpConfirmed } from '../people.ts';
import type { Target } from '../target.ts';
import { type StoredRows, withRows } from './copy-rows.ts';
import { fillAccount, type FullAccount } from './full-account.ts';
import { CHANGES_LEFT, expectOk, fillEvent, type FullEvent } from './full-event.ts';

/** An account and an event at every limit of the product: a proof that stops below a limit shows nothing about the limit. */
export interface LimitStage extends FullEvent, FullAccount {
  readonly target: Target;
  readonly owner: Person;
}

/** What the stage really has, from its database and from what it answers. */
interface Seen {
  readonly event: EventState;
  readonly progress: ProgressAnswer;
  /** Counts rows; `?` is the event, then the account where there are two. */
  count(sql: string): number;
}

type Count = (seen: Seen) => number;
/** How many the stage has; or why it has none: the attack that fills this limit, or what bounds its cost. */
type Filled = Count | { readonly attack: string } | { readonly bound: string };

const ofEvent = (table: string) => (seen: Seen) =>
  seen.count(`select count(*) from "${table}" where "eventId" = :event`);
const ofOwner =
  (table: string, column = 'userId') =>
  (seen: Seen) =>
    seen.count(`select count(*) from "${table}" where "${column}" = :owner`);
/** The release of the third attack has no such column, and so no such limit. */
const mostOf = (column: string) => (seen: Seen) =>
  seen.count(`select count(*) from pragma_table_info('followers') where name = '${column}'`) === 0
    ? Infinity
    : seen.count(`select max(n) from (select count(*) n from followers where "eventId" = :event group by "${column}")`);
const inDocument = (part: string) => (seen: Seen) =>
  seen.count(`select max(json_array_length(document, '${part}')) from series where "ownerId" = :owner`);
const listed = 'from events where "ownerId" = :owner and "deletedAt" is null';
const inDetails = { bound: 'the size of a run, 256 KB: attacks 4a and 40' };

/**
 * How each limit is reached. A new limit does not compile without its entry, and the stage is refused where it has less
 * than it says.
 */
export const filled: Readonly<Record<keyof typeof limits, Filled>> = {
  MAX_CHANGES: ({ event }) => Math.min(event.seq, limits.MAX_CHANGES),
  MAX_CORRECTIONS: ({ event }) => event.seq - limits.MAX_CHANGES + CHANGES_LEFT,
  MAX_RACERS: ({ event }) => Object.keys(event.entries).length,
  MAX_CHARACTERS: ({ event }) =>
    Object.values(event.entries).reduce((sum, { name, groups }) => sum + name.length + groups.join('').length, 0),
  MAX_ADMINS: ({ event }) => event.admins.length,
  MAX_ADJUSTMENTS: ({ event }) =>
    Math.max(...Object.keys(event.entries).map((racerId) => adjustmentsOf(event, { racerId, attempt: 1 }).length)),
  MAX_SHIFTS: ({ event }) => Object.keys(event.shifts).length,
  MAX_REHEARSALS: ({ event }) => event.rehearsed.length,
  MAX_STOPS: ({ event }) => event.stops?.length ?? 0,
  MAX_POINTS: ({ event }) => event.race.points.length,
  MAX_SPLITS: ({ event }) => event.splits.length,
  MAX_CATEGORIES: ({ event }) => event.format.categories.length,
  MAX_ATTEMPTS: ({ event }) => event.format.attempts.count,
  MAX_GROUPS: { attack: '40' },
  MAX_SCREENS: ofEvent('screenKeys'),
  MAX_EMBED_ORIGINS: ({ count }) => count(`select json_array_length(origins) from embeds where "eventId" = :event`),
  MAX_FOLLOWERS: ofEvent('followers'),
  MAX_FOLLOWERS_OF_PLACE: mostOf('place'),
  MAX_FOLLOWERS_OF_HOST: mostOf('host'),
  MAX_MESSAGES: { bound: 'no answer holds messages: the number bounds what is sent to one follower' },
  MAX_LISTED_EVENTS: ({ count }) => count(`select count(*) ${listed}`),
  MAX_SHARED_EVENTS: ({ count }) => count(`select count(*) ${listed} and "sharedGroupId" is not null`),
  MAX_OWN_RACES: ({ count }) => count(`select count(*) ${listed} and finished > 0`),
  MAX_TOKENS: ofOwner('apiTokens'),
  MAX_WEBHOOKS: ofOwner('webhooks'),
  MAX_WAITING_MESSAGES: ({ count }) =>
    count(
      `select min((select count(*) from "webhookDeliveries" where "webhookId" = webhooks.id and "doneAt" is null)) ` +
        `from webhooks where "userId" = :owner`,
    ),
  MAX_SERIES: ofOwner('series', 'ownerId'),
  MAX_HANDICAP_TABLES: ofOwner('handicapTables'),
  MAX_MERGED: ({ count }) => count(`select count(*) from racers where "createdBy" = :owner and "sameAs" is not null`),
  MAX_TABLE_ROWS: ({ count }) =>
    count(`select max(json_array_length(rows)) from "handicapTables" where "userId" = :owner`),
  MAX_SERIES_EVENTS: inDocument('$.eventIds'),
  MAX_SERIES_RESULTS: ({ count }) =>
    count(
      `select count(*) from results where "eventId" in (select value from json_each((select document from series ` +
        `where "ownerId" = :owner and "linkKey" is not null), '$.eventIds'))`,
    ),
  MAX_SERIES_HELPERS: inDocument('$.helpers'),
  MAX_POINTS_TABLE: inDocument('$.rules.scoring.table'),
  MAX_COMPARED_EVENTS: ({ count }) => count(`select max(n) from (select count(*) n ${listed} group by "courseKey")`),
  MAX_COMPARED_RESULTS: comparedResults,
  MAX_COMPARED_TIMES: (seen) => 3 * comparedResults(seen),
  MAX_HISTORY_RESULTS: ({ count }) =>
    count(
      `select max(n) from (select count(*) n from results where "eventId" in (select id ${listed}) group by "racerId")`,
    ),
  MAX_RUNS: ofOwner('runs', 'ownerId'),
  MAX_KEPT_RUNS: sharesOf('kept'),
  MAX_OFFERS: sharesOf('offered'),
  MAX_ZONES: ({ count }) => count(`select json_array_length(zones) from "runLibraries" where "userId" = :owner`),
  MAX_SHARES: ({ count }) =>
    count(
      `select max(n) from (select count(*) n from "runShares" where "runId" in (select id from runs where "ownerId" = :owner) ` +
        `group by "runId")`,
    ),
  MAX_SOURCES: { attack: '4a' },
  MAX_SAMPLES: { bound: 'the size of packed samples, 24 MB: attacks 3a to 3c and 40' },
  MAX_BREAKS: inDetails,
  MAX_LAPS: inDetails,
  MAX_CLOCKS: inDetails,
  MAX_WARNINGS: inDetails,
  MAX_VIDEOS: inDetails,
  MAX_CHAPTERS: inDetails,
  MAX_OUTLINE: inDetails,
};

function comparedResults({ progress, count }: Seen): number {
  const ids = progress.races.map(({ id }) => `'${id}'`).join(', ');
  return count(`select count(*) from results where "eventId" in (${ids})`);
}

function sharesOf(state: string): Count {
  return ({ count }) =>
    count(
      `select count(*) from "runShares" where email = (select email from "user" where id = :owner) and state = '${state}'`,
    );
}

const table: Readonly<Record<string, number>> = { ...limits };

export async function createLimitStage(target: Target): Promise<LimitStage> {
  const owner = await signUpConfirmed(target);
  await askRunningServer(target.dataDir, ['grant', owner.email, String(limits.MAX_RACERS * 4)]);
  const event = await fillEvent(target, owner);
  const account = await fillAccount(target, owner, event);
  const stage = { target, owner, ...event, ...account };
  await checkFilled(stage);
  await target.quiet();
  return stage;
}

async function checkFilled({ target, owner, eventId, progress }: LimitStage): Promise<void> {
  const answer = await expectOk(call(target.url, { path: progressPath(progress), cookie: owner.cookie }));
  const missing = withRows(target, (rows) => {
    const changes = rows.texts('select body from changes where "eventId" = ? order by seq', eventId);
    const event = extend(
      null,
      changes.map((body) => JSON.parse(body) as Change),
    )!;
    const seen: Seen = { event, progress: parse<ProgressAnswer>(answer), count: countOf(rows, eventId, owner) };
    return Object.entries(filled).flatMap(([name, count]) => {
      const [has, most] = [typeof count === 'function' ? count(seen) : Infinity, table[name]!];
      return has < most ? [`${name} ${has} of ${most}`] : [];
    });
  });
  if (missing.length > 0) throw new Error(`The stage is below its limits: ${missing.join(', ')}`);
}

const countOf =
  (rows: StoredRows, eventId: string, { userId }: Person) =>
  (sql: string) =>
    Number(rows.value(sql.replaceAll(':event', `'${eventId}'`).replaceAll(':owner', `'${userId}'`)));
