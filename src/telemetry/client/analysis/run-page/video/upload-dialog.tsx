import { useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import type { RunVideo } from '../../../../protocol/runs.ts';
import { useViewer } from '../../../../../client/session/viewer.ts';
import { Button } from '../../../../../client/ui/button.tsx';
import { Dialog } from '../../../../../client/ui/dialog.tsx';
import { InfoTip } from '../../../../../client/ui/info-tip.tsx';
import { Notice } from '../../../../../client/ui/notice.tsx';
import { useRunLibrary } from '../../../run-sync/use-run-library.ts';
import { writeSize } from '../../../recordings/import/import-rows.tsx';
import { useOpenRun } from '../run-context.ts';
import { uploadOf } from './video-uploads.ts';

/** Uploads a video for those the run is shared with. The owner's analysis needs no upload, and the dialog says so. */
export function UploadDialog({ video, onClose }: { readonly video: RunVideo; readonly onClose: () => void }) {
  const { run, change } = useOpenRun();
  const library = useRunLibrary();
  const [problem, setProblem] = useState<string | null>(null);
  const setIds = (uploadIds: readonly string[]) =>
    change((details) => ({
      ...details,
      videos: details.videos.map((each) => (each.id === video.id ? { ...each, uploadIds: [...uploadIds] } : each)),
    }));
  const upload = uploadOf({ runId: run.id, video, onDone: (uploadIds) => void setIds(uploadIds) });
  const state = useSyncExternalStore(upload.state.subscribe, upload.state.getSnapshot, upload.state.getSnapshot);
  const viewer = useViewer();
  const isUnconfirmed = viewer.kind === 'user' && !viewer.emailVerified;
  const isUploaded = video.uploadIds.length === video.chapters.length;
  const total = video.chapters.reduce((sum, { size }) => sum + size, 0);

  const start = async () => {
    const found = await library.unlockVideo(video);
    const files = found.filter((chapter) => chapter instanceof File);
    if (files.length === found.length) {
      setProblem(null);
      upload.start(files);
    } else setProblem('The file isn’t at hand. Choose it again above the charts, then upload it.');
  };
  const withdraw = () => {
    upload.withdraw(video.uploadIds);
    void setIds([]);
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title="Upload for sharing"
      footer={
        <>
          {isUploaded && (
            <Button variant="danger" onClick={withdraw}>
              Remove the upload
            </Button>
          )}
          {!isUploaded && !isUnconfirmed && state.kind === 'idle' && (
            <Button variant="primary" onClick={() => void start()}>
              Upload {writeSize(total)}
            </Button>
          )}
          {state.kind === 'uploading' && <Button onClick={upload.pause}>Pause</Button>}
          {(state.kind === 'paused' || state.kind === 'failed') && (
            <Button variant="primary" onClick={upload.resume}>
              Go on
            </Button>
          )}
          {(state.kind === 'uploading' || state.kind === 'paused' || state.kind === 'failed') && (
            <Button onClick={upload.cancel}>Cancel the upload</Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-ink-2">
          You need no upload to analyse. Your video plays from your own disk. Those you share the run with see the
          picture only if you upload it. <InfoTip topic="uploadVideo" />
        </p>
        <p className="text-ink-2">
          The uploaded copy leaves out what the camera noted beside picture and sound, such as GPS.
        </p>
        {isUnconfirmed && !isUploaded && (
          <Notice tone="info">
            You can upload videos once you’ve confirmed your email.{' '}
            <Link to="/account" className="link">
              Confirm your email
            </Link>
          </Notice>
        )}
        {problem !== null && <Notice tone="bad">{problem}</Notice>}
        {(state.kind === 'uploading' || state.kind === 'paused' || state.kind === 'failed') && (
          <div>
            <progress
              aria-label="Upload"
              max={state.total}
              value={state.sent}
              className="progress block h-2 w-full overflow-hidden rounded-full"
            />
            <p className="digits mt-2 text-14 text-ink-2">
              {writeSize(state.sent)} of {writeSize(state.total)}
              {state.kind === 'paused' && ', paused'}
            </p>
          </div>
        )}
        {state.kind === 'uploading' && (
          <p className="text-14 text-ink-2">
            You can close this. It carries on while this page is open; after a reload, press Upload again and it
            continues.
          </p>
        )}
        {state.kind === 'failed' && <Notice tone="bad">{state.message}</Notice>}
        {isUploaded && <Notice tone="good">Those you share this run with can play the video.</Notice>}
      </div>
    </Dialog>
  );
}
