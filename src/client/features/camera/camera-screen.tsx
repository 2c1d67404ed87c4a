import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Line } from '../../../domain/model/lines.ts';
import type { OpenEvent } from '../../event/event-context.ts';
import { formatTapTime, nameRacer } from '../../event/racer-words.ts';
import { withRun } from '../../event/with-run.ts';
import { WITHIN } from '../../timing/keys/screen-keys.ts';
import { useScreenKeys } from '../../timing/keys/use-screen-keys.ts';
import { useRecorder } from '../../timing/taps/use-recorder.ts';
import { Chooser } from '../../timing/waiting/chooser.tsx';
import { TapSurface } from '../../timing/waiting/surface.tsx';
import { useWaitingTimes } from '../../timing/waiting/use-waiting-times.ts';
import { WaitingList } from '../../timing/waiting/waiting-list.tsx';
import { Button } from '../../ui/button.tsx';
import { Choices } from '../../ui/choices.tsx';
import { BackIcon } from '../../ui/icons.tsx';
import { CalibrateDialog } from './calibrate-dialog.tsx';
import { type CameraSession, createCameraSession } from './camera-session.ts';
import { CameraSettings } from './camera-settings.tsx';
import { CameraStatus } from './camera-status.tsx';
import { noteOf, troubles } from './camera-words.ts';
import { type CameraKind, keepLag, readLag } from './lags.ts';
import { LivePicture } from './live-picture.tsx';
import { OfferList } from './offer-list.tsx';
import { type ShownSpan, StripPanel, zoomed } from './strip-panel.tsx';
import { StripTools } from './strip-tools.tsx';
import { useBattery } from '../../timing/use-battery.ts';
import { useCameraSettings } from './use-camera-settings.ts';
import { useCameraTimes } from './use-camera-times.ts';
import { type Cursor, useCursor } from './use-cursor.ts';

const FINISH: Line = 'finish';
const FIRST_SPAN: ShownSpan = { from: null, msPerPixel: 12 };
type Shown = 'waiting' | 'camera';

export interface CameraScreenProps {
  readonly open: OpenEvent;
  readonly onClose: () => void;
}

/** Opens the camera for as long as the screen is there. */
export function CameraScreen(props: CameraScreenProps) {
  const [settings, setSettings] = useCameraSettings();
  const [session, setSession] = useState<CameraSession | null>(null);
  const first = useRef(settings);
  useEffect(() => {
    const next = createCameraSession(first.current);
    setSession(next);
    next.open();
    return () => next.stop();
  }, []);
  useEffect(() => session?.set(settings), [session, settings]);
  if (session === null) return null;
  return <RunningScreen {...props} session={session} settings={settings} onSettings={setSettings} />;
}

interface RunningScreenProps extends CameraScreenProps {
  readonly session: CameraSession;
  readonly settings: ReturnType<typeof useCameraSettings>[0];
  readonly onSettings: ReturnType<typeof useCameraSettings>[1];
}

