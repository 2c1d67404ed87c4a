import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const FOLDER = 'src/server/storage/migrations';
/** Of releases that no installation is upgraded from. */
const BEFORE_TWO_RELEASES = '0008';
/** What the release before would miss: it reads and writes the same database for a while. */
const TAKES_AWAY =
  /\.(?:dropTable|dropColumn|renameTo|renameColumn|setDataType|setNotNull)\(|\bdrop (?:table|column)\b/;

test('[UP7] a migration takes nothing away that the release before reads or writes', () => {
  const files = readdirSync(FOLDER).filter((name) => /^\d{4}-/.test(name));
  const takesAway = (name: string) => TAKES_AWAY.test(readFileSync(`${FOLDER}/${name}`, 'utf8'));
  expect(files.filter((name) => name < BEFORE_TWO_RELEASES).some(takesAway), 'the pattern finds one').toBe(true);
  expect(files.filter((name) => name >= BEFORE_TWO_RELEASES && takesAway(name))).toEqual([]);
});
