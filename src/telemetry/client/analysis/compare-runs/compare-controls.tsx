import { type RefObject, useEffect } from 'react';
import { Button } from '../../../../client/ui/button.tsx';
import { InfoTip } from '../../../../client/ui/info-tip.tsx';
import { Icon } from '../../../../client/ui/icons.tsx';
import { Select } from '../../../../client/ui/select.tsx';
import { PlayIcon } from '../../../../client/ui/tool-icons.tsx';
import type { Transport } from '../../playback/player/player.ts';
import { usePlayerState } from '../../playback/player/player-view.tsx';
import type { Cursor } from '../../playback/cursor.ts';
import type { Togetherness } from './together.ts';

const RATES = [0.25, 0.5, 1, 2];
const STEP_SECONDS = 0.1;
const KEYS = 'keys';

export interface CompareControlsProps {
  readonly leader: Transport;
  readonly cursor: Cursor;
  readonly mode: Togetherness;
  readonly onMode: (mode: Togetherness) => void;
  /** Both runs have a video, and the two must be kept together. */
  readonly hasBoth: boolean;
  readonly driftRef: RefObject<HTMLSpanElement | null>;
}

export function CompareControls({ leader, cursor, mode, onMode, hasBoth, driftRef }: CompareControlsProps) {
  const { isPlaying, rate } = usePlayerState(leader);
  useCompareKeys(leader, cursor, mode, onMode);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button
        variant="primary"
        aria-label={isPlaying ? 'Pause' : 'Play'}
        title="Space"
        className="w-28"
        onClick={() => (isPlaying ? leader.pause() : leader.play())}
      >
        {isPlaying ? <PauseIcon /> : <PlayIcon />}
        {isPlaying ? 'Pause' : 'Play'}
      </Button>
      <label className="flex items-center gap-2 text-14 font-[650]">
        Speed
        <Select value={rate} onChange={(event) => leader.setRate(Number(event.currentTarget.value))}>
          {RATES.map((value) => (
            <option key={value} value={value}>
              {value}×
            </option>
          ))}
        </Select>
      </label>
      <fieldset className="flex items-center gap-2">
        <legend className="sr-only">Keep the two together</legend>
        <Choice label="Same place" isOn={mode === 'place'} onChoose={() => onMode('place')} />
        <Choice label="Same time" isOn={mode === 'elapsed'} onChoose={() => onMode('elapsed')} />
        <InfoTip topic="linkVideos" />
      </fieldset>
      {hasBoth && (
        <p className="digits text-14 text-ink-2" title="How far the second video is from where it belongs">
          Drift <span ref={driftRef}>–</span>
        </p>
      )}
      <p className="ml-auto text-13 text-ink-2 max-lg:hidden">Space plays · ← → step · P: place or time</p>
    </div>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChoose: () => void;
}

function Choice({ label, isOn, onChoose }: ChoiceProps) {
  return (
    <label className="flex min-h-12 cursor-pointer items-center gap-2 text-16 font-[550]">
      <input type="radio" name="togetherness" checked={isOn} onChange={onChoose} className="size-5 accent-ink" />
      {label}
    </label>
  );
}

function PauseIcon() {
  return (
    <Icon>
      <path d="M8 5.5v13M16 5.5v13" strokeWidth={3.5} />
    </Icon>
  );
}

/** Space plays, the arrows go on by a tenth of a second or with Shift by a whole one, P changes what the runs share. */
function useCompareKeys(
  leader: Transport,
  cursor: Cursor,
  mode: Togetherness,
  onMode: (mode: Togetherness) => void,
): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target as Element;
      if (target.closest('input, select, textarea, dialog, [role=slider], [role=application]') !== null) return;
      if (event.key === ' ' && target.closest('button, a') === null) {
        if (leader.state.getSnapshot().isPlaying) leader.pause();
        else leader.play();
      } else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
        const way = event.key === 'ArrowRight' ? 1 : -1;
        leader.pause();
        cursor.set(cursor.get() + way * (event.shiftKey ? 1 : STEP_SECONDS), KEYS);
      } else if (event.key === 'p') onMode(mode === 'place' ? 'elapsed' : 'place');
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [leader, cursor, mode, onMode]);
}
