import { type ReactNode, useLayoutEffect } from 'react';
import type { EntryResult } from '../../../../domain/results/entry-result.ts';
import type { GateState } from '../../../../domain/schedule/gate.ts';
import { useView } from '../../../event/in-address.ts';
import type { OpenEvent } from '../../../event/event-context.ts';
import { useSwitch } from '../../../event/use-switch.ts';
import { useObservable } from '../../../sync/use-sync.ts';
import { notePlaces } from '../../../timing/taps/button-places.ts';
import { GateNote } from './gate-notices.tsx';
import { LateRacers, NextRacers, TogetherAtGate } from './gate-racers.tsx';
import { StartedRacers } from './started-racers.tsx';
import { UnnamedStarts } from './unnamed-starts.tsx';
import { countdownOnly } from './use-auto-start.ts';
import type { GateSteps } from './use-gate-steps.ts';
import type { Presses } from './use-presses.ts';

export interface GateListsProps {
  readonly open: OpenEvent;
  readonly gate: GateState;
  readonly results: readonly EntryResult[];
  readonly steps: GateSteps;
  readonly onSend: Presses['send'];
  readonly isTogether: boolean;
  readonly isByList: boolean;
  /** The racer at the gate and the countdown are shown. */
  readonly isCounting: boolean;
  readonly questions: ReadonlyMap<string, ReactNode>;
}

/** Lists of the next racers, late ones and those who have left, and what the starter should know of the list. */
export function GateLists(props: GateListsProps) {
  const { open, gate, results, steps, onSend, isTogether, isByList, isCounting, questions } = props;
  const { timeZone, entries } = open.event;
  const { going, toGo, waiting } = gate;
  const view = useView();
  const isMeasured = useObservable(open.sync.clock.quality, null) !== null;
  const isCountdownOnly = useSwitch(countdownOnly);
  const late = gate.late.map(({ entry }) => entry.racerId).join();
  useLayoutEffect(() => notePlaces(), [late]);
  const hasList = gate.hasTimes || Object.values(entries).some(({ removed, slot }) => !removed && slot);
  const shown = going ?? toGo;
  return (
    <>
      {!hasList && waiting.length > 0 && !isTogether && (
        <GateNote action="Start list" onAction={() => view.open('start-list')}>
          No start list yet. Put racers in order first.
        </GateNote>
      )}
      {isByList && isCountdownOnly && (
        <GateNote action="Start here" onAction={() => countdownOnly.set(false)}>
          Countdown only. Another phone starts the racers.
        </GateNote>
      )}
      {isByList && !isCountdownOnly && !isMeasured && (
        <p className="font-[650] text-danger">
          This phone hasn’t measured its clock yet, so it starts nobody by itself. Tap ‘Send now’.
        </p>
      )}
      {isCounting && shown !== null && <TogetherAtGate shown={shown} isGoing={going !== null} steps={steps} />}
      {!isTogether && (
        <NextRacers
          starts={going !== null && toGo !== null ? [toGo, ...gate.next.slice(0, 2)] : gate.next}
          timeZone={timeZone}
        />
      )}
      <LateRacers late={isTogether ? [] : gate.late} timeZone={timeZone} onSend={onSend} steps={steps} />
      <StartedRacers results={results} timeZone={timeZone} onUndo={steps.undoStart} />
      <UnnamedStarts chips={questions} />
      {isByList && !isCountdownOnly && isMeasured && (
        <p className="mt-4 text-14 text-ink-2">
          This phone starts each racer at the listed second.{' '}
          <button type="button" className="link min-h-11 text-ink" onClick={() => countdownOnly.set(true)}>
            Countdown only
          </button>
        </p>
      )}
    </>
  );
}
