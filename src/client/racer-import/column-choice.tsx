import { type ColumnKind, columnKinds } from '../../domain/racers/import/column-words.ts';
import { columnTexts, hasName } from '../../domain/racers/import/columns.ts';
import { Notice } from '../ui/notice.tsx';
import { Select } from '../ui/select.tsx';
import type { ReadRacerList } from './use-racer-list.ts';

const WORDS: Readonly<Record<ColumnKind, string>> = {
  number: 'Number',
  first: 'First name',
  last: 'Last name',
  name: 'Name',
  club: 'Club',
  team: 'Team',
  category: 'Category',
  class: 'Class',
  gender: 'Gender',
  born: 'Year of birth',
  start: 'Start time',
  skip: 'Leave out',
};
const MOST_LINES = 3;

export interface ColumnChoiceProps {
  readonly read: ReadRacerList;
  /** True where there is no event yet: numbers are kept for the next one. */
  readonly isForLater?: boolean;
}

/** The first lines under a choice for each column. A list of names alone needs none. */
export function ColumnChoice({ read, isForLater = false }: ColumnChoiceProps) {
  const { wanted, table, columns, setColumn } = read;
  if (table.rows.length === 0 || (columns.length === 1 && columns[0] === 'name')) return null;
  const shown = columns.flatMap((kind, index) => {
    const title = table.header?.cells[index]?.trim() ?? '';
    // Blank cells are shown too: the lines of the columns stand side by side.
    const cells = table.rows.slice(0, MOST_LINES).map((row) => (row.cells[index] ?? '').trim());
    return title === '' && columnTexts(table, index).length === 0 ? [] : { kind, index, title, cells };
  });
  return (
    <section aria-labelledby="import-columns">
      <h3 id="import-columns" className="text-14 font-[650]">
        Which column is which?
      </h3>
      <ul className="mt-1.5 grid grid-cols-2 gap-2 sm:grid-cols-[repeat(auto-fit,minmax(8rem,1fr))]">
        {shown.map(({ kind, index, title, cells }) => (
          <li
            key={index}
            className={`min-w-0 rounded-card border border-line ${kind === 'skip' ? 'bg-soft text-ink-2' : ''}`}
          >
            <Select
              aria-label={`Meaning of ${title === '' ? `column ${index + 1}` : title}`}
              value={kind}
              onChange={(event) => setColumn(index, event.currentTarget.value as ColumnKind)}
              className="-m-px"
            >
              {columnKinds
                .filter((one) => wanted.has(one))
                .map((one) => (
                  <option key={one} value={one}>
                    {one === 'number' && isForLater ? 'Number (for the next event)' : WORDS[one]}
                  </option>
                ))}
            </Select>
            <div className="digits px-3 py-2 text-14">
              {title !== '' && (
                <p className="truncate font-[650]">
                  <bdi>{title}</bdi>
                </p>
              )}
              {cells.map((text, at) => (
                <p key={at} className="min-h-[1lh] truncate">
                  <bdi>{text}</bdi>
                </p>
              ))}
            </div>
          </li>
        ))}
      </ul>
      {!hasName(columns) && (
        <Notice tone="bad" className="mt-3">
          Choose the column with the names.
        </Notice>
      )}
    </section>
  );
}
