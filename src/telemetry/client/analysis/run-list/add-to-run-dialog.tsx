import { Button } from '../../../../client/ui/button.tsx';
import { Dialog } from '../../../../client/ui/dialog.tsx';
import { InfoTip } from '../../../../client/ui/info-tip.tsx';
import { UploadIcon } from '../../../../client/ui/tool-icons.tsx';
import type { LocalRun } from '../../run-sync/stored-run.ts';
import { FileButton } from '../../recordings/import/file-button.tsx';
import type { GivenFile } from '../../recordings/import/given-files.ts';

export interface AddToRunDialogProps {
  readonly run: LocalRun;
  readonly onFiles: (given: readonly GivenFile[]) => void;
  readonly onClose: () => void;
}

export function AddToRunDialog({ run, onFiles, onClose }: AddToRunDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Add to run: ${run.details.name}`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <FileButton label="Files for this run" variant="primary" onFiles={onFiles}>
            <UploadIcon /> Choose files
          </FileButton>
        </>
      }
    >
      <p className="text-ink-2">
        Another video of it, or the data of a watch, a bike computer or a lap timer. If the clocks in the files agree,
        they line up by themselves. If not, you do it on the page of the run.
        <span className="inline-block align-middle">
          <InfoTip topic="syncData" />
        </span>
      </p>
    </Dialog>
  );
}
