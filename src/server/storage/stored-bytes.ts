import { sql } from 'kysely';
import type { Database } from './database.ts';

/** What runs, samples and videos take, and how much of it belongs to accounts that have not confirmed their address. */
export interface StoredBytes {
  readonly all: number;
  readonly unconfirmed: number;
}

export async function measureStored(db: Database): Promise<StoredBytes> {
  const { rows } = await sql<{ isConfirmed: unknown; bytes: unknown }>`
    select "emailVerified" as "isConfirmed", sum("bytes") as "bytes" from (
      select "ownerId", "bytes" from "runs"
      union all
      select "runs"."ownerId", "runSources"."bytes" from "runSources"
        inner join "runs" on "runs"."id" = "runSources"."runId"
      union all
      select "ownerId", "size" as "bytes" from "videoUploads" where "removedAt" is null
    ) as "stored"
    left join "user" on "user"."id" = "stored"."ownerId"
    group by "emailVerified"`.execute(db);
  // PostgreSQL hands out sums as text.
  const bytesOf = (counted: typeof rows) => counted.reduce((sum, { bytes }) => sum + Number(bytes), 0);
  return { all: bytesOf(rows), unconfirmed: bytesOf(rows.filter(({ isConfirmed }) => !isConfirmed)) };
}
