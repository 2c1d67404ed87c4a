import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Line } from '../../../../domain/model/lines.ts';
import type { EntryResult } from '../../../../domain/results/entry-result.ts';
import { stopNow } from '../../../../domain/model/stops.ts';
import { readResults } from '../../../../domain/results/read-results.ts';
import { toneSetOf } from '../../../../domain/schedule/tones.ts';
import type { DurationMs } from '../../../../domain/units.ts';
import { useObservable } from '../../../sync/use-sync.ts';
import { useAlert } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { BackIcon } from '../../../ui/icons.tsx';
import { hostUndo } from '../../../ui/undo-bar.tsx';
import { createRememberedSwitch } from '../../../event/remembered-switch.ts';
import { useQuestionChips } from '../../../timing/taps/use-question-chips.tsx';
import { notePlaces } from '../../../timing/taps/button-places.ts';
import { MOVED_MS } from '../../../timing/taps/places.ts';
import { RefusedSummary } from '../../../timing/taps/refused-summary.tsx';
import { useRefusedTaps } from '../../../timing/taps/refused-taps.ts';
import { type KeptTime, useUnsureTaps } from '../../../timing/taps/use-unsure-taps.ts';
import { useStable } from '../../../ui/use-stable.ts';
import { useSwitch } from '../../../event/use-switch.ts';
import { useTimingScreen } from '../../../timing/use-timing-screen.ts';
import { withRun } from '../../../event/with-run.ts';
import type { TimerViewProps } from '../../../event/view-list.ts';
import { askToStop } from '../../../event/stop-race.ts';
import { useStartsRest } from '../../../event/use-starts-rest.ts';
import { useView } from '../../../event/in-address.ts';
import { Countdown, goMsOf } from './countdown.tsx';
import { OtherSteps, StartButton, StepStrip } from './gate-buttons.tsx';
import { type GateKey, useGateKeys } from './gate-keys.ts';
import { GateNote, GateStatus } from './gate-notices.tsx';
import { AtGate, LateRacers, NextRacers, TogetherAtGate } from './gate-racers.tsx';
import { UnnamedStarts } from './unnamed-starts.tsx';
import { namesOf } from './gate-words.ts';
import { StoppedGate } from './stopped-gate.tsx';
import { StartedRacers } from './started-racers.tsx';
import { useAutoStart } from './use-auto-start.ts';
import { useGate } from './use-gate.ts';
import { useGateSound } from './use-gate-sound.ts';
import { useGateSteps } from './use-gate-steps.ts';
import { useWave } from './wave-start.tsx';

/** A second phone on the ramp shows the same countdown; two that start racers would make two readings of each. */
const countdownOnly = createRememberedSwitch('pushoff.countdown-only');

/** A second touch of a trembling hand is no start. */
const SECOND_TOUCH_MS = 400;
/** After a start the gate rests: nobody knows whether a touch is nervous or for the next racer, so it is kept unnamed. */
const REST_MS = 1_000;

/**
 * The parts of the button bar have one height each, whatever they say: a name that made the bar grow would push Start off
 * the screen. On a low screen, or with large text, they take a share of the height.
 */
const SIZES =
  '[--strip:max(48px,min(3rem,8svh))] [--start:max(64px,min(5rem,14svh))] [--steps:max(48px,min(4rem,11.5svh))] ' +
  '[--bar:calc(var(--strip)+var(--start)+var(--steps)+33px+env(safe-area-inset-bottom))] ' +
  'lying:[--steps:max(48px,min(4rem,18svh))] lying:[--bar:0px]';

const isStart = (line: Line): boolean => line === 'start';

