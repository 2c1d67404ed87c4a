import { useEffect } from 'react';
import type { RunVideo } from '../../../../protocol/runs.ts';
import { Button } from '../../../ui/button.tsx';
import type { LocalRun } from '../../../run-sync/stored-run.ts';
import type { Player } from '../../../playback/player/player.ts';
import { PlayerView } from '../../../playback/player/player-view.tsx';
import { useVideo } from '../../../playback/player/use-video.ts';

export interface SideVideoProps {
  readonly run: LocalRun;
  readonly video: RunVideo;
  readonly onPlayer: (player: Player | null) => void;
}

const FRAME = 'aspect-video w-full rounded-card';

/** The video of one of the two runs, on the disk or uploaded. */
export function SideVideo({ run, video, onPlayer }: SideVideoProps) {
  const { video: opened, unlock } = useVideo(run, video);
  const player = opened.state === 'ready' ? opened.player : null;
  useEffect(() => {
    onPlayer(player);
    return () => onPlayer(null);
  }, [player, onPlayer]);

  if (player !== null) return <PlayerView player={player} label={`Video of ${run.details.name}`} className={FRAME} />;
  return (
    <div className={`flex flex-col items-center justify-center gap-3 bg-soft p-4 text-center text-ink-2 ${FRAME}`}>
      {opened.state === 'ask' && (
        <>
          <p>The browser asks before it opens the video again.</p>
          <Button onClick={unlock}>Open the video</Button>
        </>
      )}
      {opened.state === 'missing' && <p>The video is not on this device. Open the run to choose its file.</p>}
      {opened.state === 'elsewhere' && <p>This video has not been uploaded by its owner.</p>}
    </div>
  );
}
