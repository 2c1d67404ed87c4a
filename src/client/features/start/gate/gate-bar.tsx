import { type ReactNode, useRef } from 'react';
import type { Line } from '../../../../domain/model/lines.ts';
import type { EntryResult } from '../../../../domain/results/entry-result.ts';
import type { GateState } from '../../../../domain/schedule/gate.ts';
import type { OpenEvent } from '../../../event/event-context.ts';
import { useStartsRest } from '../../../event/use-starts-rest.ts';
import { useScreenKeys } from '../../../timing/keys/use-screen-keys.ts';
import { RefusedSummary } from '../../../timing/taps/refused-summary.tsx';
import { useRefusedTaps } from '../../../timing/taps/refused-taps.ts';
import { OtherSteps, StartButton, StepStrip } from './gate-buttons.tsx';
import { listGateKeys } from './gate-keys.ts';
import { namesOf } from './gate-words.ts';
import type { GateSteps } from './use-gate-steps.ts';
import type { Presses } from './use-presses.ts';

export interface GateBarProps {
  readonly open: OpenEvent;
  readonly gate: GateState;
  readonly steps: GateSteps;
  readonly presses: Presses;
  /** Racers who start together; null where racers start one by one. */
  readonly wave: readonly EntryResult[] | null;
  /** True where this phone starts racers by the list: a press is then for a racer who goes at another moment. */
  readonly isByList: boolean;
  /** Questions about starts without a name, by their taps. */
  readonly questions: ReadonlyMap<string, ReactNode>;
}

export const isStart = (line: Line): boolean => line === 'start';

/** Bar under the starter's hand at the lower edge: Start, the other steps, and the last step. */
export function GateBar({ open, gate, steps, presses, wave, isByList, questions }: GateBarProps) {
  const { toGo, going, waiting } = gate;
  const rests = useStartsRest(open.event);
  const refused = useRefusedTaps(open.sync, open.event, isStart);
  const single = wave === null && toGo !== null && (toGo.racers.length === 1 || toGo.team !== null) ? toGo : null;
  const onHold = wave === null && toGo !== null && toGo.at !== null ? () => steps.hold(toGo) : null;
  const onSkip = single !== null && waiting.length > single.racers.length ? () => steps.skip(single) : null;
  const onDns = single !== null ? () => steps.dns(single) : null;
  const start = (timeStamp: number) => presses.press(timeStamp, true);
  const bar = useRef<HTMLDivElement>(null);
  useScreenKeys(bar, listGateKeys({ start, hold: onHold, skip: onSkip, dns: onDns, undo: steps.undoLast }));

  // After a start the screen still shows who has left, and the steps are for the next.
  const bib = single?.team === null ? single.racers[0]!.entry.bib : null;
  const whom = bib ?? (single === null || going === null ? null : namesOf(single));
  const word = isByList && toGo?.at != null ? 'Send now' : 'Start';
  const label = rests
    ? 'Race stopped'
    : wave !== null
      ? `Start ${wave.length} together`
      : toGo === null
        ? 'Start'
        : `${word}: ${namesOf(toGo)}`;
  return (
    <div
      ref={bar}
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-paper pb-[env(safe-area-inset-bottom)] lying:start-auto lying:top-0 lying:w-[46%] lying:border-s lying:border-t-0"
    >
      <div className="page mx-auto h-full max-w-3xl lg:max-w-6xl">
        <div className="@container flex h-full flex-col gap-[8px] pt-[4px] pb-[12px]">
          <StepStrip
            step={steps.last}
            question={questions.get(steps.last?.tapIds?.[0] ?? '')}
            refused={refused.length > 0 && <RefusedSummary open={open} refused={refused} />}
            onUndo={steps.undoLast}
          />
          <StartButton label={label} isDisabled={presses.isOff} onStart={presses.press} />
          {wave === null && <OtherSteps whom={whom} onHold={onHold} onSkip={onSkip} onDns={onDns} />}
        </div>
      </div>
    </div>
  );
}
