import { useEffect, useRef, useState } from 'react';
import type { Shift } from '../../../domain/camera/calibrate.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { measureTwist, type TwistResult } from './twist.ts';

export interface CalibrateDialogProps {
  readonly onShifts: (hear: (shift: Shift) => void) => () => void;
  readonly onFound: (lag: number) => void;
  readonly onClose: () => void;
}

const words: Readonly<Record<Exclude<TwistResult['kind'], 'found'>, string>> = {
  again:
    'The picture and the gyroscope don’t agree. Point the camera at something with edges, a fence or trees, and twist again.',
  'no-gyroscope': 'This device doesn’t report movement. Its times stay uncertain by 50 ms.',
  refused: 'Movement isn’t allowed for this page. Allow it in the browser’s settings and try again.',
};

/** Finds how late the camera's frames are stamped, by a twist of the phone. */
export function CalibrateDialog({ onShifts, onFound, onClose }: CalibrateDialogProps) {
  const [result, setResult] = useState<TwistResult | 'running' | null>(null);
  const end = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    end.current = controller;
    return () => controller.abort();
  }, []);

  async function run(): Promise<void> {
    const { signal } = end.current;
    setResult('running');
    const next = await measureTwist({ onShifts, signal });
    if (signal.aborted) return;
    if (next.kind === 'found') onFound(next.lag);
    setResult(next);
  }

  const isRunning = result === 'running';
  const isFound = result !== null && !isRunning && result.kind === 'found';
  return (
    <Dialog
      open
      onClose={onClose}
      title="Calibrate the camera"
      footer={
        isFound ? (
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        ) : (
          <Button variant="primary" busy={isRunning} onClick={() => void run()}>
            {result === null || isRunning ? 'Start, then twist' : 'Twist again'}
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-3">
        <p>
          Every camera hands over its pictures late, each model by its own amount. A twist shows by how much, and times
          become more exact.
        </p>
        <ol className="flex list-decimal flex-col gap-1 ps-5">
          <li>Hold the phone upright. Point it at something with edges.</li>
          <li>Press Start, then turn it left and right for four seconds, like shaking your head.</li>
        </ol>
        <p role="status" className="min-h-12 font-[650]">
          {isRunning && 'Twist left and right now…'}
          {isFound && `Calibrated: this camera is ${Math.round(result.lag)} ms late, which is taken off from now on.`}
          {result !== null && !isRunning && result.kind !== 'found' && words[result.kind]}
        </p>
      </div>
    </Dialog>
  );
}
