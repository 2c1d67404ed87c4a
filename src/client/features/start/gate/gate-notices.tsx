import type { ReactNode } from 'react';
import { rateClock } from '../../../../domain/timing/clock-quality.ts';
import { useObservable } from '../../../sync/use-sync.ts';
import { Button } from '../../../ui/button.tsx';
import type { OpenEvent } from '../../../event/event-context.ts';
import { useNoSignal } from '../../../timing/no-signal.ts';
import type { SoundState } from './gate-audio.ts';

const SOUND_WORDS: Record<SoundState, string> = {
  locked: 'Tap the screen once for sound.',
  on: 'Sound on',
  'out-of-step': 'No beeps for this start, because this phone’s sound is out of sync.',
};

/** Quiet line with the phone's clock, its sound, and whether it has signal. */
export function GateStatus({ open, sound }: { readonly open: OpenEvent; readonly sound: SoundState | null }) {
  const uncertainty = useObservable(open.sync.clock.quality, null);
  const noSignal = useNoSignal(open);
  const quality = rateClock(uncertainty);
  const parts = [
    ...(noSignal === null ? [] : [noSignal]),
    quality === 'unknown' ? 'Clock not measured yet' : `Clock ±${uncertainty} ms${quality === 'poor' ? ', poor' : ''}`,
    ...(sound === null ? [] : [SOUND_WORDS[sound]]),
  ];
  return (
    <p className="digits line-clamp-2 h-[min(2.5rem,10svh)] shrink-0 text-[min(0.875rem,4svh)] leading-[1.25] text-ink-2">
      {parts.join(' · ')}
    </p>
  );
}

/** A line with its next step. */
export function GateNote({
  children,
  action,
  onAction,
}: {
  children: ReactNode;
  action: string;
  onAction: () => void;
}) {
  return (
    <div className="mb-2 flex flex-wrap items-center justify-end gap-x-3 rounded-button border border-line-strong bg-card py-1 pe-1 ps-3">
      <p className="min-w-28 flex-1 text-16">{children}</p>
      <Button className="shrink-0 px-3.5!" onClick={onAction}>
        {action}
      </Button>
    </div>
  );
}
