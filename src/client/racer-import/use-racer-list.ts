import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { type ColumnKind, columnKinds } from '../../domain/racers/import/column-words.ts';
import {
  chooseColumn,
  columnTexts,
  guessColumns,
  type ListTable,
  readTable,
} from '../../domain/racers/import/columns.ts';
import { type MarkedRacer, markKnown } from '../../domain/racers/import/plan.ts';
import { type RacerList, readRacerList } from '../../domain/racers/import/read-list.ts';
import { findSeparator } from '../../domain/racers/import/separator.ts';
import { guessStartKind, type StartKind } from '../../domain/racers/import/start-text.ts';
import { MAX_BIB_LENGTH, MAX_GROUP_LENGTH, MAX_GROUPS, MAX_NAME_LENGTH } from '../../protocol/limits.ts';
import { isStorable } from '../../protocol/storable.ts';
import { readRecords } from './read-records.ts';

const RULES = {
  maxNameLength: MAX_NAME_LENGTH,
  maxGroupLength: MAX_GROUP_LENGTH,
  maxGroups: MAX_GROUPS,
  maxBibLength: MAX_BIB_LENGTH,
  isStorable,
  thisYear: new Date().getFullYear(),
};

/** Start times belong to an event: a list without one leaves them out. */
export const WITHOUT_STARTS: ReadonlySet<ColumnKind> = new Set(columnKinds.filter((kind) => kind !== 'start'));

export interface ReadRacerList {
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly wanted: ReadonlySet<ColumnKind>;
  readonly table: ListTable;
  readonly columns: readonly ColumnKind[];
  readonly setColumn: (index: number, kind: ColumnKind) => void;
  /** Null where the list has no start times. */
  readonly starts: StartKind | null;
  readonly setStarts: (kind: StartKind) => void;
  readonly list: RacerList;
  /** The racers of the list, with what is known of each name. */
  readonly marked: readonly MarkedRacer[];
  /** Whether the commas may be part of the names. */
  readonly hasSeparator: boolean;
  readonly wholeLines: boolean;
  readonly setWholeLines: (wholeLines: boolean) => void;
}

/** Storage for the text while it is not recorded. */
export interface ListDraft {
  recall(): string | null;
  keep(text: string): void;
}

/** Columns that the user has chosen, for tables of one shape: a corrected cell must not undo the choice. */
interface Choice {
  readonly shape: string;
  readonly columns: readonly ColumnKind[];
}

/**
 * A text as it is typed or pasted, read as a list of racers with the columns that are `wanted`, and beside it whom of
 * `people` it names. It is kept as a draft.
 */
export function useRacerList(
  wanted: ReadonlySet<ColumnKind>,
  draft: ListDraft,
  people: Parameters<typeof markKnown>[1] | undefined,
): ReadRacerList {
  const [text, setText] = useState(() => draft.recall() ?? '');
  const [wholeLines, setWholeLines] = useState(false);
  const [choice, setChoice] = useState<Choice | null>(null);
  const [chosenStarts, setStarts] = useState<StartKind | null>(null);

  const late = useDeferredValue(text);
  const separator = useMemo(() => findSeparator(late), [late]);
  const table = useMemo(
    () => readTable(readRecords(late, wholeLines ? null : separator)),
    [late, separator, wholeLines],
  );
  const shape = JSON.stringify([table.width, table.header?.cells ?? null]);
  const guessed = useMemo(() => guessColumns(table, wanted), [table, wanted]);
  const columns = choice?.shape === shape ? choice.columns : guessed;
  const startColumn = columns.indexOf('start');
  const guessedStarts = useMemo(() => guessStartKind(columnTexts(table, startColumn)), [table, startColumn]);
  const starts = chosenStarts ?? guessedStarts;
  const list = useMemo(() => readRacerList(table, columns, starts, RULES), [table, columns, starts]);

  const marked = useMemo(() => markKnown(list.racers, people ?? []), [list, people]);

  return {
    text,
    setText: useCallback(
      (next) => {
        setText(next);
        draft.keep(next);
      },
      [draft],
    ),
    wanted,
    table,
    columns,
    setColumn: (index, kind) => setChoice({ shape, columns: chooseColumn(columns, index, kind) }),
    starts: startColumn === -1 ? null : starts,
    setStarts,
    list,
    marked,
    hasSeparator: separator !== null && separator !== '\t' && table.header === null,
    wholeLines,
    setWholeLines,
  };
}
