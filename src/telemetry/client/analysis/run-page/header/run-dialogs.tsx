import { comparePath } from '../../compare-path.ts';
import { RunChoice } from '../../../recordings/run-choice.tsx';
import { useRunLibrary } from '../../../run-sync/use-run-library.ts';
import { AttachDialog } from '../../race-result/attach-dialog.tsx';
import { SharingDialog } from '../../run-list/sharing/sharing-dialog.tsx';
import { KeysDialog } from '../../../../../client/ui/keys-dialog.tsx';
import { runKeys } from '../playing/run-keys.ts';
import { useOpenRun } from '../run-context.ts';
import { UploadDialog } from '../video/upload-dialog.tsx';

export type RunDialog = 'keys' | 'compare' | 'attach' | 'share' | { readonly upload: string };

export function RunDialogs({ dialog, onClose }: { readonly dialog: RunDialog; readonly onClose: () => void }) {
  const { run } = useOpenRun();
  const library = useRunLibrary();
  if (dialog === 'keys') return <KeysDialog keys={runKeys} onClose={onClose} />;
  if (dialog === 'attach') return <AttachDialog open run={run} onClose={onClose} />;
  if (dialog === 'share') return <SharingDialog library={library} run={run} onClose={onClose} />;
  if (dialog === 'compare') {
    return (
      <RunChoice
        open
        title="Compare with"
        without={[run.id]}
        pathOf={(otherId) => comparePath(run.id, otherId)}
        onClose={onClose}
      />
    );
  }
  const video = run.details.videos.find(({ id }) => id === dialog.upload);
  return video === undefined ? null : <UploadDialog video={video} onClose={onClose} />;
}
