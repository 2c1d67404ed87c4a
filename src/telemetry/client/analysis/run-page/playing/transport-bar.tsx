import { type ChangeEvent, useEffect, useRef } from 'react';
import {
  FrameBackIcon,
  FrameOnIcon,
  FullScreenIcon,
  PauseIcon,
  SoundIcon,
  SoundOffIcon,
} from '../../../playback/player/player-icons.tsx';
import type { Transport } from '../../../playback/player/player.ts';
import { usePlayerState } from '../../../playback/player/player-view.tsx';
import { writeTime } from '../../../recordings/units.ts';
import { PlayIcon } from '../../../../../client/ui/tool-icons.tsx';
import { useOpenRun } from '../run-context.ts';

export interface TransportBarProps {
  readonly player: Transport;
  /** Run time = time of the player + offset. */
  readonly offset: number;
  readonly onStep: (frames: number) => void;
  /** Given where there is sound, and a picture to make large. */
  readonly onFullScreen?: (() => void) | undefined;
  readonly stepName: string;
  /** The bar moves the video alone, because it is being matched with the data. */
  readonly isApart?: boolean;
}

const RATES = [0.1, 0.25, 0.5, 1, 1.5, 2, 4, 8] as const;
const TOOL =
  'flex size-11 shrink-0 items-center justify-center rounded-button text-ink hover:bg-soft active:bg-soft disabled:opacity-50 max-sm:size-10';

export function TransportBar({ player, offset, onStep, onFullScreen, stepName, isApart = false }: TransportBarProps) {
  const { cursor } = useOpenRun();
  const { isPlaying, rate, isMuted, problem } = usePlayerState(player);
  const clock = useRef<HTMLSpanElement>(null);
  const slider = useRef<HTMLInputElement>(null);
  const { duration } = player;

  useEffect(() => {
    const write = (time: number) => {
      const at = Math.min(duration, Math.max(0, time - offset));
      const text = writeTime(at, 2);
      if (clock.current) clock.current.textContent = text;
      if (slider.current) {
        slider.current.value = String(at);
        slider.current.setAttribute('aria-valuetext', text);
      }
    };
    if (isApart) return player.onFrame((mediaTime) => write(mediaTime + offset));
    write(cursor.get());
    return cursor.subscribe(write);
  }, [cursor, player, duration, offset, isApart]);

  const scrub = (event: ChangeEvent<HTMLInputElement>) => {
    const at = Number(event.currentTarget.value);
    if (isApart) player.seek(at);
    else cursor.set(at + offset, 'scrubber');
  };
  return (
    <div dir="ltr" className="flex flex-wrap items-center gap-x-1 px-2 py-1 max-sm:gap-x-0">
      <button type="button" className={TOOL} onClick={() => onStep(-1)} disabled={problem !== null}>
        <FrameBackIcon />
        <span className="sr-only">One {stepName} back</span>
      </button>
      <button
        type="button"
        className="flex size-12 shrink-0 items-center justify-center rounded-full bg-accent text-on-accent hover:bg-accent-press disabled:opacity-50"
        onClick={() => (isPlaying ? player.pause() : player.play())}
        disabled={problem !== null}
      >
        {isPlaying ? <PauseIcon /> : <PlayIcon />}
        <span className="sr-only">{isPlaying ? 'Pause' : 'Play'}</span>
      </button>
      <button type="button" className={TOOL} onClick={() => onStep(1)} disabled={problem !== null}>
        <FrameOnIcon />
        <span className="sr-only">One {stepName} on</span>
      </button>
      <span className="digits px-1 text-16 font-[650] whitespace-nowrap sm:px-2">
        <span ref={clock} data-clock className="inline-block min-w-[7ch] text-right" />
        <span className="font-normal text-ink-2 max-sm:hidden"> / {writeTime(duration, 2)}</span>
      </span>
      <input
        ref={slider}
        type="range"
        aria-label="Position"
        min={0}
        max={duration}
        step="any"
        defaultValue={0}
        onChange={scrub}
        className="h-11 min-w-24 flex-1 cursor-pointer accent-ink max-sm:order-last max-sm:basis-full"
      />
      <span className="flex-1 sm:hidden" />
      <SelectMini
        label="Playing speed"
        value={String(rate)}
        onChange={(value) => player.setRate(Number(value))}
        options={RATES.map((each) => ({ value: String(each), label: `${each}×` }))}
      />
      {onFullScreen && (
        <>
          <button type="button" className={TOOL} onClick={() => player.setMuted(!isMuted)} aria-pressed={!isMuted}>
            {isMuted ? <SoundOffIcon /> : <SoundIcon />}
            <span className="sr-only">Sound</span>
          </button>
          <button type="button" className={TOOL} onClick={onFullScreen}>
            <FullScreenIcon />
            <span className="sr-only">Full screen</span>
          </button>
        </>
      )}
    </div>
  );
}

interface SelectMiniProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** The browser's own list in a bar of tools, where its label is only read out. */
function SelectMini({ label, value, onChange, options }: SelectMiniProps) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      className="digits h-11 cursor-pointer appearance-none rounded-button bg-transparent px-2 text-center text-16 font-[650] text-ink hover:bg-soft"
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
