import type { EngineMigration } from './engine.ts';
import type { Kysely } from 'kysely';
import { createAccounts } from './migrations/0001-accounts.ts';
import { createEvents } from './migrations/0002-events.ts';
import { createInvitations } from './migrations/0003-invitations.ts';
import { enforceLedger } from './migrations/0004-ledger.ts';
import { createPayments } from './migrations/0005-payments.ts';
import { indexWaitingMail } from './migrations/0006-waiting-mail.ts';
import { moveSnapshots } from './migrations/0007-snapshots.ts';
import { createRuns } from './migrations/0008-runs.ts';
import { indexRunBytes } from './migrations/0009-run-bytes.ts';
import { createWelcomeGifts } from './migrations/0010-welcome-gifts.ts';
import { rememberInvitedAddresses } from './migrations/0011-invited-addresses.ts';
import { createErasures } from './migrations/0012-erasures.ts';
import { listRuns } from './migrations/0013-run-lists.ts';
import { prepareUpgrades } from './migrations/0014-upgrades.ts';
import { createResults } from './migrations/0015-results.ts';
import { prepareUpkeep } from './migrations/0016-upkeep.ts';
import { createSeries } from './migrations/0017-series.ts';
import { describeRacers } from './migrations/0018-details.ts';
import { createScreenKeys } from './migrations/0019-screen-keys.ts';
import { createApi } from './migrations/0020-api.ts';
import { createFollowers } from './migrations/0021-followers.ts';
import { createEmbeds } from './migrations/0022-embeds.ts';
import { createHistory } from './migrations/0023-history.ts';
import { createHandicaps } from './migrations/0024-handicaps.ts';
import { declareResults } from './migrations/0025-official.ts';
import { nameCourses } from './migrations/0026-courses.ts';
import { rankTeams } from './migrations/0027-teams.ts';
import { storeRanking } from './migrations/0028-ranking.ts';
import { nameScreenMakers } from './migrations/0029-screen-makers.ts';
import { countFollowerPlaces } from './migrations/0030-follower-places.ts';
import { checkTimes } from './migrations/0031-checked-times.ts';
import { indexStarts } from './migrations/0032-first-starts.ts';
import { createLetterheads } from './migrations/0033-letterheads.ts';
import { nameSamePersons } from './migrations/0034-same-persons.ts';
import { rememberLanguages } from './migrations/0035-readers-languages.ts';
import { createFinishPictures } from './migrations/0036-finish-pictures.ts';
import { listApplied } from './run-migrations.ts';
import type { Schema } from './schema.ts';

export const migrations: Readonly<Record<string, EngineMigration>> = {
  '0001-accounts': createAccounts,
  '0002-events': createEvents,
  '0003-invitations': createInvitations,
  '0004-ledger': enforceLedger,
  '0005-payments': createPayments,
  '0006-waiting-mail': indexWaitingMail,
  '0007-snapshots': moveSnapshots,
  '0008-runs': createRuns,
  '0009-run-bytes': indexRunBytes,
  '0010-welcome-gifts': createWelcomeGifts,
  '0011-invited-addresses': rememberInvitedAddresses,
  '0012-erasures': createErasures,
  '0013-run-lists': listRuns,
  '0014-upgrades': prepareUpgrades,
  '0015-results': createResults,
  '0016-upkeep': prepareUpkeep,
  '0017-series': createSeries,
  '0018-details': describeRacers,
  '0019-screen-keys': createScreenKeys,
  '0020-api': createApi,
  '0021-followers': createFollowers,
  '0022-embeds': createEmbeds,
  '0023-history': createHistory,
  '0024-handicaps': createHandicaps,
  '0025-official': declareResults,
  '0026-courses': nameCourses,
  '0027-teams': rankTeams,
  '0028-ranking': storeRanking,
  '0029-screen-makers': nameScreenMakers,
  '0030-follower-places': countFollowerPlaces,
  '0031-checked-times': checkTimes,
  '0032-first-starts': indexStarts,
  '0033-letterheads': createLetterheads,
  '0034-same-persons': nameSamePersons,
  '0035-readers-languages': rememberLanguages,
  '0036-finish-pictures': createFinishPictures,
};

/**
 * An `older` database is brought up to date at the next start; `newer` and `foreign` ones must not be opened by this
 * version.
 */
export type DatabaseAge = 'current' | 'older' | 'newer' | 'foreign';

/** Judges by the names of the migrations that a database has been through. */
export function judgeMigrations(applied: readonly string[]): DatabaseAge {
  const known = Object.keys(migrations);
  const isOurs = applied.length > 0 && applied.every((name, index) => index >= known.length || name === known[index]);
  if (!isOurs) return 'foreign';
  if (applied.length === known.length) return 'current';
  return applied.length < known.length ? 'older' : 'newer';
}

export const ageOf = async (db: Kysely<Schema>): Promise<DatabaseAge> =>
  judgeMigrations(await listApplied(db as Kysely<unknown>));
