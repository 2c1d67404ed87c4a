import { type RefObject, useCallback, useMemo, useRef } from 'react';
import type { Line } from '../../../domain/model/lines.ts';
import { listToCome, listWaiting } from '../../../domain/results/likely.ts';
import type { OpenEvent } from '../../event/event-context.ts';
import { useRefusedTaps } from '../taps/refused-taps.ts';
import { useTimingScreen } from '../use-timing-screen.ts';
import { listOwn } from './list-own.ts';
import type { Surface } from './surface.tsx';
import { useChooser } from './use-chooser.ts';
import { useStillRows } from './use-still-rows.ts';
import { useTake } from './use-take.ts';
import { useTapSteps } from './use-tap-steps.ts';
import type { TapSteps } from './waiting-row.tsx';

/** A screen that takes times at a line and gives them to racers later: its surface, its list, its chooser. */
export function useWaitingTimes(open: OpenEvent, line: Line, screen: RefObject<HTMLElement | null>) {
  const { event, sync } = open;
  const toCome = useMemo(() => listToCome(event, line), [event, line]);
  const waiting = useMemo(() => listWaiting(event, line), [event, line]);
  const taken = useMemo(() => listOwn(open, line).length, [open, line]);
  const surface = useRef<Surface>(null);
  const count = useCallback(() => surface.current?.count(), []);
  const { take, said } = useTake(open, line, count);
  const isHere = useCallback((of: Line) => of === line, [line]);
  const refused = useRefusedTaps(sync, event, isHere);
  const rows = useStillRows(
    useMemo(() => ({ refused: refused.map(({ tapId }) => tapId), waiting, toCome }), [refused, waiting, toCome]),
  );
  const tapSteps = useTapSteps(open);
  const chooser = useChooser({ event, line, waiting, toCome, give: tapSteps.give });
  const steps = useMemo<TapSteps>(() => ({ ...tapSteps, choose: chooser.open }), [tapSteps, chooser.open]);
  useTimingScreen(screen, { isAwake: true, isTimed: taken > 0 });
  return { take, said, surface, taken, waiting, chooser, steps, list: { open, rows, refused, toCome, steps } };
}
