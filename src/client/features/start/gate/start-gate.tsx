import { useCallback, useEffect, useRef, useState } from 'react';
import type { EntryResult } from '../../../../domain/results/entry-result.ts';
import { stopNow } from '../../../../domain/model/stops.ts';
import { readResults } from '../../../../domain/results/read-results.ts';
import { toneSetOf } from '../../../../domain/schedule/tones.ts';
import type { DurationMs } from '../../../../domain/units.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { hostUndo } from '../../../ui/undo-bar.tsx';
import { useQuestionChips } from '../../../timing/taps/use-question-chips.tsx';
import { useStable } from '../../../ui/use-stable.ts';
import { useTimingScreen } from '../../../timing/use-timing-screen.ts';
import type { TimerViewProps } from '../../../event/view-list.ts';
import { useView } from '../../../event/in-address.ts';
import { Countdown, goMsOf } from './countdown.tsx';
import { GateStatus } from './gate-notices.tsx';
import { AtGate } from './gate-racers.tsx';
import { StoppedGate } from './stopped-gate.tsx';
import { useAutoStart } from './use-auto-start.ts';
import { useGate } from './use-gate.ts';
import { useGateSound } from './use-gate-sound.ts';
import { useGateSteps } from './use-gate-steps.ts';
import { useWave } from './wave-start.tsx';
import { GateBar, isStart } from './gate-bar.tsx';
import { GateHeader } from './gate-header.tsx';
import { GateLists } from './gate-lists.tsx';
import { usePresses } from './use-presses.ts';

/**
 * The parts of the button bar have one height each, whatever they say: a name that made the bar grow would push Start off
 * the screen. On a low screen, or with large text, they take a share of the height.
 */
const SIZES =
  '[--strip:max(48px,min(3rem,8svh))] [--start:max(64px,min(5rem,14svh))] [--steps:max(48px,min(4rem,11.5svh))] ' +
  '[--bar:calc(var(--strip)+var(--start)+var(--steps)+33px+env(safe-area-inset-bottom))] ' +
  'lying:[--steps:max(48px,min(4rem,18svh))] lying:[--bar:0px]';

export function StartGate({ open, onClose }: TimerViewProps) {
  const { sync, event } = open;
  const { race, timeZone } = event;
  const now = useCallback(() => sync.clock.now(), [sync]);
  const gate = useGate(event, now);
  const steps = useGateSteps(open);
  const view = useView();
  const [wantsTogether, setWantsTogether] = useState(false);
  const isTogether = wantsTogether && gate.waiting.length > 1;
  const wave = useWave(gate.waiting);
  // A step from the board must not come to lie over Start.
  useEffect(hostUndo, []);
  const page = useRef<HTMLDivElement>(null);
  const results = readResults(event);
  useTimingScreen(page, { isAwake: true, isTimed: results.some(({ start }) => start !== null) });

  const { toGo, going } = gate;
  const isByList = race.startPolicy === 'schedule' && gate.hasTimes;
  const tones = toneSetOf[race.tones];
  const sound = useGateSound(tones, isTogether ? null : (toGo?.at ?? null), now);
  const stop = stopNow(event);
  const onDue = useStable((racers: readonly EntryResult[], lateBy: DurationMs) => {
    void steps.start(racers, performance.now() - lateBy, 'gate');
  });
  useAutoStart(open, isByList && stop === null, onDue);
  const atButton = isTogether ? wave.racers : (toGo?.racers ?? []);
  const presses = usePresses({ open, steps, atButton, isResting: isByList && going !== null });
  const questions = useQuestionChips(event, sync, isStart).byTap;
  const shown = going ?? toGo;
  const isCounting = !isTogether && shown !== null && stop === null;

  return (
    <div className={SIZES}>
      <div
        ref={page}
        data-timing-screen
        className="page mx-auto grid max-w-3xl grid-cols-1 gap-2 pt-[env(safe-area-inset-top)] pb-[calc(var(--bar)+16px)] lg:max-w-6xl lg:grid-cols-[3fr_2fr] lg:gap-8 lying:max-w-none lying:grid-cols-1 lying:gap-2 lying:pe-[calc(46%+16px)] [&_button]:scroll-mb-[var(--bar)]"
      >
        {/* The racer, the countdown and the buttons share the screen: with less room the countdown gets smaller. */}
        <div
          className={`@container flex min-w-0 flex-col gap-[8px] ${isCounting ? 'max-h-[calc(100svh-var(--bar)-env(safe-area-inset-top)-8px)]' : ''}`}
        >
          <GateHeader
            {...{ open, isTogether, onClose }}
            onTogether={gate.waiting.length > 1 ? () => setWantsTogether(!isTogether) : null}
          />
          <GateStatus open={open} sound={sound} />
          {stop !== null ? (
            <StoppedGate stop={stop} timeZone={timeZone} onShow={() => view.open('stop')} />
          ) : isTogether ? (
            wave.chooser
          ) : shown === null ? (
            <EmptyState
              title={results.length === 0 ? 'No racers yet' : 'Everyone has started'}
              action={<Button onClick={onClose}>Back to the board</Button>}
            >
              {results.length === 0 && 'Add racers on the board first.'}
            </EmptyState>
          ) : (
            <>
              <AtGate shown={shown} />
              <Countdown
                at={shown.at}
                now={now}
                tones={tones}
                goMs={goMsOf(race.startPolicy === 'window' ? race.windowMs : null)}
                isStarted={going !== null}
              />
            </>
          )}
        </div>
        <div className="@container min-w-0 lg:pt-12 lying:pt-0">
          <GateLists
            {...{ open, gate, results, steps, isTogether, isByList, isCounting, questions }}
            onSend={presses.send}
          />
        </div>
      </div>
      <GateBar {...{ open, gate, steps, presses, isByList, questions }} wave={isTogether ? wave.racers : null} />
    </div>
  );
}
