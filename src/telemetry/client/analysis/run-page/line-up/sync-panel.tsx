import { useState } from 'react';
import type { SpeedAlignment } from '../../../../domain/align-speed.ts';
import type { Alignment } from '../../../../protocol/runs.ts';
import { Button } from '../../../../../client/ui/button.tsx';
import { InfoTip } from '../../../../../client/ui/info-tip.tsx';
import { Notice } from '../../../../../client/ui/notice.tsx';
import { CutName } from '../../../../../client/ui/cut-name.tsx';
import type { Player } from '../../../playback/player/player.ts';
import {
  alignedItems,
  type AlignedItem,
  alignmentWords,
  byHand,
  howSure,
  setAlignment,
  writeOffset,
} from './alignments.ts';
import { Panel } from '../panel.tsx';
import { useOpenRun } from '../run-context.ts';
import { type HandMatching, NudgeTools } from './nudge-tools.tsx';

export interface SyncPanelProps {
  readonly samples: ReadonlyMap<string, Uint8Array>;
  /** The video on the screen. */
  readonly player: Player | null;
  readonly videoId: string | undefined;
  /** A frame and a point are being matched: video and charts move independently. */
  readonly isMatching: boolean;
  readonly onMatching: (isMatching: boolean) => void;
}

interface Step {
  readonly item: AlignedItem;
  readonly before: Alignment;
}

/** Panel with each file's offset on the run's timeline, how sure it is, and the ways to correct it. */
export function SyncPanel({ samples, player, videoId, isMatching, onMatching }: SyncPanelProps) {
  const { run, mayChange, change } = useOpenRun();
  const items = alignedItems(run.details);
  const [history, setHistory] = useState<readonly Step[]>([]);
  const [openId, setOpenId] = useState<string | null>(null);
  if (items.length < 2) return null;

  const align = (item: AlignedItem, next: Alignment) => {
    setHistory([...history, { item, before: item.alignment }]);
    void change((details) => setAlignment(details, item, next));
  };
  const undo = () => {
    const last = history.at(-1);
    if (last === undefined) return;
    setHistory(history.slice(0, -1));
    void change((details) => setAlignment(details, last.item, last.before));
  };
  return (
    <Panel
      title={
        <>
          Sync data <InfoTip topic="syncData" />
        </>
      }
      tools={
        mayChange && (
          <Button variant="quiet" className="min-h-9! px-3! text-14!" disabled={history.length === 0} onClick={undo}>
            Undo
          </Button>
        )
      }
    >
      <ul className="flex flex-col divide-y divide-line">
        {items.map((item) => (
          <li key={item.id} className="py-3 first:pt-0 last:pb-0">
            <ItemLine item={item} others={items.map(({ fileName }) => fileName)} />
            {mayChange && !item.isTimeline && (
              <ItemTools
                item={item}
                samples={samples}
                isOpen={openId === item.id}
                onOpen={(isOpen) => setOpenId(isOpen ? item.id : null)}
                onAlign={(next) => align(item, next)}
                player={item.videoId === videoId ? player : null}
                matching={{ isOn: isMatching, set: onMatching }}
              />
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function ItemLine({ item, others }: { readonly item: AlignedItem; readonly others: readonly string[] }) {
  const { alignment, isTimeline, fileName } = item;
  const isGood = isTimeline || alignment.confidence >= 0.7;
  return (
    <div data-aligned={fileName}>
      <p className="font-[650]">
        <CutName name={fileName} others={others} />
      </p>
      <p className={`text-14 ${isGood ? 'text-ink-2' : 'font-[550] text-waiting-ink'}`}>
        {isTimeline ? 'Sets the time of the run' : alignmentWords(alignment)}
        {!isTimeline && alignment.method !== 'same-file' && (
          <span className="digits"> · {writeOffset(alignment.offset)}</span>
        )}
      </p>
    </div>
  );
}

interface ItemToolsProps {
  readonly item: AlignedItem;
  readonly samples: ReadonlyMap<string, Uint8Array>;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  readonly onAlign: (next: Alignment) => void;
  readonly player: Player | null;
  readonly matching: HandMatching;
}

function ItemTools({ item, samples, isOpen, onOpen, onAlign, player, matching }: ItemToolsProps) {
  const isUnsure = item.alignment.confidence < 0.7 || item.alignment.method === 'none';
  if (!isOpen) {
    return (
      <Button className="mt-2 min-h-10! px-4! text-14!" onClick={() => onOpen(true)}>
        {isUnsure ? 'Line it up' : 'Adjust'}
      </Button>
    );
  }
  return (
    <div className="mt-3 flex flex-col gap-4">
      <NudgeTools
        item={item}
        player={player}
        matching={matching}
        onMove={(offset) => onAlign(byHand(offset, item.framesPerSecond))}
      />
      {item.sourceId !== null && <BySpeed item={item} samples={samples} onAlign={onAlign} />}
      <Button className="min-h-11! text-14!" onClick={() => onOpen(false)}>
        Done
      </Button>
    </div>
  );
}

const REASONS = {
  'no-speed': 'One of the two files has no positions to take a speed from.',
  'too-short': 'They need to have at least a minute in common.',
  'constant-speed': 'The speed hardly changes, so nothing stands out.',
  unlike: 'Their speeds don’t look alike anywhere.',
  ambiguous: 'Several places look much the same, as laps do. Choose the right one, and check it with the video.',
};

/** Where the alignment is not sure, the likeliest are offered and none is taken. */
function BySpeed({ item, samples, onAlign }: Pick<ItemToolsProps, 'item' | 'samples' | 'onAlign'>) {
  const { run, deriver } = useOpenRun();
  const [isLooking, setIsLooking] = useState(false);
  const [found, setFound] = useState<SpeedAlignment | null>(null);
  const first = run.details.sources[0];
  const own = run.details.sources.find(({ id }) => id === item.sourceId);
  const ownSamples = own && samples.get(own.id);
  const firstSamples = first && samples.get(first.id);
  if (first === undefined || own === undefined || ownSamples === undefined || firstSamples === undefined) return null;
  const find = async () => {
    if (deriver === null) return;
    setIsLooking(true);
    const answer = await deriver.ask({
      kind: 'align',
      own: { source: own.id, packed: ownSamples, breaks: own.breaks },
      other: { source: first.id, packed: firstSamples, breaks: first.breaks },
    });
    setIsLooking(false);
    setFound(answer);
    if (answer.best !== null) onAlign(answer.best);
  };
  return (
    <div className="flex flex-col gap-3">
      <Button className="min-h-11! text-14!" disabled={isLooking} onClick={() => void find()}>
        Match by speed
      </Button>
      {found !== null && found.best === null && (
        <Notice tone="info">
          {found.reason === null ? 'Nothing found.' : REASONS[found.reason]}
          {found.candidates.length > 0 && (
            <ul className="mt-2 flex flex-wrap gap-2">
              {found.candidates.map((candidate) => (
                <li key={candidate.offset}>
                  <Button
                    className="min-h-10! px-3! text-14!"
                    aria-pressed={Math.abs(candidate.offset - item.alignment.offset) < 0.001}
                    onClick={() => onAlign(candidate)}
                  >
                    <span className="digits">{writeOffset(candidate.offset)}</span>
                    <span className="font-normal text-ink-2">{howSure(candidate.confidence)}</span>
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </Notice>
      )}
      {found?.best != null && <p className="text-14 text-good">Matched: {alignmentWords(found.best)}.</p>}
    </div>
  );
}
