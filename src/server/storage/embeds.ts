import type { Database } from './engine.ts';

/** Origins of the sites whose pages may show the board; none until the owner names one. */
export async function readEmbedOrigins(db: Database, eventId: string): Promise<readonly string[]> {
  const row = await db.selectFrom('embeds').select('origins').where('eventId', '=', eventId).executeTakeFirst();
  return row === undefined ? [] : (JSON.parse(row.origins) as string[]);
}

export async function writeEmbedOrigins(db: Database, eventId: string, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) {
    await db.deleteFrom('embeds').where('eventId', '=', eventId).execute();
    return;
  }
  const text = JSON.stringify([...new Set(origins)]);
  await db
    .insertInto('embeds')
    .values({ eventId, origins: text })
    .onConflict((conflict) => conflict.column('eventId').doUpdateSet({ origins: text }))
    .execute();
}
