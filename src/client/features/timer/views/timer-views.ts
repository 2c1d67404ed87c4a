import type { ComponentType } from 'react';
import type { Capability } from '../../../../domain/access/can.ts';
import type { OpenEvent } from '../event-context.ts';
import { EventSkeleton } from '../event-skeleton.tsx';
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

/** In the order of the menu: what is done before the race, while it is timed, and on its result. */
export const timerViews: readonly (readonly TimerView[])[] = [
  [
    timerView('start-list', 'Start list', 'time', () =>
      import('../start-list/start-list-view.tsx').then((m) => m.StartListView),
    ),
    timerView('rules', 'Race rules', 'configure', () =>
      import('../rules/rules-view.tsx').then((module) => module.RulesView),
    ),
    timerView('course', 'Course and conditions', 'configure', () =>
      import('../course/course-view.tsx').then((m) => m.CourseView),
    ),
    timerView('runs', 'Runs', 'configure', () => import('../attempts/runs-view.tsx').then((m) => m.RunsView)),
    timerView('categories', 'Categories', 'configure', () =>
      import('../categories/categories-view.tsx').then((m) => m.CategoriesView),
    ),
    timerView('teams', 'Teams', 'configure', () => import('../teams/teams-view.tsx').then((m) => m.TeamsView)),
    timerView('handicap', 'Handicap', 'configure', () =>
      import('../handicap/handicap-view.tsx').then((m) => m.HandicapView),
    ),
    timerView('check', 'Check this phone', 'time', () => import('../check/check-view.tsx').then((m) => m.CheckView)),
    timerView('rehearsal', 'Rehearsal', 'time', () =>
      import('../rehearsal/rehearsal-view.tsx').then((m) => m.RehearsalView),
    ),
    timerView('paper', 'Paper back-up', 'time', () => import('../paper/paper-view.tsx').then((m) => m.PaperView)),
  ],
  [
    timerView('start', 'Start gate', 'time', () => import('../gate/start-gate.tsx').then((m) => m.StartGate)),
    timerView('finish', 'Finish line', 'time', () => import('../finish/finish-view.tsx').then((m) => m.FinishView)),
    timerView('splits', 'Splits', 'time', () => import('../splits/splits-view.tsx').then((m) => m.SplitsView)),
    timerView('out', 'Still out', 'time', () => import('../out/out-view.tsx').then((module) => module.OutView)),
    timerView('timers', 'Timekeepers', 'time', () => import('../timers/timers-view.tsx').then((m) => m.TimersView)),
  ],
  [
    timerView('rulings', 'DNS, DNF, DSQ', 'time', () =>
      import('../rulings/rulings-view.tsx').then((module) => module.RulingsView),
    ),
    timerView('official', 'Declare results official', 'configure', () =>
      import('../official/official-view.tsx').then((m) => m.OfficialView),
    ),
    timerView('screens', 'Screens', 'manageScreens', () =>
      import('../screens/screens-view.tsx').then((module) => module.ScreensView),
    ),
    timerView('shift', 'Move times', 'time', () => import('../shift/shift-view.tsx').then((m) => m.ShiftView)),
  ],
];

/** Opened from the exports of the menu, not from its race tools. */
export const exportView: TimerView = timerView('export', 'Print and export', 'time', () =>
  import('../exports/export-view.tsx').then((module) => module.ExportView),
);

export function findView(id: string | null, { may }: OpenEvent): TimerView | null {
  return [...timerViews.flat(), exportView].find((view) => view.id === id && may(view.needs)) ?? null;
}

export function timerView(
  id: string,
  label: string,
  needs: Capability,
  load: () => Promise<ComponentType<TimerViewProps>>,
): TimerView {
  return { id, label, needs, ...latePart(load, EventSkeleton) };
}
