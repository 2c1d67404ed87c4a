import { useCallback, useState } from 'react';
import { PlusIcon } from '../../../../../client/ui/icons.tsx';
import { useObservable } from '../../../../../client/sync/use-sync.ts';
import { AskDialog } from '../../../recordings/import/ask-dialog.tsx';
import { FileButton } from '../../../recordings/import/file-button.tsx';
import type { GivenFile } from '../../../recordings/import/given-files.ts';
import { ImportRows } from '../../../recordings/import/import-rows.tsx';
import { useGivenDrop } from '../../../recordings/import/use-given-drop.ts';
import { useImporter } from '../../../recordings/import/use-importer.ts';

/** More files of the same run: a second recorder, the other camera. Dropped anywhere on the page, or chosen. */
export function AddFiles({ runId }: { readonly runId: string }) {
  const importer = useImporter();
  const rows = useObservable(importer.rows, []);
  const [askedId, setAskedId] = useState<string | null>(null);
  const take = useCallback((given: readonly GivenFile[]) => void importer.begin(given, runId), [importer, runId]);
  const isOver = useGivenDrop(take);
  const asked = rows.find(({ id }) => id === askedId);
  return (
    <div className={`mt-3 rounded-button ${isOver ? 'outline-2 outline-offset-4 outline-ink outline-dashed' : ''}`}>
      <FileButton label="Files for this run" className="min-h-11! w-full" onFiles={take}>
        <PlusIcon />
        Add files
      </FileButton>
      <ImportRows
        rows={rows.filter(
          ({ intoRun, state }) => intoRun === runId && (state.kind !== 'done' || state.notes.length > 0),
        )}
        onCancel={importer.cancel}
        onDismiss={importer.dismiss}
        onAsk={({ id }) => setAskedId(id)}
      />
      <AskDialog row={asked} importer={importer} onClose={() => setAskedId(null)} />
    </div>
  );
}
