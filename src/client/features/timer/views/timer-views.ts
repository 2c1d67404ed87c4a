import type { ComponentType } from 'react';
import type { Capability } from '../../../../domain/access/can.ts';
import type { OpenEvent } from '../event-context.ts';
import { latePart } from '../late-part.tsx';

export interface TimerViewProps {
  readonly open: OpenEvent;
  /** Back to the board. */
  readonly onClose: () => void;
}

/** A screen of an event beside its board, loaded when it is opened. */
export interface TimerView {
  /** In the address: `view=start`. */
  readonly id: string;
  readonly label: string;
  readonly needs: Capability;
  readonly Part: ComponentType<TimerViewProps>;
  readonly preload: () => Promise<void>;
}

/** In the order of the menu. */
export const timerViews: readonly TimerView[] = [
  timerView('start-list', 'Start list', 'time', () =>
    import('../start-list/start-list-view.tsx').then((m) => m.StartListView),
  ),
  timerView('start', 'Start gate', 'time', () => import('../gate/start-gate.tsx').then((module) => module.StartGate)),
  timerView('finish', 'Finish line', 'time', () => import('../finish/finish-view.tsx').then((m) => m.FinishView)),
  timerView('timers', 'Timekeepers', 'time', () => import('../timers/timers-view.tsx').then((m) => m.TimersView)),
  timerView('rules', 'Race rules', 'configure', () =>
    import('../rules/rules-view.tsx').then((module) => module.RulesView),
  ),
  timerView('check', 'Before the race', 'time', () => import('../check/check-view.tsx').then((m) => m.CheckView)),
  timerView('rehearsal', 'Rehearsal', 'time', () =>
    import('../rehearsal/rehearsal-view.tsx').then((m) => m.RehearsalView),
  ),
  timerView('paper', 'Paper back-up', 'time', () => import('../paper/paper-view.tsx').then((m) => m.PaperView)),
  timerView('splits', 'Splits', 'time', () => import('../splits/splits-view.tsx').then((module) => module.SplitsView)),
  timerView('out', 'Still out', 'time', () => import('../out/out-view.tsx').then((module) => module.OutView)),
  timerView('rulings', 'Statuses', 'time', () =>
    import('../rulings/rulings-view.tsx').then((module) => module.RulingsView),
  ),
  timerView('shift', 'Move times', 'time', () => import('../shift/shift-view.tsx').then((module) => module.ShiftView)),
];

export function findView(id: string | null, { may }: OpenEvent): TimerView | null {
  return timerViews.find((view) => view.id === id && may(view.needs)) ?? null;
}

export function timerView(
  id: string,
  label: string,
  needs: Capability,
  load: () => Promise<ComponentType<TimerViewProps>>,
): TimerView {
  return { id, label, needs, ...latePart(load) };
}
