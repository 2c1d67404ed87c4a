import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { word } from '../../../../domain/language.ts';
import type { RunVideo } from '../../../protocol/runs.ts';
import { RacePanel } from './panels/race-panel.tsx';
import { AddFiles } from './panels/add-files.tsx';
import { ChartCard } from './charts/chart-card.tsx';
import { FiguresPanel } from './panels/figures-panel.tsx';
import { FilesPanel } from './panels/files-panel.tsx';
import { LapsPanel } from './panels/laps-panel.tsx';
import { MapPanel } from './panels/map-panel.tsx';
import { RunActions } from './header/run-actions.tsx';
import { useOpenRun } from './run-context.ts';
import { type RunDialog, RunDialogs } from './header/run-dialogs.tsx';
import { SyncPanel } from './line-up/sync-panel.tsx';
import { TransportBar } from './playing/transport-bar.tsx';
import { useRunSteps } from './playing/use-run-steps.ts';
import { useTransport } from './playing/use-transport.ts';
import { useVideo } from '../../playback/player/use-video.ts';
import { VideoPanel } from './video/video-panel.tsx';
import { type RunKeyPlace, type RunKeyStep, stepOf } from './playing/run-keys.ts';

export interface RunScreenProps {
  readonly video: RunVideo | undefined;
  readonly onVideo: (videoId: string) => void;
  readonly samples: ReadonlyMap<string, Uint8Array>;
  readonly notice: ReactNode;
}

/** On a phone: video, charts, map, the rest. With room for two columns the map stands beside the video. */
export function RunScreen({ video, onVideo, samples, notice }: RunScreenProps) {
  const { run, model, cursor, mayChange } = useOpenRun();
  const device = useVideo(run, video);
  const player = device.video.state === 'ready' ? device.video.player : null;
  const [isMatching, setIsMatching] = useState(false);
  const [dialog, setDialog] = useState<RunDialog | null>(null);
  const transport = useTransport(cursor, model, player, video?.alignment.offset ?? 0, isMatching);
  useRunKeys(
    useRunSteps(
      transport,
      useCallback(() => setDialog('keys'), []),
    ),
  );

  const hasVideo = video !== undefined;
  const hasData = model.channels.length > 0;
  const map = (className: string) => <MapPanel className={className} />;
  return (
    <>
      <RunActions samples={samples} onDialog={setDialog} />
      <div className="mb-4 empty:hidden">{notice}</div>
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(320px,380px)] lg:gap-5">
        {hasVideo ? (
          <div className="z-20 max-lg:sticky max-lg:top-0 max-lg:bg-paper">
            <VideoChoice videos={run.details.videos} chosen={video} onChoose={onVideo} />
            <VideoPanel film={video} device={device} onStep={transport.step} isMatching={isMatching} />
          </div>
        ) : (
          hasData && (
            <div className="flex flex-col gap-4">
              {map('h-72 sm:h-96')}
              {model.hasTimes && (
                <div className="rounded-card border border-line bg-card shadow-card">
                  <TransportBar
                    player={transport.transport}
                    offset={transport.offset}
                    onStep={transport.step}
                    stepName={word('step')}
                  />
                </div>
              )}
            </div>
          )
        )}
        {hasData && (
          <div className="min-w-0 lg:col-start-1">
            <ChartCard />
          </div>
        )}
        {hasVideo && model.track !== null && (
          <div className="min-w-0 lg:col-start-2 lg:row-start-1">{map('h-72 lg:h-full lg:min-h-72')}</div>
        )}
        <div
          className={`flex min-w-0 flex-col gap-4 lg:col-start-2 lg:gap-5 ${hasVideo && model.track !== null ? 'lg:row-start-2' : 'lg:row-span-2 lg:row-start-1'}`}
        >
          <FiguresPanel />
          <RacePanel />
          <LapsPanel />
          <SyncPanel
            samples={samples}
            player={player}
            videoId={video?.id}
            isMatching={isMatching}
            onMatching={setIsMatching}
          />
          <FilesPanel samples={samples} onUpload={({ id }) => setDialog({ upload: id })}>
            {mayChange && <AddFiles runId={run.id} />}
          </FilesPanel>
        </div>
      </div>
      {dialog !== null && <RunDialogs dialog={dialog} onClose={() => setDialog(null)} />}
    </>
  );
}

function useRunKeys(onStep: (step: RunKeyStep) => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // A dialog has keys of its own, and the screen behind it must not move.
      if (event.defaultPrevented || document.querySelector('dialog[open]') !== null) return;
      const step = stepOf(event, placeOf(event.target));
      if (step === null) return;
      event.preventDefault();
      onStep(step);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [onStep]);
}

function placeOf(target: EventTarget | null): RunKeyPlace {
  if (!(target instanceof HTMLElement)) return 'elsewhere';
  // The slider of the player is moved like everything else, frame by frame.
  if (target.matches('input[type="range"]')) return 'elsewhere';
  if (target.isContentEditable || target.matches('input, textarea, select, [role="menu"], [role="menu"] *'))
    return 'typing';
  if (target.matches('[role="application"], [role="application"] *')) return 'map';
  return target.matches('button, a, summary') ? 'button' : 'elsewhere';
}

interface VideoChoiceProps {
  readonly videos: readonly RunVideo[];
  readonly chosen: RunVideo;
  readonly onChoose: (videoId: string) => void;
}

/** Chooses one of the videos of several cameras of the same run. */
function VideoChoice({ videos, chosen, onChoose }: VideoChoiceProps) {
  if (videos.length < 2) return null;
  return (
    <div role="group" aria-label="Camera" className="flex gap-1.5 overflow-x-auto px-1 py-2 [scrollbar-width:none]">
      {videos.map(({ id, chapters }) => (
        <button
          key={id}
          type="button"
          aria-pressed={id === chosen.id}
          onClick={() => onChoose(id)}
          className="min-h-9 shrink-0 rounded-full border border-line px-3.5 text-14 font-[600] text-ink-2 aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper"
        >
          <bdi>{chapters[0]!.fileName}</bdi>
        </button>
      ))}
    </div>
  );
}
