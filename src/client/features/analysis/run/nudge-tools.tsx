import { useEffect } from 'react';
import { Button } from '../../../ui/button.tsx';
import type { Player } from '../parts/player.ts';
import type { AlignedItem } from './alignments.ts';
import { useOpenRun } from './run-context.ts';

/** While a frame and a point are being matched, the video and the charts move apart from each other. */
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
    ...(frame === null ? [] : [{ by: frame, name: '1 frame' }]),
    { by: 0.1, name: '0.1 s' },
    { by: 1, name: '1 s' },
  ];
  const move = (by: number) => onMove(Math.round((offset + by) * 10_000) / 10_000);
  const { set } = matching;
  useEffect(() => () => set(false), [set]);

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
          <div className="flex flex-col gap-3 rounded-button bg-soft p-3">
            <p className="text-14">
              Stop the video at a frame that you know, such as the push-off. Put the line in a chart, or the point on
              the map, to the same moment. Then press the button.
            </p>
            <div className="flex gap-2">
              <Button
                variant="primary"
                className="flex-1 px-3!"
                onClick={() => {
                  player.pause();
                  onMove(cursor.get() - player.time());
                  set(false);
                }}
              >
                This frame is this point
              </Button>
              <Button variant="quiet" className="px-3!" onClick={() => set(false)}>
                Cancel
              </Button>
            </div>
          </div>
        ) : (
          <Button className="min-h-11! text-14!" onClick={() => set(true)}>
            Match a frame with a point…
          </Button>
        ))}
    </div>
  );
}
