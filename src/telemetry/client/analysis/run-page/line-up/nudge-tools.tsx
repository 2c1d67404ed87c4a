import { useEffect } from 'react';
import { Button } from '../../../../../client/ui/button.tsx';
import type { Player } from '../../../playback/player/player.ts';
import type { AlignedItem } from './alignments.ts';
import { useOpenRun } from '../run-context.ts';
import { word } from '../../../../../domain/language.ts';

/** While a frame and a point are being matched, the video and the charts move independently of each other. */
export interface HandMatching {
  readonly isOn: boolean;
  readonly set: (isOn: boolean) => void;
}

export interface NudgeToolsProps {
  readonly item: AlignedItem;
  /** The video that is being lined up, if it can be seen. */
  readonly player: Player | null;
  readonly matching: HandMatching;
  readonly onMove: (offset: number) => void;
}

export function NudgeTools({ item, player, matching, onMove }: NudgeToolsProps) {
  const { cursor } = useOpenRun();
  const { offset } = item.alignment;
  const frame = item.framesPerSecond ? 1 / item.framesPerSecond : null;
  const steps = [
    ...(frame === null ? [] : [{ by: frame, name: word('1 frame') }]),
    { by: 0.1, name: '0.1 s' },
    { by: 1, name: '1 s' },
  ];
  const move = (by: number) => onMove(Math.round((offset + by) * 10_000) / 10_000);
  const { set } = matching;
  useEffect(() => () => set(false), [set]);
  const startMatching = () => {
    set(true);
    showBoth();
  };

  return (
    <div className="flex flex-col gap-3">
      {[-1, 1].map((direction) => (
        <div
          key={direction}
          role="group"
          aria-label={direction < 0 ? 'Earlier' : 'Later'}
          className="flex items-center gap-2"
        >
          <span className="w-14 text-14 text-ink-2">{direction < 0 ? 'Earlier' : 'Later'}</span>
          {steps.map(({ by, name }) => (
            <Button
              key={name}
              className="min-h-11! flex-1 px-1! text-14!"
              aria-label={`${name} ${direction < 0 ? 'earlier' : 'later'}`}
              onClick={() => move(direction * by)}
            >
              {name}
            </Button>
          ))}
        </div>
      ))}
      {player !== null &&
        (matching.isOn ? (
          <MatchBar
            onCancel={() => set(false)}
            onMatch={() => {
              player.pause();
              onMove(cursor.get() - player.time());
              set(false);
            }}
          />
        ) : (
          <Button className="min-h-11! text-14!" onClick={startMatching}>
            Match a frame with a point…
          </Button>
        ))}
    </div>
  );
}

/** On a phone the video stays on top by itself, and the charts come below it. */
function showBoth(): void {
  const video = document.querySelector<HTMLElement>('[data-video]');
  const charts = document.querySelector<HTMLElement>('[data-charts]');
  if (video === null || charts === null) return;
  if (matchMedia('(min-width: 64rem)').matches) video.scrollIntoView({ block: 'start' });
  else scrollBy({ top: charts.getBoundingClientRect().top - video.offsetHeight });
}

/** At the bottom of the screen, where the bar stays while the user goes to the video and to the charts. */
function MatchBar({ onMatch, onCancel }: { readonly onMatch: () => void; readonly onCancel: () => void }) {
  return (
    <section
      aria-label="Match a frame with a point"
      data-bottom-bar
      className="fixed inset-x-0 bottom-0 z-30 animate-rise border-t border-line bg-card shadow-float"
    >
      <div className="page flex flex-wrap items-center gap-x-6 gap-y-3 pt-3 pb-[max(12px,env(safe-area-inset-bottom))]">
        <p className="min-w-0 flex-1 basis-72 text-14">
          Stop the video at a frame that you know, such as the push-off. Put the line in a chart to the same moment.
        </p>
        <div className="flex gap-2 max-sm:w-full">
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
          <Button variant="primary" className="max-sm:flex-1" onClick={onMatch}>
            This frame is this point
          </Button>
        </div>
      </div>
    </section>
  );
}