export function StartGate({ open, onClose }: TimerViewProps) {
  const { sync, event } = open;
  const { race, timeZone } = event;
  const { clock } = sync;
  const isMeasured = useObservable(clock.quality, null) !== null;
  const now = useCallback(() => clock.now(), [clock]);
  const gate = useGate(event, now);
  const steps = useGateSteps(open);
  const alerts = useAlert();
  const view = useView();
  const [wantsTogether, setWantsTogether] = useState(false);
  const isTogether = wantsTogether && gate.waiting.length > 1;
  const isCountdownOnly = useSwitch(countdownOnly);
  const lastStart = useRef(-Infinity);
  const wave = useWave(gate.waiting);
  // A step from the board must not come to lie over Start.
  useEffect(hostUndo, []);
  const page = useRef<HTMLDivElement>(null);
  const results = readResults(event);
  useTimingScreen(page, { isAwake: true, isTimed: results.some(({ start }) => start !== null) });
  const late = gate.late.map(({ entry }) => entry.racerId).join();
  useLayoutEffect(() => notePlaces(), [late]);

  const { toGo, going } = gate;
  const isByList = race.startPolicy === 'schedule' && gate.hasTimes;
  const tones = toneSetOf[race.tones];
  const sound = useGateSound(tones, isTogether ? null : (toGo?.at ?? null), now);
  const onDue = useStable((racers: readonly EntryResult[], lateBy: DurationMs) => {
    void steps.start(racers, performance.now() - lateBy, 'gate');
  });
  const stop = stopNow(event);
  const rests = useStartsRest(event);
  useAutoStart(open, isByList && !isCountdownOnly && stop === null, onDue);

  const tell = ({ tapId, ...step }: KeptTime) => steps.note({ ...step, tapIds: [tapId] });
  const keepUnsure = useUnsureTaps({ sync, eventId: open.eventId, point: null, record: steps.record, tell });
  const questions = useQuestionChips(event, sync, isStart);
  const refused = useRefusedTaps(sync, event, isStart);

  function startNow(racers: readonly EntryResult[], timeStamp: number, isKey = false): void {
    if (rests || racers.length === 0 || timeStamp - lastStart.current < SECOND_TOUCH_MS) return;
    lastStart.current = timeStamp;
    void steps.start(racers, timeStamp, isKey ? 'key' : undefined);
  }

  const atButton = isTogether ? wave.racers : (toGo?.racers ?? []);
  // A racer who has just left by the list: a hand that taps at the second by habit must not send the next one.
  const isResting = isByList && going !== null;
  const findBefore = useBefore(atButton[0]?.entry.racerId ?? null);
  function press(timeStamp: number, isKey = false): void {
    const sinceStart = timeStamp - lastStart.current;
    if (rests || isResting || atButton.length === 0 || sinceStart < SECOND_TOUCH_MS) return;
    const before = findBefore(timeStamp, sinceStart < REST_MS ? REST_MS : MOVED_MS);
    if (before === null) return startNow(atButton, timeStamp, isKey);
    const now = atButton[0]!.entry.racerId;
    keepUnsure(
      [before, now].map((racerId) => ({ racerId, line: 'start' })),
      timeStamp,
    );
  }
  const single = !isTogether && toGo !== null && (toGo.racers.length === 1 || toGo.team !== null) ? toGo : null;
  const onHold = !isTogether && toGo !== null && toGo.at !== null ? () => steps.hold(toGo) : null;
  const onSkip = single !== null && gate.waiting.length > single.racers.length ? () => steps.skip(single) : null;
  const onDns = single !== null ? () => steps.dns(single) : null;
  useGateKeys((key, timeStamp) => {
    const keys: Record<GateKey, (() => void) | null> = {
      start: () => press(timeStamp, true),
      hold: onHold,
      skip: onSkip,
      dns: onDns,
      undo: steps.undoLast,
    };
    keys[key]?.();
  });

  const lastQuestion = questions.byTap.get(steps.last?.tapIds?.[0] ?? '');
  const hasList = gate.hasTimes || Object.values(event.entries).some(({ removed, slot }) => !removed && slot);
  const shown = going ?? toGo;
  const next = going !== null && toGo !== null ? [toGo, ...gate.next.slice(0, 2)] : gate.next;
  const word = isByList && toGo?.at != null ? 'Send now' : 'Start';
  const label = rests
    ? 'Race stopped'
    : isTogether
      ? `Start ${wave.racers.length} together`
      : toGo === null
        ? 'Start'
        : `${word}: ${namesOf(toGo)}`;

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
          <header className="flex h-[min(3rem,12svh)] shrink-0 items-center gap-1">
            <Button
              variant="quiet"
              className="-ms-[12px] h-full min-h-0! px-3! py-0! @max-[18rem]:px-1!"
              aria-label="Back to the race"
              onClick={onClose}
            >
              <BackIcon />
            </Button>
            <h1 className="heading min-w-0 flex-1 truncate text-20 @max-[18rem]:text-16">
              {withRun('Start gate', event)}
            </h1>
            {stop === null && (
              <Button
                variant="quiet"
                className="h-full min-h-0! px-3! py-0! text-danger! @max-[18rem]:px-1! @max-[18rem]:text-[min(0.8125rem,4.5svh)]!"
                aria-label="Stop the race"
                onClick={() => void askToStop(open, alerts)}
              >
                Stop
              </Button>
            )}
            {gate.waiting.length > 1 && (
              <Button
                variant="quiet"
                className="-me-[12px] h-full min-h-0! px-3! py-0! @max-[18rem]:w-min @max-[18rem]:px-1! leading-none! @max-[18rem]:text-[min(0.8125rem,4.5svh)]!"
                onClick={() => setWantsTogether(!isTogether)}
              >
                {isTogether ? 'One by one' : 'Start together'}
              </Button>
            )}
          </header>
          <GateStatus open={open} sound={sound} />
          {stop !== null ? (
            <StoppedGate stop={stop} timeZone={timeZone} onShow={() => view.open('stop')} />
          ) : isTogether ? (
            wave.chooser
          ) : shown === null ? (
            <EmptyState
              title={results.length === 0 ? 'No racers yet' : 'Everybody has started'}
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
          {!hasList && gate.waiting.length > 0 && !isTogether && (
            <GateNote action="Start list" onAction={() => view.open('start-list')}>
              No start list yet. Put racers in order first.
            </GateNote>
          )}
          {isByList && isCountdownOnly && (
            <GateNote action="Start here" onAction={() => countdownOnly.set(false)}>
              Countdown only: another phone starts the racers.
            </GateNote>
          )}
          {isByList && !isCountdownOnly && !isMeasured && (
            <p className="font-[650] text-danger">
              The clock of this phone is not measured yet, so it starts nobody by itself. Tap ‘Send now’.
            </p>
          )}
          {isCounting && <TogetherAtGate shown={shown} isGoing={going !== null} steps={steps} />}
          {!isTogether && <NextRacers starts={next} timeZone={timeZone} />}
          <LateRacers
            late={isTogether ? [] : gate.late}
            timeZone={timeZone}
            onSend={(racer, timeStamp) => startNow([racer], timeStamp)}
            steps={steps}
          />
          <StartedRacers results={results} timeZone={timeZone} onUndo={steps.undoStart} />
          <UnnamedStarts chips={questions.byTap} />
          {isByList && !isCountdownOnly && isMeasured && (
            <p className="mt-4 text-14 text-ink-2">
              This phone starts each racer at the listed second.{' '}
              <button type="button" className="link min-h-11 text-ink" onClick={() => countdownOnly.set(true)}>
                Countdown only
              </button>
            </p>
          )}
        </div>
      </div>
      <div className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-paper pb-[env(safe-area-inset-bottom)] lying:start-auto lying:top-0 lying:w-[46%] lying:border-s lying:border-t-0">
        <div className="page mx-auto h-full max-w-3xl lg:max-w-6xl">
          <div className="@container flex h-full flex-col gap-[8px] pt-[4px] pb-[12px]">
            <StepStrip
              step={steps.last}
              question={lastQuestion}
              refused={refused.length > 0 && <RefusedSummary open={open} refused={refused} />}
              onUndo={steps.undoLast}
            />
            <StartButton label={label} isDisabled={rests || atButton.length === 0 || isResting} onStart={press} />
            {!isTogether && <OtherSteps onHold={onHold} onSkip={onSkip} onDns={onDns} />}
          </div>
        </div>
      </div>
    </div>
  );
}

/** The racer of before, where another has come to the button so lately that a press may have been meant for either. */
function useBefore(racerId: string | null): (timeStamp: number, withinMs: number) => string | null {
  const [first] = useState(racerId);
  const change = useRef<{ now: string | null; before: string | null; at: number }>({
    now: first,
    before: null,
    at: -Infinity,
  });
  useLayoutEffect(() => {
    const { now } = change.current;
    if (now !== racerId) change.current = { now: racerId, before: now, at: performance.now() };
  }, [racerId]);
  return (timeStamp, withinMs) => (timeStamp - change.current.at < withinMs ? change.current.before : null);
}
