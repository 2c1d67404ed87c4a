import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { CompareProblem, Comparison } from '../../../domain/compare/compare.ts';
import { LoadingRegion, Skeleton } from '../../../../client/ui/skeleton.tsx';
import { Notice } from '../../../../client/ui/notice.tsx';
import { createCursor, type Cursor } from '../../playback/cursor.ts';
import type { Deriver } from '../deriving/deriver.ts';
import { useRaceResult } from '../race-result/use-race-result.ts';
import { CompareCharts } from './compare-charts.tsx';
import { CompareControls } from './compare-controls.tsx';
import { comparePath } from '../compare-path.ts';
import { CompareMap } from './compare-map.tsx';
import { FinalDelta } from './final-delta.tsx';
import { GainList } from './gain-list.tsx';
import { SectorTable } from './sector-table.tsx';
import type { Side } from './side.ts';
import { SideHeader } from './side-header.tsx';
import type { Togetherness } from './together.ts';
import { type Compared, type ComparedSide, useComparison } from './use-comparison.ts';
import { useTogether, videoOf } from './use-together.ts';
import type { RunVideo } from '../../../protocol/runs.ts';
import { Button } from '../../../../client/ui/button.tsx';
import type { LocalRun } from '../../run-sync/stored-run.ts';
import type { Player } from '../../playback/player/player.ts';
import { PlayerView } from '../../playback/player/player-view.tsx';
import { useVideo } from '../../playback/player/use-video.ts';

const PROBLEMS: Record<CompareProblem, string> = {
  'no-positions':
    'There’s nothing to compare in this part, because one of the two has no positions in it. Choose another part.',
  'other-course':
    'The second run didn’t go the way of the first, or only a part of it. Choose other parts above, or move the two lines on the map to a stretch that both have in common.',
};

export interface CompareViewProps {
  readonly deriver: Deriver | null;
  readonly sideA: Side;
  readonly sideB: Side;
}

export function CompareView({ deriver, sideA, sideB }: CompareViewProps) {
  const raceA = useRaceResult(sideA.run.details);
  const raceB = useRaceResult(sideB.run.details);
  const compared = useComparison(deriver, sideA, sideB, raceA, raceB);
  const { a, b, comparison } = compared;
  const cursor = useMemo(() => createCursor(NaN), []);
  const [idA, idB] = [sideA.run.id, sideB.run.id];
  return (
    <div className="flex flex-col gap-5">
      <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
        <SideHeader
          compared={a}
          isFirst
          otherName={b.side.run.details.name}
          without={[idA, idB]}
          pathOf={(id) => comparePath(id, idB)}
        />
        <SideHeader
          compared={b}
          isFirst={false}
          otherName={a.side.run.details.name}
          without={[idA, idB]}
          pathOf={(id) => comparePath(idA, id)}
        />
      </div>
      {comparison === null ? (
        <LoadingRegion label="Loading the runs">
          <Skeleton className="h-40 w-full rounded-board" />
          <Skeleton className="mt-5 h-80 w-full rounded-card" />
        </LoadingRegion>
      ) : comparison.ok ? (
        <Compares compared={compared} comparison={comparison.value} cursor={cursor} />
      ) : (
        <>
          <Notice tone="bad">{PROBLEMS[comparison.error]}</Notice>
          <CompareMap compared={compared} comparison={null} cursor={cursor} />
        </>
      )}
    </div>
  );
}

interface ComparesProps {
  readonly compared: Compared;
  readonly comparison: Comparison;
  readonly cursor: Cursor;
}

function Compares({ compared, comparison, cursor }: ComparesProps) {
  const { a, b } = compared;
  const [mode, setMode] = useState<Togetherness>('place');
  const drift = useRef<HTMLSpanElement>(null);
  const showDrift = useCallback((text: string) => {
    if (drift.current) drift.current.textContent = text;
  }, []);
  const { leader, hasBoth, setPlayerA, setPlayerB } = useTogether(compared, comparison, cursor, mode, showDrift);
  const names = namesOf(a, b);
  const videoA = videoOf(a);
  const videoB = videoOf(b);
  return (
    <>
      <FinalDelta comparison={comparison} cursor={cursor} from={a.part.lapse.from} {...names} />
      {(videoA !== undefined || videoB !== undefined) && (
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
          {videoA !== undefined && <SideVideo run={a.side.run} video={videoA} onPlayer={setPlayerA} />}
          {videoB !== undefined && <SideVideo run={b.side.run} video={videoB} onPlayer={setPlayerB} />}
        </div>
      )}
      <CompareControls
        leader={leader}
        cursor={cursor}
        mode={mode}
        onMode={setMode}
        hasBoth={hasBoth}
        driftRef={drift}
      />
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
        <div className="flex flex-col gap-2">
          <CompareMap compared={compared} comparison={comparison} cursor={cursor} />
          <p className="flex flex-wrap gap-x-4 gap-y-1 text-14 text-ink-2">
            <Key className="bg-good">
              <bdi>{names.nameA}</bdi> won time
            </Key>
            <Key className="bg-[repeating-linear-gradient(90deg,var(--color-danger)_0_8px,transparent_8px_12px)]">
              <bdi>{names.nameB}</bdi> won time
            </Key>
            <span>Ring: where the other lap was at this moment</span>
          </p>
        </div>
        <CompareCharts compared={compared} comparison={comparison} cursor={cursor} />
        {/* Over both columns: in one its last column would be cut. */}
        <div className="min-w-0 lg:col-span-2">
          <SectorTable comparison={comparison} {...names} />
        </div>
        <div className="min-w-0 lg:col-span-2">
          <GainList comparison={comparison} cursor={cursor} {...names} />
        </div>
      </div>
    </>
  );
}

/** Two laps of one run, or two runs of one name, are told apart by their parts. */
function namesOf(a: ComparedSide, b: ComparedSide): { readonly nameA: string; readonly nameB: string } {
  const [nameA, nameB] = [a.side.run.details.name, b.side.run.details.name];
  if (nameA !== nameB) return { nameA, nameB };
  return { nameA: `${nameA}: ${a.part.label}`, nameB: `${nameB}: ${b.part.label}` };
}

function Key({ className, children }: { readonly className: string; readonly children: ReactNode }) {
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden className={`h-2 w-5 shrink-0 rounded-full ${className}`} />
      <span>{children}</span>
    </span>
  );
}

interface SideVideoProps {
  readonly run: LocalRun;
  readonly video: RunVideo;
  readonly onPlayer: (player: Player | null) => void;
}

const FRAME = 'aspect-video w-full rounded-card';

/** The video of one of the two runs, on the disk or uploaded. */
function SideVideo({ run, video, onPlayer }: SideVideoProps) {
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
      {opened.state === 'missing' && <p>The video isn’t on this device. Open the run to choose its file.</p>}
      {opened.state === 'elsewhere' && <p>The owner hasn’t uploaded this video.</p>}
    </div>
  );
}