function RunningScreen({ open, onClose, session, settings, onSettings }: RunningScreenProps) {
  const { event, sync, eventId } = open;
  const state = useSyncExternalStore(session.state.subscribe, session.state.getSnapshot);
  const kindOf = (): CameraKind | null => {
    const report = session.report.getSnapshot();
    if (report?.interval === undefined || state.label === '') return null;
    return { label: state.label, width: report.width, height: report.height, rate: 1_000 / report.interval };
  };
  const lag = useSyncExternalStore(session.report.subscribe, () => {
    const kind = kindOf();
    return kind === null ? undefined : readLag(kind);
  });
  const battery = useBattery();
  const note = useSyncExternalStore(session.report.subscribe, () =>
    noteOf(state, session.report.getSnapshot(), { isCalibrated: lag !== undefined, battery }),
  );
  const [panel, setPanel] = useState<'settings' | 'calibrate' | null>(null);
  const [shown, setShown] = useState<Shown>('waiting');
  const [span, setSpan] = useState(FIRST_SPAN);

  const screen = useRef<HTMLDivElement>(null);
  const { take, said, surface, taken, waiting, chooser, list } = useWaitingTimes(open, FINISH, screen);
  const record = useRecorder({ sync, eventId });

  const isCalibrated = lag !== undefined;
  const { isBadWeather, line } = settings;
  const times = useCameraTimes({ open, session, state, lag, isBadWeather, line, record });
  const interval = session.report.getSnapshot()?.interval ?? 0;
  const { cursor, point, step, clear } = useCursor({
    film: state.film,
    exposure: isCalibrated ? 0 : (state.exposure ?? interval),
  });
  const lastTaken = useRef<Cursor | null>(null);
  const [takenCursor, setTaken] = useState<Cursor | null>(null);
  const at = cursor === null ? null : times.placeOf(cursor.moment);
  const time = at === null ? null : formatTapTime(at, event.timeZone);

  function goLive(): void {
    clear();
    setSpan((now) => ({ ...now, from: null }));
  }
  function look(moment: number, isMark: boolean): void {
    point(moment, isMark);
    // The cursor comes into sight with the road on both sides of it.
    setSpan((now) => {
      const half = (screen.current?.querySelector('[data-strip]')?.clientWidth ?? 390) / 2;
      return { ...now, from: moment - half * now.msPerPixel };
    });
  }
  async function takeTime(): Promise<void> {
    // A second press, or the key behind it, is the same time: another one begins with another cursor.
    if (cursor === null || lastTaken.current === cursor) return;
    lastTaken.current = cursor;
    setTaken(cursor);
    if (await times.take(cursor)) return setShown('waiting');
    lastTaken.current = null;
    setTaken(null);
  }

  useScreenKeys(screen, {
    ' ': { run: (timeStamp) => take(timeStamp, 'key'), places: WITHIN },
    ...(cursor !== null && { t: { run: () => void takeTime(), places: WITHIN } }),
    // One Escape too many must not end the film: the button with the arrow does.
    Escape: { run: chooser.tap === null ? goLive : chooser.close, places: WITHIN },
  });

  const isCovered = chooser.tap !== null;
  const finishLine = 'Finish';
  return (
    <div
      ref={screen}
      data-timing-screen
      className="flex min-h-0 flex-1 flex-col roomy:grid roomy:grid-cols-[1fr_26rem] lying:grid lying:grid-cols-[1fr_42%]"
    >
      <div className={`min-h-0 min-w-0 flex-col bg-board roomy:flex lying:flex ${isCovered ? 'hidden' : 'flex'}`}>
        <header className="flex h-14 shrink-0 items-center gap-1 pt-[env(safe-area-inset-top)] text-on-board">
          <button
            type="button"
            aria-label="Back to the race"
            onClick={onClose}
            className="flex size-12 items-center justify-center rounded-button -outline-offset-4 hover:bg-board-raised"
          >
            <BackIcon />
          </button>
          <h1
            tabIndex={-1}
            data-autofocus
            dir="auto"
            className="heading line-clamp-2 min-w-0 flex-1 text-18 leading-[1.15] wrap-anywhere outline-none"
          >
            {withRun('Finish camera', event)}
          </h1>
          <button
            type="button"
            onClick={() => setPanel('settings')}
            className="min-h-12 rounded-button px-4 text-14 font-[650] -outline-offset-4 hover:bg-board-raised"
          >
            Settings
          </button>
        </header>
        <div className="h-[26svh] shrink-0 [@media(height<40rem)]:h-[20svh] roomy:h-auto roomy:min-h-0 roomy:flex-1 lying:h-auto lying:min-h-0 lying:flex-1">
          {state.kind === 'trouble' ? (
            <Stopped words={troubles[state.trouble!]} onAgain={() => session.open()} />
          ) : (
            <LivePicture
              stream={state.stream}
              film={state.film}
              line={line}
              onLine={(next) => onSettings({ line: next })}
              still={cursor?.frame ?? null}
              note={note}
            />
          )}
        </div>
        <CameraStatus
          report={session.report}
          uncertainty={(report) => times.uncertaintyOf(report, 'cursor')}
          isCalibrated={isCalibrated}
        />
        <div className="h-[17svh] shrink-0 [@media(height<40rem)]:h-[14svh] roomy:h-[24svh] lying:h-20">
          <StripPanel
            film={state.film}
            span={span}
            onSpan={setSpan}
            cursor={cursor?.moment ?? null}
            said={time ?? ''}
            crossings={state.crossings}
            onPoint={point}
            onStep={step}
          />
        </div>
        <StripTools
          isLive={span.from === null}
          time={time}
          isTaken={cursor === takenCursor}
          onZoom={(by) => setSpan(zoomed(span, by, cursor?.moment ?? null))}
          onStep={step}
          onLive={goLive}
          onTake={() => void takeTime()}
        />
      </div>
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        {chooser.tap !== null ? (
          <Chooser event={event} tap={chooser.tap} chooser={chooser} />
        ) : (
          <>
            <div className="shrink-0 px-4 py-1.5">
              <Choices
                label="Times"
                layout="line"
                chosen={shown}
                options={[
                  { id: 'waiting', label: `Waiting ${waiting.length}` },
                  { id: 'camera', label: `Offers ${times.offers.length}` },
                ]}
                onChoose={setShown}
              />
            </div>
            <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
              {shown === 'waiting' ? (
                <WaitingList {...list} />
              ) : (
                <OfferList
                  offers={times.offers}
                  timeZone={event.timeZone}
                  nameOf={(racerId) => {
                    const entry = event.entries[racerId];
                    return entry === undefined ? '' : nameRacer(entry);
                  }}
                  onUse={(offers) => void times.accept(offers)}
                  onLeave={times.decline}
                  onLook={({ crossing }) => look(crossing.moment, true)}
                />
              )}
            </div>
          </>
        )}
        <p role="status" className="sr-only">
          {said}
        </p>
        <div className="h-[16svh] min-h-24 shrink-0 roomy:h-[28svh]">
          <TapSurface take={take} surface={surface} name={finishLine} taken={taken} isLow />
        </div>
      </div>
      {panel === 'settings' && (
        <CameraSettings
          label={state.label}
          onLens={(deviceId) => session.open(deviceId)}
          isBadWeather={isBadWeather}
          onBadWeather={(isOn) => onSettings({ isBadWeather: isOn })}
          keepMinutes={settings.keepMinutes}
          onKeepMinutes={(keepMinutes) => onSettings({ keepMinutes })}
          lag={lag}
          onCalibrate={() => setPanel('calibrate')}
          report={session.report.getSnapshot()}
          onClose={() => setPanel(null)}
        />
      )}
      {panel === 'calibrate' && (
        <CalibrateDialog
          onShifts={(hear) => {
            state.film?.twist(true);
            session.shifts.add(hear);
            return () => {
              session.shifts.delete(hear);
              state.film?.twist(false);
            };
          }}
          onFound={(found) => {
            const kind = kindOf();
            if (kind !== null) keepLag(kind, found);
          }}
          onClose={() => setPanel(null)}
        />
      )}
    </div>
  );
}

function Stopped({ words, onAgain }: { readonly words: string; readonly onAgain: () => void }) {
  return (
    <div role="alert" className="flex h-full flex-col items-center justify-center gap-3 px-6 text-center text-on-board">
      <p className="max-w-[44ch]">{words}</p>
      <Button onClick={onAgain}>Try again</Button>
    </div>
  );
}
