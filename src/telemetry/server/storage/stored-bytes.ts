import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../server/storage/engine.ts';

/** Bytes of runs, samples, videos and pictures of finishes, and the part that belongs to accounts with an unconfirmed address. */
export interface StoredBytes {
  readonly all: number;
  readonly unconfirmed: number;
}

/** Measures sum by sum, none of which reads a run or its samples: on SQLite taps wait for each of them. */
export async function measureStored(db: Database): Promise<StoredBytes> {
  async function add(...sums: readonly RawBuilder<{ bytes: unknown }>[]): Promise<number> {
    let all = 0;
    // PostgreSQL hands out sums as text.
    for (const one of sums) all += Number((await one.execute(db)).rows[0]!.bytes ?? 0);
    return all;
  }
  const all = await add(
    sql`select sum("bytes") as "bytes" from "runs"`,
    sql`select sum("bytes") as "bytes" from "runSources"`,
    sql`select sum("size") as "bytes" from "videoUploads" where "removedAt" is null`,
    sql`select sum("bytes") as "bytes" from "finishPictures"`,
  );
  const runsOfUnconfirmed = sql`"user" inner join "runs" on "runs"."ownerId" = "user"."id"`;
  const unconfirmed = await add(
    sql`select sum("runs"."bytes") as "bytes" from ${runsOfUnconfirmed} where not "user"."emailVerified"`,
    sql`select sum("runSources"."bytes") as "bytes" from ${runsOfUnconfirmed}
      inner join "runSources" on "runSources"."runId" = "runs"."id" where not "user"."emailVerified"`,
    sql`select sum("finishPictures"."bytes") as "bytes" from "user" inner join "events" on "events"."ownerId" = "user"."id"
      inner join "finishPictures" on "finishPictures"."eventId" = "events"."id" where not "user"."emailVerified"`,
  );
  return { all, unconfirmed };
}
