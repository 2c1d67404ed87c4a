import { ArchiveDialog } from './archive-dialog.tsx';
import { ColumnsDialog } from './columns-dialog.tsx';
import type { Importer } from './create-importer.ts';
import type { ImportRow } from './import-row.ts';

export interface AskDialogProps {
  readonly row: ImportRow | undefined;
  readonly importer: Importer;
  readonly onClose: () => void;
}

/**
 * Questions that only the user can answer about a file: the meaning of its columns, or which recordings of an archive are
 * wanted.
 */
export function AskDialog({ row, importer, onClose }: AskDialogProps) {
  const table = row?.state.kind === 'asking' || row?.state.kind === 'done' ? row.state.table : undefined;
  if (row !== undefined && table !== undefined) {
    return (
      <ColumnsDialog
        title={row.title}
        table={table}
        onClose={onClose}
        onAnswer={(mapping) => {
          onClose();
          void importer.answer(row.id, mapping);
        }}
      />
    );
  }
  if (row?.state.kind !== 'choosing') return null;
  return (
    <ArchiveDialog
      title={row.title}
      entries={row.state.entries}
      onClose={onClose}
      onChoose={(paths) => {
        onClose();
        void importer.choose(row.id, paths);
      }}
    />
  );
}
