import { useEffect, useRef, useState } from 'react';
import { word } from '../../../../../domain/language.ts';
import type { RunVideo } from '../../../../protocol/runs.ts';
import { Button } from '../../../../../client/ui/button.tsx';
import { Spinner } from '../../../../../client/ui/icons.tsx';
import { showToast } from '../../../../../client/ui/toast.tsx';
import { GaugeIcon } from '../../../playback/player/player-icons.tsx';
import { PlayerView } from '../../../playback/player/player-view.tsx';
import type { Player } from '../../../playback/player/player.ts';
import { writeSize } from '../../../recordings/import/import-rows.tsx';
import { Gauges } from './gauges.tsx';
import { useOpenRun } from '../run-context.ts';
import { TransportBar } from '../playing/transport-bar.tsx';
import type { VideoOnDevice } from '../../../playback/player/use-video.ts';
import { changeViewSettings, useViewSettings } from '../view-settings.ts';

export interface VideoPanelProps {
  readonly film: RunVideo;
  readonly device: VideoOnDevice;
  readonly onStep: (frames: number) => void;
  readonly isMatching: boolean;
}

const FRAME = 'relative aspect-video w-full overflow-hidden bg-board text-on-board sm:rounded-t-card';

export function VideoPanel({ film, device, onStep, isMatching }: VideoPanelProps) {
  const { video } = device;
  const frame = useRef<HTMLDivElement>(null);
  const { hasGauges } = useViewSettings();
  const isReady = video.state === 'ready';
  return (
    <div
      data-video
      className="scroll-mt-4 overflow-hidden border-line bg-card shadow-card max-sm:-mx-4 max-sm:border-b sm:rounded-card sm:border"
    >
      <div ref={frame} className={FRAME}>
        {isReady ? (
          <PlayerView player={video.player} label="Video of the run" className="size-full">
            {hasGauges && !isMatching && <Gauges />}
            <OutsideVideo player={video.player} offset={film.alignment.offset} isOff={isMatching} />
            <button
              type="button"
              aria-pressed={hasGauges}
              onClick={() => changeViewSettings({ hasGauges: !hasGauges })}
              className="absolute top-2 right-2 flex size-11 items-center justify-center rounded-button bg-board/60 text-on-board hover:bg-board/80 aria-pressed:text-accent"
            >
              <GaugeIcon />
              <span className="sr-only">Gauges</span>
            </button>
          </PlayerView>
        ) : (
          <Absent film={film} device={device} />
        )}
      </div>
      {isReady && (
        <TransportBar
          player={video.player}
          offset={film.alignment.offset}
          onStep={onStep}
          stepName={word('frame')}
          isApart={isMatching}
          onFullScreen={() => void frame.current?.requestFullscreen?.()}
        />
      )}
    </div>
  );
}

/** Shown while the cursor is before the video began, or after it ended. */
function OutsideVideo({
  player,
  offset,
  isOff,
}: {
  readonly player: Player;
  readonly offset: number;
  readonly isOff: boolean;
}) {
  const { cursor } = useOpenRun();
  const veil = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const slack = 1 / player.framesPerSecond;
    const look = (time: number) => {
      const at = time - offset;
      if (veil.current) veil.current.hidden = isOff || (at >= -slack && at <= player.duration + slack);
    };
    look(cursor.get());
    return cursor.subscribe(look);
  }, [cursor, player, offset, isOff]);
  return (
    <p
      ref={veil}
      hidden
      className="absolute inset-0 flex items-center justify-center bg-board/85 p-6 text-center text-16 [&[hidden]]:hidden"
    >
      The camera wasn’t recording at this moment.
    </p>
  );
}

function Absent({ film, device }: { readonly film: RunVideo; readonly device: VideoOnDevice }) {
  const { video, unlock, choose } = device;
  const [isBusy, setIsBusy] = useState(false);
  const chooseAgain = async () => {
    const files = await pickFiles(film.chapters.length > 1);
    if (files.length === 0) return;
    setIsBusy(true);
    const isRight = await choose(files).finally(() => setIsBusy(false));
    if (!isRight) {
      showToast('That’s another file. Its size or its content differs. Choose the original from the camera.', {
        tone: 'bad',
      });
    }
  };
  return (
    <div className="absolute inset-0 flex flex-col items-center justify-center gap-3 p-5 text-center">
      {video.state === 'looking' && <Spinner className="size-8" />}
      {video.state === 'ask' && (
        <>
          <p className="max-w-[40ch]">The browser remembers where this video is, and asks before it opens it.</p>
          <Button variant="primary" onClick={unlock}>
            Open video
          </Button>
        </>
      )}
      {video.state === 'missing' && (
        <>
          <p className="max-w-[44ch]">
            <strong className="font-[720]">{video.names.join(', ')}</strong>
            <br />
            <span className="text-on-board-2">
              {film.chapters.map(({ size }) => writeSize(size)).join(', ')}. It plays from your disk, and you never
              uploaded it.
            </span>
          </p>
          <Button variant="primary" busy={isBusy} onClick={() => void chooseAgain()}>
            Choose the file again
          </Button>
        </>
      )}
      {video.state === 'elsewhere' && (
        <p className="max-w-[40ch] text-on-board-2">
          The video is on its owner’s disk. They can upload it for those they share with.
        </p>
      )}
    </div>
  );
}

/** Chromium's picker gives handles, which last beyond the page; other browsers have the plain one. */
interface PickingWindow {
  showOpenFilePicker?(options: { multiple: boolean }): Promise<FileSystemFileHandle[]>;
}

/** Must be called from a press. Nothing chosen is an empty list. */
async function pickFiles(isMany: boolean): Promise<readonly (File | FileSystemFileHandle)[]> {
  const picking = window as unknown as PickingWindow;
  if (picking.showOpenFilePicker) {
    try {
      return await picking.showOpenFilePicker({ multiple: isMany });
    } catch (problem) {
      if (problem instanceof DOMException && problem.name === 'AbortError') return [];
    }
  }
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.multiple = isMany;
    input.addEventListener('change', () => resolve([...(input.files ?? [])]));
    input.addEventListener('cancel', () => resolve([]));
    input.click();
  });
}
