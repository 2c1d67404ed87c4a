import { type ReactNode, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { Spinner } from '../../../../client/ui/icons.tsx';
import type { Player, PlayerState, Transport } from './player.ts';

export function usePlayerState(player: Transport): PlayerState {
  return useSyncExternalStore(player.state.subscribe, player.state.getSnapshot, player.state.getSnapshot);
}

export interface PlayerViewProps {
  readonly player: Player;
  /** The content of the video, for screen readers. */
  readonly label: string;
  readonly className?: string;
  /** Lies over the picture. */
  readonly children?: ReactNode;
}

const PROBLEMS = {
  unplayable:
    'This browser can’t show this video. Many cameras record HEVC (H.265). Safari plays it, and Chrome and Edge do where the graphics card can.',
  unreachable: 'We couldn’t read the video any further. If it’s on a card or a network, check that it’s still there.',
};

/** The picture alone. Its controls stand in `player-controls.tsx`, or on the screen itself. */
export function PlayerView({ player, label, className = '', children }: PlayerViewProps) {
  const host = useRef<HTMLDivElement>(null);
  const { problem, isWaiting } = usePlayerState(player);
  useLayoutEffect(() => (host.current === null ? undefined : player.attach(host.current)), [player]);
  return (
    <div className={`relative overflow-hidden bg-board text-on-board ${className}`}>
      <div ref={host} role="img" aria-label={label} className="absolute inset-0" />
      {isWaiting && <Spinner className="absolute inset-0 m-auto size-10" />}
      {problem === null ? (
        children
      ) : (
        <p role="alert" className="absolute inset-0 flex items-center justify-center bg-board p-6 text-center text-16">
          <span className="max-w-[46ch]">{PROBLEMS[problem]}</span>
        </p>
      )}
    </div>
  );
}
