import type { Letterhead } from '../../protocol/letterhead.ts';
import type { Database } from './engine.ts';

/** Empty until its owner writes one. */
export async function readLetterhead(db: Database, userId: string): Promise<Letterhead> {
  const query = db.selectFrom('letterheads').select(['line', 'logo']).where('userId', '=', userId);
  return (await query.executeTakeFirst()) ?? { line: '', logo: null };
}

export async function writeLetterhead(db: Database, userId: string, { line, logo }: Letterhead): Promise<void> {
  if (line === '' && logo === null) {
    await db.deleteFrom('letterheads').where('userId', '=', userId).execute();
    return;
  }
  await db
    .insertInto('letterheads')
    .values({ userId, line, logo })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ line, logo }))
    .execute();
}
