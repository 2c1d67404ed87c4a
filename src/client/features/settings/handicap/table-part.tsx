import { useCallback, useEffect, useMemo, useState } from 'react';
import type { EventState } from '../../../../domain/model/state.ts';
import { lookUp } from '../../../../domain/handicap/look-up.ts';
import { propose } from '../../../../domain/handicap/propose.ts';
import { type HandicapTable, sourceOf } from '../../../../domain/handicap/table.ts';
import type { ListedTable } from '../../../../protocol/handicap-tables.ts';
import { useAlert } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Choices } from '../../../ui/choices.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import type { OpenEvent } from '../../../event/event-context.ts';
import { Preview } from './preview.tsx';
import { deleteTable, listTables, readTable } from './table-calls.ts';
import { TableDialog } from './table-dialog.tsx';

/** Handicaps by a table that the owner has uploaded. */
export function TablePart({ open }: { readonly open: OpenEvent }) {
  const { event } = open;
  const { confirm } = useAlert();
  const [tables, setTables] = useState<readonly ListedTable[] | null>(null);
  const [chosen, setChosen] = useState<{ readonly id: string; readonly table: HandicapTable } | null>(null);
  const [picked, setPicked] = useState<'time' | 'plus' | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isUploading, setIsUploading] = useState(false);
  const close = useCallback(() => setIsUploading(false), []);

  const choose = useCallback(async (id: string) => {
    const read = await readTable(id);
    setProblem(read.ok ? null : read.error.message);
    if (read.ok) setChosen({ id, table: read.value });
  }, []);
  const refresh = useCallback(async (): Promise<readonly ListedTable[]> => {
    const listed = await listTables();
    setProblem(listed.ok ? null : listed.error.message);
    if (listed.ok) setTables(listed.value.tables);
    return listed.ok ? listed.value.tables : [];
  }, []);
  useEffect(() => {
    void refresh().then(([newest]) => newest && choose(newest.id));
  }, [refresh, choose]);

  const rule = picked ?? (chosen !== null && isTarget(event, chosen.table) ? 'plus' : 'time');
  const proposals = useMemo(
    () => (chosen === null ? null : propose(event, (looked) => lookUp(chosen.table.rows, looked))),
    [event, chosen],
  );

  async function remove({ id, table }: NonNullable<typeof chosen>): Promise<void> {
    const isSure = await confirm({
      title: `Delete ${sourceOf(table)}?`,
      message: 'Results made with it stay as they are.',
      confirmLabel: 'Delete table',
      cautious: true,
    });
    if (!isSure) return;
    const deleted = await deleteTable(id);
    if (!deleted.ok) return setProblem(deleted.error.message);
    setChosen(null);
    const [newest] = await refresh();
    if (newest !== undefined) await choose(newest.id);
  }

  return (
    <>
      {problem !== null && <Notice tone="bad">{problem}</Notice>}
      {tables?.length === 0 && (
        <EmptyState
          title="No handicap table yet"
          action={<Button onClick={() => setIsUploading(true)}>Upload a table</Button>}
        >
          A table gives for each distance, class and age how many seconds a racer gets.
        </EmptyState>
      )}
      {tables !== null && tables.length > 0 && (
        <div className="flex flex-wrap items-end gap-3">
          <SelectField
            label="Table"
            className="min-w-0 flex-1 basis-56"
            value={chosen?.id ?? ''}
            options={[
              ...(chosen === null ? [{ value: '', label: 'Choose…' }] : []),
              ...tables.map(({ id, ...table }) => ({ value: id, label: sourceOf(table) })),
            ]}
            onChange={(id) => id !== '' && void choose(id)}
          />
          <Button className="px-4!" onClick={() => setIsUploading(true)}>
            Upload a table
          </Button>
          {chosen !== null && (
            <Button variant="quiet" className="px-4! text-danger!" onClick={() => void remove(chosen)}>
              Delete table
            </Button>
          )}
        </div>
      )}
      {proposals !== null && (
        <>
          <Choices
            label="What the seconds of the table are"
            layout="wrap"
            chosen={rule}
            options={[
              { id: 'time', label: 'Taken off the time' },
              { id: 'plus', label: 'A target to stay under' },
            ]}
            onChoose={setPicked}
          />
          <Preview open={open} proposals={proposals} rule={rule} source={sourceOf(chosen!.table)} />
        </>
      )}
      {isUploading && (
        <TableDialog
          onStored={(id, table) => {
            setChosen({ id, table });
            close();
            void refresh();
          }}
          onClose={close}
        />
      )}
    </>
  );
}

/** Whether this very table was applied as targets before. */
const isTarget = ({ format, entries }: EventState, table: HandicapTable): boolean =>
  format.handicap === 'plus' && Object.values(entries).some(({ handicap }) => handicap?.source === sourceOf(table));
