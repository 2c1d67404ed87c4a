import { type ComponentType, useEffect, useMemo, useState } from 'react';
import { readRaceNow } from '../../../domain/board/race-now.ts';
import type { ScreenKind } from '../../../protocol/screen-address.ts';
import type { ScreenSync } from '../../sync/screen-sync.ts';
import { useObservable } from '../../sync/use-sync.ts';
import { AnnouncerScreen, type HistoryOf } from './announcer-screen.tsx';
import { BoardScreen } from './board-screen.tsx';
import { ClockScreen } from './clock-screen.tsx';
import { OverlayScreen } from './overlay-screen.tsx';
import type { ScreenSettings } from './read-settings.ts';
import { chosenCategory } from './screen-lines.tsx';
import { Frame, Lost, type ScreenProps } from './screen-parts.tsx';
import { type EpochMs, epochMs } from '../../../domain/units.ts';
import type { EarlierBest } from '../../../domain/history/earlier-bests.ts';
import { describeEarlier } from '../../../domain/history/words.ts';
import type { EventState } from '../../../domain/model/state.ts';
import type { BestsAnswer } from '../../../protocol/history.ts';
import { keepTrying } from '../../loading/keep-trying.ts';
import { readBests } from '../../session/read-bests.ts';

const SCREENS: Readonly<Record<ScreenKind, ComponentType<ScreenProps>>> = {
  board: BoardScreen,
  announcer: Announcer,
  overlay: OverlayScreen,
  clock: ClockScreen,
};

function Announcer(props: ScreenProps) {
  return <AnnouncerScreen {...props} historyOf={useHistoryOf(props.event)} />;
}

/** A reload that does not help is not repeated at once: a node of the release before may still answer. */
const RELOAD_AFTER_MS = 60_000;

export interface EventScreenProps {
  readonly kind: ScreenKind;
  readonly sync: ScreenSync;
  readonly settings: ScreenSettings;
}

/** One screen of an event. Nobody stands at it: what goes wrong mends itself, or waits. */
export function EventScreen({ kind, sync, settings }: EventScreenProps) {
  const shown = useObservable(sync.event, null);
  const isConnected = useObservable(sync.isConnected, false);
  const at = useNow(sync.now);
  const event = shown?.event ?? null;
  const category = useMemo(() => event && chosenCategory(event, settings), [event, settings]);
  const race = useMemo(() => event && readRaceNow(event, at, category), [event, at, category]);
  const isOutdated = shown?.isOutdated === true;
  useEffect(() => {
    if (!isOutdated) return;
    const timer = setTimeout(() => location.reload(), RELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isOutdated]);
  useEffect(() => {
    if (event !== null) document.title = `${event.name} · Pushoff`;
  }, [event]);

  const isClosed = shown?.problem != null;
  if (event !== null && race !== null && !isClosed) {
    const Screen = SCREENS[kind];
    return <Screen event={event} race={race} at={at} settings={settings} isConnected={isConnected} />;
  }
  // On air there is a picture and no message.
  if (kind === 'overlay') return null;
  return (
    <Frame settings={settings} className="items-center justify-center gap-[0.5em] text-center">
      {isClosed ? (
        <>
          <h1 className="heading text-[1.4em]">This screen is closed</h1>
          <p className="text-(--fg-2)">Someone turned off its link, or the event is gone. Ask for a new link.</p>
        </>
      ) : (
        <Lost isConnected={isConnected} />
      )}
    </Frame>
  );
}

/** The common clock, to the whole second: a screen is drawn once for each. */
function useNow(now: () => EpochMs): EpochMs {
  const [at, setAt] = useState(() => floor(now()));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      setAt(floor(now()));
      timer = setTimeout(tick, 1000 - (now() % 1000) + 1);
    };
    tick();
    return () => clearTimeout(timer);
  }, [now]);
  return at;
}

const floor = (at: EpochMs): EpochMs => epochMs(Math.floor(at / 1000) * 1000);

/** Earlier times on the event's course, one line for each racer. Asked again when a racer is added. */
function useHistoryOf({ id, format, entries, timeZone, createdAt }: EventState): HistoryOf {
  const course = format.course && JSON.stringify(format.course);
  const racers = Object.keys(entries).length;
  const [bests, setBests] = useState<BestsAnswer['bests']>({});
  useEffect(() => {
    if (course === null) return setBests({});
    let isOver = false;
    const key = new URLSearchParams(location.search).get('screenKey');
    const read = () => readBests(id, key, { credentials: 'omit' });
    void keepTrying(read, () => isOver).then((found) => {
      if (!isOver && found !== null) setBests(found);
    });
    return () => {
      isOver = true;
    };
  }, [id, course, racers]);
  return useMemo(
    () => (racerId) => {
      const best = bests[racerId];
      return best === undefined || best.at === undefined
        ? null
        : describeEarlier(best as EarlierBest, createdAt, timeZone);
    },
    [bests, createdAt, timeZone],
  );
}
