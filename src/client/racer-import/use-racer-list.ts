import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import type { ColumnKind } from '../../domain/racers/import/column-words.ts';
import {
  chooseColumn,
  columnTexts,
  guessColumns,
  type ListTable,
  readTable,
} from '../../domain/racers/import/columns.ts';
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

export interface ReadRacerList {
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly table: ListTable;
  readonly columns: readonly ColumnKind[];
  readonly setColumn: (index: number, kind: ColumnKind) => void;
  /** Null where the list has no start times. */
  readonly starts: StartKind | null;
  readonly setStarts: (kind: StartKind) => void;
  readonly list: RacerList;
  /** Whether the commas may be part of the names. */
  readonly hasSeparator: boolean;
  readonly wholeLines: boolean;
  readonly setWholeLines: (wholeLines: boolean) => void;
}

/** Where the text is kept while it is not recorded. */
export interface ListDraft {
  recall(): string | null;
  keep(text: string): void;
}

/** Columns that the user has chosen, for tables of one shape: a corrected cell must not undo the choice. */
interface Choice {
  readonly shape: string;
  readonly columns: readonly ColumnKind[];
}

/** A text as it is typed or pasted, read as a list of racers with the columns that are `wanted`. It is kept as a draft. */
export function useRacerList(wanted: ReadonlySet<ColumnKind>, draft: ListDraft): ReadRacerList {
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

  return {
    text,
    setText: useCallback(
      (next) => {
        setText(next);
        draft.keep(next);
      },
      [draft],
    ),
    table,
    columns,
    setColumn: (index, kind) => setChoice({ shape, columns: chooseColumn(columns, index, kind) }),
    starts: startColumn === -1 ? null : starts,
    setStarts,
    list,
    hasSeparator: separator !== null && separator !== '\t' && table.header === null,
    wholeLines,
    setWholeLines,
  };
}
