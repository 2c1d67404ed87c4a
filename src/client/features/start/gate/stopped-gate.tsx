import type { Stop } from '../../../../domain/model/state.ts';
import { formatTimeOfDay } from '../../../../domain/timing/local-time.ts';
import { Button } from '../../../ui/button.tsx';

export interface StoppedGateProps {
  readonly stop: Stop;
  readonly timeZone: string;
  readonly onShow: () => void;
}

/** Notice in place of the racer and the countdown: the ramp must see from afar that nobody goes. */
export function StoppedGate({ stop, timeZone, onShow }: StoppedGateProps) {
  return (
    <div
      role="alert"
      className="flex min-h-0 flex-col items-center gap-[min(1rem,3svh)] rounded-card bg-danger px-4 py-[min(2rem,5svh)] text-center text-on-danger"
    >
      <p className="text-[min(4rem,13cqw,16svh)] leading-none wrap-anywhere font-[820]">Race stopped</p>
      <p className="digits text-[min(1.25rem,6svh)]">since {formatTimeOfDay(stop.from, timeZone)}. Nobody starts.</p>
      <Button onClick={onShow}>Who is out, and what happens next</Button>
    </div>
  );
}
