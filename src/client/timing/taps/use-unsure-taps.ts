import { useEffect } from 'react';
import type { Line } from '../../../domain/model/lines.ts';
import { attemptNow, type EventState, timeOf } from '../../../domain/model/state.ts';
import { formatTimeOfDay } from '../../../domain/timing/local-time.ts';
import type { SyncClient } from '../../sync/sync-client.ts';
import { showUndo } from '../../ui/undo-bar.tsx';
import { useStable } from '../../ui/use-stable.ts';
import { type HearUnsure, onUnsure } from './fingers.ts';
import { ask } from './questions.ts';
import { TIME_NOT_KEPT } from './tap-words.ts';
import type { RecordTap } from './use-recorder.ts';

export interface UnsureParts {
  readonly sync: SyncClient | null;
  readonly eventId: string;
  /** The point that this screen times; null where each button has a line of its own. */
  readonly point: Line | null;
  readonly record: RecordTap;
  /** Says that the time was kept; absent where the screen has the strip for it. */
  readonly tell?: (step: KeptTime) => void;
}

export interface KeptTime {
  readonly tapId: string;
  readonly message: string;
  readonly undo: () => void;
}

/** A press that could mean two racers becomes a time without a name, at the moment at which the finger came down. */
export function useUnsureTaps({ sync, eventId, point, record, tell = showUndo }: UnsureParts): HearUnsure {
  const keep = useStable<Parameters<HearUnsure>, void>((meant, timeStamp) => {
    const { event = null } = sync?.event(eventId).getSnapshot() ?? {};
    if (sync === null || event === null) return;
    const asked = listAsked(meant, point);
    const [first] = asked;
    // The button is gone because this phone has timed the racer: a nervous second touch.
    if (first === undefined || (asked.length === 1 && hasTimed(event, sync.deviceId(), first))) return;
    // At a split point a racer's Start and Finish both mean that the racer has passed.
    const racerId = asked.length === 1 && meant.length > 1 ? first.racerId : null;
    const { line } = first;
    const feedback = line === 'start' ? 'start' : 'finish';
    void record({ racerIds: [racerId], line, timeStamp, feedback, lost: TIME_NOT_KEPT }).then((kept) => {
      const tapId = kept?.tapIds[0];
      if (tapId === undefined || racerId !== null) return;
      ask({ eventId, tapId, meant: asked });
      const step = describeKept(sync, eventId, tapId, asked);
      if (step !== null) tell(step);
    });
  });
  useEffect(() => onUnsure(keep), [keep]);
  return keep;
}

function describeKept(sync: SyncClient, eventId: string, tapId: string, asked: readonly Asked[]): KeptTime | null {
  const { event } = sync.event(eventId).getSnapshot();
  const tap = event?.taps[tapId];
  if (event === null || tap === undefined) return null;
  return {
    tapId,
    message: `${formatTimeOfDay(timeOf(tap), event.timeZone)} kept. ${askWho(event, asked)}`,
    undo: () => void sync.recordForEvent(eventId, { type: 'tap.undo', tapId }),
  };
}

interface Asked {
  readonly racerId: string;
  readonly line: Line;
}

/** The last two that differ: whom the eye has aimed at, and who is there by now. */
function listAsked(meant: Parameters<HearUnsure>[0], point: Line | null): Asked[] {
  const asked = meant.map(({ racerId, line }) => ({ racerId, line: point ?? line }));
  const isSame = (one: Asked, other: Asked) => one.racerId === other.racerId && one.line === other.line;
  return asked.filter((each, index) => asked.findLastIndex((other) => isSame(each, other)) === index).slice(-2);
}

/** 'Ada or Bo?' */
export function askWho(event: EventState, asked: readonly Pick<Asked, 'racerId'>[]): string {
  const [one = '', other] = [...new Set(asked.map(({ racerId }) => event.entries[racerId]?.name ?? ''))];
  return other === undefined ? `Was it ${one}?` : `${one} or ${other}?`;
}

/** Whether this device has a time of the racer at the line in the present run. */
export function hasTimed(event: EventState, deviceId: string, { racerId, line }: Asked): boolean {
  const attempt = attemptNow(event);
  return Object.values(event.taps).some(
    (tap) =>
      tap.racerId === racerId &&
      tap.line === line &&
      tap.attempt === attempt &&
      tap.by.deviceId === deviceId &&
      !tap.undone,
  );
}
